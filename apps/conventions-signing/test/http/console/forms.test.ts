import { formWith, readPage } from '@campus/testing/markup';
import { describe, expect, test } from '@jest/globals';
import { type PersonInConsole, signIn } from '../../support/console.ts';
import { encryptedPdf, validPdf } from '../../support/pdfs.ts';
import { dateOf, deposit, givenDraft, givenInSigning, recordOf, sha256 } from '../../support/records.ts';
import { callerWith, useService } from '../../support/service.ts';

const service = useService({ webhook: false, configuration: { timeZone: 'Europe/Paris' } });

const hostile = `"><script>alert('x')</script>`;

const typed = {
  title: 'Convention de stage',
  companyname: 'Exemple Industries',
  school: "Université d'Exemple",
  workflowId: '',
  reference: '',
  watchers: 'internships@example.edu\r\n\r\nsecretary@example.edu',
  'signatory-0-givenname': 'Ada',
  'signatory-0-name': 'Martin',
  'signatory-0-mail': 'ada@example.org',
  'signatory-0-phone': '',
  'signatory-0-order': '1',
};

/** Sends a form with a file, as a browser does: an empty file part when none was chosen. */
function post(
  person: PersonInConsole,
  path: string,
  fields: Record<string, string>,
  pdf: Uint8Array = new Uint8Array(),
) {
  const call = person.postMultipart(path);
  for (const [name, value] of Object.entries(fields)) call.field(name, value);
  const filename = pdf.byteLength === 0 ? '' : 'document.pdf';
  return call.attach('doc', Buffer.from(pdf), { filename, contentType: 'application/pdf' });
}

async function valueAt(person: PersonInConsole, path: string, name: string): Promise<string> {
  return formWith(await person.page(path), name).field(name).value ?? '';
}

/** The form that a page shows again: what was typed, and what is wrong with it, by the names of the fields. */
function formIn(text: string, name = 'title') {
  const { fields } = formWith(readPage(text), name);
  return {
    typed: Object.fromEntries(fields.map((field) => [field.name, field.value])),
    errors: Object.fromEntries(
      fields.flatMap((field) => (field.errors.length === 0 ? [] : [[field.name, field.errors.join(' ')]])),
    ),
  };
}

function idIn({ headers }: { headers: Record<string, string> }): number {
  return Number(/(\d+)\/\?done=/.exec(String(headers.location))?.[1]);
}

describe('A new agreement', () => {
  const path = '/console/conventions/new/';

  test('Given everything, When the form is sent twice, Then one draft is registered in the name of the person', async () => {
    const person = await signIn(service, 'sender');
    const once = await valueAt(person, path, 'once');
    const pdf = await validPdf({ text: 'typed in a form' });
    const fields = { ...typed, once, 'signatory-7-name': 'Braun', 'signatory-7-givenname': 'Émilie' };
    const whole = { ...fields, 'signatory-7-mail': 'emilie@example.org', 'signatory-7-order': '2' };

    const answers = [await post(person, path, whole, pdf).expect(303), await post(person, path, whole, pdf)];

    const id = idIn(answers[0] as { headers: Record<string, string> });
    expect(answers[1]?.headers.location).toBe(answers[0]?.headers.location);
    const { body } = await service.institution.get(`/api/conventions/${id}`).expect(200);
    expect(body).toMatchObject({
      state: 'draft',
      companyname: 'Exemple Industries',
      reference: null,
      signatory: [
        { mail: 'ada@example.org', phone: null, order: 1 },
        { givenname: 'Émilie', order: 2 },
      ],
      watchers: [{ mail: 'internships@example.edu' }, { mail: 'secretary@example.edu' }],
      history: [{ event: 'registered', actor: `person:${person.username}`, detail: { sha256: sha256(pdf) } }],
    });
  });

  test('Given mistakes, Then each stands beside its field in the language of the reader, and what was typed is kept', async () => {
    const person = await signIn(service, 'sender', { language: 'fr' });
    const wrong = {
      ...typed,
      title: '',
      companyname: hostile,
      school: 'x'.repeat(1001),
      watchers: 'fine@example.org\r\nnot a mail',
      'signatory-0-mail': 'ada martin@example',
      'signatory-0-order': '0',
      'signatory-1-givenname': 'Ada',
      'signatory-1-name': 'Encore',
      'signatory-1-mail': 'ada@example.org',
      'signatory-1-order': 'x',
    };

    const { text } = await post(person, path, wrong).expect(400);

    // On the bytes: what is escaped is read as it was typed.
    expect(text).not.toContain(hostile);
    const form = formIn(text);
    expect(form.errors).toEqual({
      title: 'Ce champ est obligatoire.',
      school: 'Au plus 1000 caractères.',
      watchers:
        'Ligne 2\u00a0: Ce doit être une adresse électronique comme nom@example.org, sans espaces ni accents.',
      'signatory-0-mail':
        'Ce doit être une adresse électronique comme nom@example.org, sans espaces ni accents.',
      'signatory-0-order': 'Ce doit être 1 ou plus\u202f; 1 signe en premier.',
      'signatory-1-order': 'Ce doit être un nombre entier.',
      doc: 'Choisissez un PDF.',
    });
    expect(form.typed).toMatchObject({ companyname: hostile, 'signatory-0-mail': 'ada martin@example' });
    const chosen = await post(person, path, wrong, await validPdf()).expect(400);
    expect(chosen.text).toContain('le fichier doit être choisi de nouveau');
  });

  test('Given the same order and mail address twice, Then the second row is told so', async () => {
    const person = await signIn(service, 'sender');
    const again = Object.fromEntries(
      Object.entries(typed).map(([name, value]) => [name.replace('-0-', '-1-'), value]),
    );
    const { text } = await post(person, path, { ...typed, ...again }, await validPdf()).expect(400);
    expect(text).toContain('Signatory 1 has the same order and mail address');
  });

  test('Given what the use case refuses, Then that stands beside its field too', async () => {
    const person = await signIn(service, 'sender');
    const whole = { ...typed, reference: '2026-0042' };
    await post(person, path, whole, await validPdf()).expect(303);

    const taken = await post(person, path, whole, await validPdf()).expect(400);
    expect(formIn(taken.text).errors).toEqual({
      reference: expect.stringContaining('Another agreement or amendment has this reference'),
    });
    const locked = await post(person, path, typed, await encryptedPdf()).expect(400);
    expect(formIn(locked.text).errors.doc).toMatch(/^The PDF is encrypted/);
  });

  test('Given no JavaScript, Then the buttons of the rows send the form back with what was typed', async () => {
    const person = await signIn(service, 'sender');
    const more = await post(person, path, { ...typed, rows: 'add' }).expect(200);
    expect(formIn(more.text).typed).toMatchObject({
      'signatory-0-mail': 'ada@example.org',
      'signatory-1-name': '',
    });
    expect(more.text).not.toContain('has to be chosen again');
    const chosen = await post(person, path, { ...typed, rows: 'add' }, await validPdf()).expect(200);
    expect(chosen.text).toContain('has to be chosen again');
    const none = await post(person, path, { ...typed, rows: '0' }).expect(200);
    expect(none.text).not.toContain('ada@example.org');
    expect(formIn(none.text).typed).toMatchObject({
      'signatory-0-name': '',
      companyname: 'Exemple Industries',
    });
  });
});

describe('Registering and sending in one step', () => {
  const path = '/console/conventions/new/';

  test('Given everything, When the form is sent twice, Then one agreement is in its first round', async () => {
    const person = await signIn(service, 'sender');
    const whole = { ...typed, once: await valueAt(person, path, 'once'), send: 'true' };
    const pdf = await validPdf();

    const answers = await Promise.all([1, 2].map(() => post(person, path, whole, pdf)));

    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    const [first, second] = answers.map(({ headers }) => String(headers.location));
    expect(second).toBe(first);
    expect(first).toMatch(/\?done=sent-to-nobody$/);
    const record = await recordOf(service, idIn({ headers: { location: String(first) } }));
    expect(record).toMatchObject({ state: 'signing', round: 1 });
    expect(record.history.map(({ event, actor }) => [event, actor])).toEqual([
      ['registered', `person:${person.username}`],
      ['signing-started', `person:${person.username}`],
    ]);
  });

  test('Given a mistake, Then nothing is registered; given the same form as a draft before, Then nothing is sent', async () => {
    const person = await signIn(service, 'sender');
    const whole = { ...typed, once: await valueAt(person, path, 'once') };
    const { body: before } = await service.institution.get('/api/conventions?page_size=1').expect(200);

    await post(person, path, { ...whole, send: 'true' }, await encryptedPdf()).expect(400);

    const { body: after } = await service.institution.get('/api/conventions?page_size=1').expect(200);
    expect(after.results).toEqual(before.results);
    const pdf = await validPdf();
    const id = idIn(await post(person, path, whole, pdf).expect(303));
    const { text } = await post(person, path, { ...whole, send: 'true' }, pdf).expect(409);
    expect(text).toContain('This form was already used for something else');
    expect((await recordOf(service, id)).state).toBe('draft');
  });

  test('Given an agreement, Then an amendment to it is registered and sent too', async () => {
    const { id } = await givenDraft(service);
    const person = await signIn(service, 'sender');
    const address = `/console/conventions/${id}/avenants/new/`;
    const amendment = idIn(await post(person, address, { ...typed, send: 'true' }, await validPdf()));
    expect(await recordOf(service, amendment, 'avenants')).toMatchObject({
      state: 'signing',
      conventionId: id,
    });
  });
});

test('Given as many signatories as a registration may have, Then the form takes all of them', async () => {
  const person = await signIn(service, 'sender');
  const fields = new FormData();
  fields.append('csrfmiddlewaretoken', person.csrfToken);
  for (const name of ['title', 'companyname', 'school']) fields.append(name, typed[name as 'title']);
  for (let row = 0; row < 1000; row += 1) {
    const signatory = {
      givenname: 'Ada',
      name: 'Martin',
      mail: `ada${row}@example.org`,
      phone: '',
      order: 1,
      role: '',
    };
    for (const [member, value] of Object.entries(signatory))
      fields.append(`signatory-${row}-${member}`, String(value));
  }
  fields.append('doc', new Blob([Buffer.from(await validPdf())]), 'document.pdf');

  const { status, headers } = await fetch(`${service.url}/console/conventions/new/`, {
    method: 'POST',
    body: fields,
    headers: { Cookie: person.cookies },
    redirect: 'manual',
  });

  expect(status).toBe(303);
  const { signatory } = await recordOf(
    service,
    idIn({ headers: { location: String(headers.get('location')) } }),
  );
  expect(signatory).toHaveLength(1000);
});

describe('An amendment, and the change of a draft', () => {
  test('Given an agreement, Then the form of its amendment begins with its people', async () => {
    const { id } = await givenDraft(service);
    const person = await signIn(service, 'sender');
    const path = `/console/conventions/${id}/avenants/new/`;
    expect(await valueAt(person, path, 'signatory-0-mail')).toBe('signatory1@example.org');

    const amendment = idIn(await post(person, path, typed, await validPdf()).expect(303));

    expect((await recordOf(service, amendment, 'avenants')).conventionId).toBe(id);
  });

  test('Given no other document, Then the texts change and the document stays', async () => {
    const pdf = await validPdf({ text: 'stays' });
    const { id } = await givenDraft(service, { pdf });
    const person = await signIn(service, 'sender');
    const path = `/console/conventions/${id}/edit/`;
    const standing = await valueAt(person, path, 'standing');

    await post(person, path, { ...typed, title: 'Corrected', standing }).expect(303);
    const late = await post(person, path, { ...typed, title: 'Too late', standing }).expect(409);

    expect(formIn(late.text).typed.title).toBe('Too late');
    expect((await recordOf(service, id)).title).toBe('Corrected');
    const { body } = await service.vendor.get(`/public/api/conventions/${id}/pdf`).expect(200);
    expect(sha256(body)).toBe(sha256(pdf));
    await service.institution.post(`/api/conventions/${id}/signature`).expect(202);
    await person.get(path).expect(409);
  });
});

describe('What was signed outside', () => {
  test('Given a scan, days of the place, and a reason, Then the record is signed, and what the vendor said keeps its milliseconds', async () => {
    const { id } = await givenInSigning(service);
    const first = dateOf(1, { signatureDate: '2026-03-01T10:00:27.120+0100' });
    await service.vendor.patch(`/public/api/conventions/${id}/dates`).send([first]).expect(200);
    const person = await signIn(service, 'sender');
    const path = `/console/conventions/${id}/signed-outside/`;
    const standing = await valueAt(person, path, 'standing');
    const fields = {
      standing,
      reason: 'On paper',
      'date-0': '2026-03-01',
      'date-1': '2026-07-14',
    };

    await post(person, path, fields, await validPdf({ text: 'scan' })).expect(303);

    const record = await recordOf(service, id);
    expect(record).toMatchObject({ state: 'signed', round: 1, deposits: [{ version: 1 }] });
    expect(record.signatory.map(({ signatureDate }) => signatureDate)).toEqual([
      '2026-03-01T09:00:27.120+0000',
      '2026-07-14T10:00:00.000+0000',
    ]);
    expect(record.history.at(-1)).toMatchObject({
      event: 'signed-outside',
      actor: `person:${person.username}`,
      detail: { reason: 'On paper' },
    });
    await person.get(path).expect(409);
  });

  test('Given no scan, Then it is recorded; given a mistake, Then nothing is, and it stands beside its field', async () => {
    const { id } = await givenDraft(service);
    const person = await signIn(service, 'sender');
    const path = `/console/conventions/${id}/signed-outside/`;
    const standing = await valueAt(person, path, 'standing');
    const dates = { 'date-0': '2026-03-01' };

    const wrong = { 'date-all': '2999-01-01', 'date-0': '2026-02-30', 'date-1': '2999-01-01' };
    const empty = await post(person, path, { standing, reason: '', ...wrong }).expect(400);
    const { errors, typed: kept } = formIn(empty.text, 'reason');
    expect(Object.keys(errors).sort()).toEqual(['date-0', 'date-1', 'date-all', 'reason']);
    expect(errors['date-1']).toMatch(/^This must not be in the future/);
    expect(kept).toMatchObject(wrong);
    const nonsense = Buffer.from('no PDF at all');
    const noPdf = await post(person, path, { standing, reason: hostile, ...dates }, nonsense).expect(400);
    expect(formIn(noPdf.text, 'reason').errors.doc).toMatch(/^The file is not a readable PDF/);
    // On the bytes.
    expect(noPdf.text).not.toContain(hostile);
    expect((await recordOf(service, id)).state).toBe('draft');
    await post(person, path, { standing, reason: hostile, ...dates }).expect(303);
    await post(person, path, { standing, reason: 'again', ...dates }).expect(409);

    expect(await recordOf(service, id)).toMatchObject({
      state: 'signed',
      round: 1,
      deposits: [],
      signatory: [{ signatureDate: '2026-03-01T11:00:00.000+0000' }, { signatureDate: null }],
    });
  });

  test('Given one day for all, Then it counts where no date is recorded and none is typed', async () => {
    const { id } = await givenInSigning(service, { signatories: 3 });
    const first = dateOf(1, { signatureDate: '2026-03-01T10:00:27.120+0100' });
    await service.vendor.patch(`/public/api/conventions/${id}/dates`).send([first]).expect(200);
    const person = await signIn(service, 'sender');
    const path = `/console/conventions/${id}/signed-outside/`;
    const standing = await valueAt(person, path, 'standing');
    const days = { 'date-all': '2026-04-02', 'date-0': '', 'date-1': '', 'date-2': '2026-04-03' };

    await post(person, path, { standing, reason: 'On paper', ...days }).expect(303);

    expect((await recordOf(service, id)).signatory.map(({ signatureDate }) => signatureDate)).toEqual([
      '2026-03-01T09:00:27.120+0000',
      '2026-04-02T10:00:00.000+0000',
      '2026-04-03T10:00:00.000+0000',
    ]);
  });
});

describe('A body that is no form of ours', () => {
  test('is refused, of another type, too many fields, or a file of another name', async () => {
    const person = await signIn(service, 'sender');
    const path = '/console/conventions/new/';
    await person.post(path, typed).expect(415);
    const many = person.postMultipart(path);
    for (let index = 0; index < 6021; index += 1) many.field(`f${index}`, 'x');
    await many.expect(400);
    await person.postMultipart(path).attach('other', Buffer.from('x'), 'other.pdf').expect(400);
  });

  test('Given a deposited version, Then a stranger sees no form at all', async () => {
    const { id } = await givenInSigning(service);
    await deposit(service, id, await validPdf({ text: 'signed' })).expect(200);
    const { headers } = await callerWith(service.url, null)
      .get(`/console/conventions/${id}/take-back/`)
      .expect(302);
    expect(headers.location).toContain('/console/account/login/?next=');
  });
});
