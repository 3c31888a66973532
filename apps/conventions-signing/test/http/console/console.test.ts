import { eventually } from '@campus/testing';
import { formsOf, type PageElement, readPage, recordsOf, rowsOf } from '@campus/testing/markup';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { hrefsIn, type PersonInConsole, signIn } from '../../support/console.ts';
import { validPdf } from '../../support/pdfs.ts';
import { dateOf, deposit, givenDraft, givenInSigning, recordOf, sha256 } from '../../support/records.ts';
import { useService } from '../../support/service.ts';
import { createSigner, signedPdf } from '../../support/signed-pdfs.ts';
import { tamper } from '../../support/tamper.ts';

const sent: string[] = [];
const service = useService({ statements: sent });
let reader: PersonInConsole;
let sender: PersonInConsole;

beforeAll(async () => {
  reader = await signIn(service, 'reader');
  sender = await signIn(service, 'sender', { fullName: 'Grace Durand' });
});
afterEach(() => {
  service.webhook.answerWith((_request, response) => void response.end());
});

/** What a person reads of a page, on one line. */
async function textOf(person: PersonInConsole, path: string): Promise<string> {
  return onOneLine((await person.page(path)).get('main'));
}

/** What the tables of a page say, a line for each row. */
async function rowsAt(person: PersonInConsole, path: string): Promise<string[]> {
  return rowsOf(await person.page(path)).map(onOneLine);
}

function onOneLine({ text }: PageElement): string {
  return text.replaceAll('\n', ' ');
}

/** The numbers of the agreements that a list shows. */
async function numbersAt(person: PersonInConsole, path: string): Promise<number[]> {
  return (await person.page(path))
    .all('table')
    .flatMap(recordsOf)
    .map((row) => Number(row['No.']));
}

/** Where the forms of a page are sent. */
async function actionsAt(person: PersonInConsole, path: string): Promise<(string | undefined)[]> {
  return formsOf(await person.page(path)).map(({ element }) => element.attribute('action'));
}

/** Where the parts of a page that keep themselves up to date are from. */
function sourcesOfLiveParts(within: PageElement): string[] {
  return within.all('region').flatMap((region) => region.attribute('data-live') ?? []);
}

const pageOf = (id: number) => `/console/conventions/${id}/`;

async function givenDelivered(options: Parameters<typeof givenInSigning>[1] = {}) {
  const record = await givenInSigning(service, options);
  await eventually(async () =>
    expect((await recordOf(service, record.id)).deliveries[0]?.state).toBe('delivered'),
  );
  return record;
}

// First, while there is nothing to deliver: what the service sends for a call is noted as well.
test('A list costs the same SQL statements for one row and for fifty, and so does the first page', async () => {
  await service.sql.query(`
    with many as (select nextval('agreement_number_seq') as number from generate_series(1, 50)),
    documents as (insert into documents (sha256, size, bytes)
      select encode(sha256('x'), 'hex'), 1, 'x' from many returning id),
    numbered as (select number, row_number() over () as n from many),
    stored as (select id, row_number() over () as n from documents),
    added as (insert into signables (kind, number, title, company_name, school, workflow_id, watchers, search_text,
        document_id, state, round, round_started_at)
      select 'agreement', number, 'Many ' || number, 'c', 's', '', '{}', 'many', stored.id, 'signing', 1, now()
      from numbered join stored using (n) returning id)
    insert into signatories (signable_id, position, "order", mail, name, given_name)
    select id, 0, 1, 'many@example.org', 'Many', 'Ada' from added`);
  const statementsOf = async (path: string) => {
    sent.length = 0;
    const page = await reader.page(path);
    const ofRecords = sent.filter((statement) => /signables|signatories/.test(statement));
    return { rows: rowsOf(page).length, statements: ofRecords.length };
  };

  // One of them counts what the search finds, and one what is overdue.
  expect(await statementsOf('/console/conventions/?q=many&page_size=1')).toEqual({
    rows: 1,
    statements: 4,
  });
  expect(await statementsOf('/console/conventions/?q=many&page_size=49')).toEqual({
    rows: 49,
    statements: 4,
  });
  // Fewer than a page among the newest: the older ones are searched too.
  expect(await statementsOf('/console/conventions/?q=many&page_size=50')).toEqual({
    rows: 50,
    statements: 5,
  });
  // One for each number that looks at records.
  expect((await statementsOf('/console/')).statements).toBe(7);
});

describe('Who may look', () => {
  test.each([
    '/console/',
    '/console/conventions/',
    '/console/avenants/7/',
    '/console/deliveries/?state=failed',
  ])('a stranger at %s is sent to the sign-in page, and back afterwards', async (path) => {
    const { headers } = await request(service.url).get(path).expect(302);

    expect(headers.location).toBe(`/console/account/login/?${new URLSearchParams({ next: path })}`);
  });

  test('a reader sees every page, and nothing on it that would change anything', async () => {
    const { id } = await givenDelivered();

    for (const path of ['/console/', '/console/conventions/', pageOf(id), '/console/deliveries/']) {
      const { text, headers } = await reader.get(path).expect(200);
      const main = readPage(text).get('main');
      expect(main.all('checkbox', /^Select/)).toEqual([]);
      expect(main.all('button').filter((button) => button.attribute('formaction'))).toEqual([]);
      expect(formsOf(main).filter(({ element }) => element.attribute('action'))).toEqual([]);
      expect(hrefsIn(main)).not.toContainEqual(expect.stringContaining('/new/'));
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['cache-control']).toBe('no-store');
    }
  });
});

describe('The list', () => {
  test('tells apart what looks alike: how far each record is, who has signed and who is next', async () => {
    const draft = await givenDraft(service, { title: 'Stage Draft' });
    const signing = await givenDelivered({ title: 'Stage Signing', signatories: 3 });
    await service.vendor
      .patch(`/public/api/conventions/${signing.id}/dates`)
      .send([dateOf(1)])
      .expect(200);
    const calling = await givenDelivered({ title: 'Stage Calling' });
    await service.sql.query(
      `with undone as (delete from attempts where delivery_id = $1)
      update deliveries set state = 'pending', next_attempt_at = now() where id = $1`,
      [calling.deliveries[0]?.id],
    );
    const outside = await givenDraft(service, { title: 'Stage Outside' });
    await service.institution
      .post(`/api/conventions/${outside.id}/signed-outside`)
      .send({ reason: 'on paper', dates: [] })
      .expect(200);
    service.webhook.answerWith((_request, response) => void response.writeHead(503).end());
    const failing = await givenInSigning(service, { title: 'Stage Failing' });
    await eventually(async () =>
      expect((await recordOf(service, failing.id)).deliveries[0]?.attempts).toHaveLength(1),
    );

    const rows = await rowsAt(sender, '/console/conventions/?q=stage');

    const company = 'Host organisation Exemple Industries';
    const sentAt = String.raw`\d+ \w+ \d{4}, \d\d:\d\d`;
    for (const row of [
      `^${draft.id} Stage Draft ${company} draft 0/2 · Ada Martin1 not sent yet · Blaise Martin2 not sent yet$`,
      `^${outside.id} Stage Outside ${company} signed outside (${sentAt} )?2 signatories ✓ Ada Martin1 signed outside ✓ Blaise`,
      `^${calling.id} Stage Calling ${company} waiting for the signing application ${sentAt} 0/2`,
      `^${signing.id} Stage Signing ${company} in signing ${sentAt} 1/3 ✓ Ada Martin1 has signed ▸ Blaise Martin2 is next · Chloé Martin3 comes later Blaise Martin2, for 1 minute$`,
      `^${failing.id} Stage Failing ${company} call failed, tried again ${sentAt} 0/2 .*503.* Next attempt: `,
    ])
      expect(rows).toContainEqual(expect.stringMatching(row));
    expect(await textOf(sender, pageOf(outside.id))).not.toContain('0/2');
  });

  test('is filtered by words, state, whose turn it is and failed calls, whatever else a form sends', async () => {
    const mine = await givenDelivered({ title: 'Zeppelin Größe', reference: 'Z-1' });
    await givenDraft(service, { title: 'Zeppelin Entwurf' });
    const found = (query: string) => numbersAt(reader, `/console/conventions/?${query}`);

    expect(await found('q=zeppelin&state=&waiting_for=')).toHaveLength(2);
    expect(await found('q=zeppelin+grosse&state=signing&waiting_for=SIGNATORY1@example.org')).toEqual([
      mine.id,
    ]);
    expect(await found('q=z-1&waiting_for=signatory2@example.org')).toEqual([]);
    expect(await found('q=zeppelin&failed=true')).toEqual([]);
    expect(await found('q=zeppelin&page_size=1&before=2147483647&done=anything')).toHaveLength(1);
  });

  test('is found by what the signing application calls it, of any round, and by the name of whose turn it is', async () => {
    const person = (givenname: string, order: number) => ({
      givenname,
      name: 'Œuvrard',
      mail: `${order}@example.org`,
      order,
    });
    service.webhook.answerWith((_request, response) => void response.end('PROC_Éa-77'));
    // Others may be called again meanwhile, and have the same answer.
    const title = 'Stage Émeraude';
    const { id } = await givenDelivered({ title, signatory: [person('Émilie', 1), person('Jean', 2)] });
    service.webhook.answerWith((_request, response) => void response.end('other'));
    await service.institution.post(`/api/conventions/${id}/signature`).expect(202);
    const found = (query: string) => numbersAt(reader, `/console/conventions/?${query}`);

    expect(await found('q=a-77+emeraude')).toEqual([id]);
    expect(await found('q=procxa')).toEqual([]);
    expect(await found('waiting_for=oeuvrard+EMILIE')).toEqual([id]);
    expect(await found('waiting_for=oeuvrard+jean')).toEqual([]);
  });

  test('goes on with older records under the same filter, and back to the newest', async () => {
    const ids: number[] = [];
    for (const name of ['one', 'two', 'three'])
      ids.unshift((await givenDraft(service, { title: `Paged ${name}` })).id);
    const newest = '/console/conventions/?q=paged&page_size=2';

    const first = await reader.page(newest);
    const older = first.get('link', 'Older').attribute('href') ?? '';
    const second = await reader.page(older);

    expect(await numbersAt(reader, newest)).toEqual(ids.slice(0, 2));
    expect(await numbersAt(reader, older)).toEqual(ids.slice(2));
    expect(second.names('link')).not.toContain('Older');
    expect(second.get('link', 'Newest').attribute('href')).toBe(newest);
  });
});

test('The first page leads from numbers to lists, from why calls fail to calling again, and tells who is waited for longest', async () => {
  const long = await givenDelivered({ title: 'Long awaited' });
  await service.sql.query(
    "update signables set round_started_at = now() - interval '5 days' where kind = 'agreement' and number = $1",
    [long.id],
  );
  const failed = await givenDelivered({ title: 'Given up' });
  await service.sql.query(
    `with given_up as (update deliveries set state = 'failed' where id = $1 returning id)
    update attempts set status = 410, error = 'answered 410 Gone' from given_up where delivery_id = given_up.id`,
    [failed.deliveries[0]?.id],
  );

  const longest = await givenDelivered({ title: 'Longest awaited' });
  await service.sql.query(
    "update signables set round_started_at = now() - interval '8 days' where kind = 'agreement' and number = $1",
    [longest.id],
  );

  const page = await sender.page('/console/');

  const text = onOneLine(page.get('main'));
  expect(text).toMatch(
    /Drafts \d+ .*In signing \d+ Agreements \d+ .*Waiting over 7 days 1 Agreements 1 Refused 0 With a failed call \d+ Agreements \d+ Why/,
  );
  expect(text).toMatch(/Why calls fail.*answered 410 1 1 .*Waiting longest/);
  expect(text).toMatch(
    /Waiting longest.*?Longest awaited .*?0\/2 8 days.*?Long awaited .*?Ada Martin1 signatory1@example.org 0\/2 5 days/,
  );
  expect(hrefsIn(page)).toEqual(
    expect.arrayContaining([
      '/console/conventions/?state=signing',
      '/console/conventions/?failed=true',
      '/console/deliveries/?cause=410',
      '/console/deliveries/again/?cause=410',
    ]),
  );
  expect(await numbersAt(reader, '/console/conventions/?state=signing&waiting_days=7')).toEqual([longest.id]);
  expect(hrefsIn(await reader.page('/console/'))).not.toContain('/console/deliveries/again/?cause=410');
  expect(await textOf(reader, '/console/deliveries/?state=failed')).toContain('answered 410 Gone');
});

test('The first page shows the last weeks by state, and how long signing took by workflow', async () => {
  // Unfolded.
  const weeks = async () => {
    const { text } = await reader.get('/console/').expect(200);
    const page = readPage(text.replace('<details id="weeks-table"', '<details open'));
    return page.get('region', 'Registered in twelve weeks, by state today').get('table');
  };
  const before = recordsOf(await weeks()).at(-1);
  const { id } = await givenDelivered({ workflowId: 'of-ten-days', signatories: 1 });
  await service.sql.query(
    "update signables set round_started_at = now() - interval '10 days' where kind = 'agreement' and number = $1",
    [id],
  );
  await deposit(service, id, await validPdf({ text: 'signed' })).expect(200);
  await service.vendor
    .patch(`/public/api/conventions/${id}/dates`)
    .send([dateOf(1)])
    .expect(200);

  const rows = recordsOf(await weeks());
  expect(rows).toHaveLength(12);
  expect(Number(rows.at(-1)?.signed)).toBe(Number(before?.signed) + 1);
  const days = (await reader.page('/console/')).get('region', 'Days to sign, twelve weeks').get('table');
  expect(recordsOf(days)).toContainEqual(
    expect.objectContaining({
      'Signing circuit': 'of-ten-days',
      Rounds: '1',
      Median: '10',
      '9 of 10 within': '10',
    }),
  );
});

test('The first page follows what is in signing', async () => {
  await givenDelivered();

  const page = await reader.page('/console/');

  expect(sourcesOfLiveParts(page)).toEqual(['/console/live/']);
  await service.sql.query("update signables set state = 'signed' where state = 'signing'");
  const { body } = await reader
    .get('/console/live/')
    .buffer(true)
    .parse((response, done) => {
      let all = '';
      response.on('data', (chunk: Buffer) => {
        all += chunk;
      });
      response.on('end', () => done(null, all));
    })
    .expect(200);
  expect(body).toMatch(/event: part\n.*Nobody is waited for.*event: over\n/s);
  expect(sourcesOfLiveParts(await reader.page('/console/'))).toEqual([]);
});

describe('The page of a record', () => {
  test('shows people, dates, documents, what their signatures say, calls and history', async () => {
    const pdf = await validPdf({ text: 'To be signed' });
    service.webhook.answerWith((_request, response) => void response.end('REF-7'));
    const { id } = await givenDelivered({ title: 'Whole', pdf, reference: 'INT-7' });
    const signed = await signedPdf(pdf, await createSigner({ name: 'Ada Martin' }));
    await deposit(service, id, signed).expect(200);
    const dates = { submissionDate: '2026-02-28T09:00:00.000+0000' };
    await service.vendor
      .patch(`/public/api/conventions/${id}/dates`)
      .send([dateOf(1, dates)])
      .expect(200);

    const text = await textOf(reader, pageOf(id));

    expect(text).toContain(
      'in signing 1 of 2 have signed waiting for Blaise Martin2 INT-7 · Exemple Industries',
    );
    expect(text).toContain('Last heard from the signing application: 1 minute ago');
    expect(text).toContain('Reference INT-7');
    expect(text).toContain('Watchers internships@example.edu');
    expect(text).toMatch(/Blaise Martin2 is next, for 1 minute \d/);
    expect(text).toContain(
      'Ada Martin1 has signed 1 Mar 2026, 09:00:00 order 1 · signatory1@example.org · +33612345678 Transmitted: 28 Feb 2026, 09:00:00',
    );
    expect(text).toMatch(
      /Signed document, version 1 has arrived signing application [^:]+:\d\d:\d\d 1 digital signature, intact/,
    );
    expect(text).toContain('It shows what was sent; signatures were added, and nothing else.');
    expect(text).toContain('About the certificate self-signed: anybody can make one in any name');
    expect(text).toContain(sha256(signed));
    expect(text).toContain(sha256(pdf));
    expect(text).toMatch(
      /Signing application called .{21} Its identifier: REF-7 · 1 attempt .* 200 accepted/,
    );
    expect(text).toMatch(
      /Date of signature recorded · round 1, signatory1@example.org: 1 Mar 2026, 09:00:00/,
    );
    expect(text).toMatch(/Signing application called · its identifier: REF-7 the service/);
    expect(text).toMatch(/Registered institution's application/);
    await tamper(service.sql, "update history set actor = 'sha256:0123456789ab' where event = 'registered'");
    expect(await textOf(reader, pageOf(id))).toMatch(/Registered token sha256:0123456789ab/);
  });

  test('keeps a round that was set aside readable, with the identifier to close on the other side', async () => {
    service.webhook.answerWith((_request, response) => void response.end('OLD-1'));
    const { id } = await givenDelivered();
    await deposit(service, id, await validPdf({ text: 'Came back' })).expect(200);
    await service.vendor
      .patch(`/public/api/conventions/${id}/dates`)
      .send([dateOf(1)])
      .expect(200);
    await tamper(service.sql, "update history set actor = $1 where event = 'registered'", [
      `person:${sender.username}`,
    ]);
    await service.institution
      .delete(`/api/conventions/${id}/signature`)
      .send({ reason: 'wrong tutor' })
      .expect(200);

    const page = await reader.page(pageOf(id));
    const text = await textOf(reader, pageOf(id));

    expect(text).toMatch(/draft Exemple Industries ✓ Registered Grace Durand/);
    expect(text).toMatch(/Signed document, version 1, round 1 set aside/);
    expect(text).toMatch(
      /Rounds that were set aside Round 1 until .* Sent for signature, round 1 .* Its identifier: OLD-1 .* Ada Martin1 has signed 1 Mar 2026, 09:00:00 .* Signed document, version 1 has arrived .* Taken back to draft institution's application .* Reason: wrong tutor .*can be closed there/,
    );
    expect(hrefsIn(page)).toContain(`/console/conventions/${id}/signed-pdf?version=1`);
    expect(sourcesOfLiveParts(page)).toEqual([]);
  });

  test('shows amendments under their agreement, with their progress, and the way back', async () => {
    const amendment = await givenInSigning(service, { kind: 'avenants', title: 'Longer stay' });

    const agreement = await textOf(reader, pageOf(amendment.conventionId ?? 0));
    const page = await reader.page(`/console/avenants/${amendment.id}/`);

    expect(agreement).toMatch(/Amendments .*Longer stay .*0\/2 ▸ Ada Martin1/);
    expect(hrefsIn(page)).toContain(pageOf(amendment.conventionId ?? 0));
  });

  test('leads to the signed document of what is signed, and calls nobody about it again', async () => {
    const { id } = await givenDelivered();
    expect(await actionsAt(sender, pageOf(id))).toContainEqual(expect.stringMatching(/redeliver\/$/));
    await deposit(service, id, await validPdf({ text: 'Signed' })).expect(200);
    await service.vendor
      .patch(`/public/api/conventions/${id}/dates`)
      .send([dateOf(1), dateOf(2)])
      .expect(200);

    for (const person of [sender, reader]) {
      const page = await person.page(pageOf(id));
      expect(page.get('link', 'Open the signed document').attribute('href')).toBe(
        `${pageOf(id)}signed-pdf?version=1`,
      );
    }
    expect(await actionsAt(sender, pageOf(id))).not.toContainEqual(expect.stringContaining('redeliver'));
  });

  test('shows a round in its course: what happened, whose turn it is, and what is to come', async () => {
    const { id } = await givenDelivered({ signatories: 3 });
    await service.vendor
      .patch(`/public/api/conventions/${id}/dates`)
      .send([dateOf(1)])
      .expect(200);

    const course = (await reader.page(pageOf(id))).get('list', 'Course of round 1');
    const steps = course.all('listitem');

    expect(steps.map((step) => step.attribute('class'))).toEqual([
      'done',
      'done',
      'done',
      'done',
      'now',
      'to-come',
      'to-come',
      'to-come',
    ]);
    expect(steps.map((step) => step.attribute('aria-current'))[4]).toBe('step');
    expect(steps.map(onOneLine).slice(4)).toEqual([
      expect.stringMatching(/Blaise Martin2 is next, for 1 minute/),
      expect.stringMatching(/Chloé Martin3 to come/),
      'Signed document to come',
      'All signed to come',
    ]);
  });

  test('says why nobody can sign yet, and when the signing application is called again', async () => {
    service.webhook.answerWith((_request, response) => void response.writeHead(503).end());
    const { id } = await givenInSigning(service);
    await eventually(async () =>
      expect((await recordOf(service, id)).deliveries[0]?.attempts).toHaveLength(1),
    );

    expect(await textOf(reader, pageOf(id))).toMatch(
      /The signing application could not be called yet .* Last attempt: answered 503\. Next attempt: .*:\d\d:\d\d\. 1 attempt/,
    );
    await service.sql.query("update deliveries set state = 'failed', next_attempt_at = null where id = $1", [
      (await recordOf(service, id)).deliveries[0]?.id,
    ]);
    expect(await textOf(reader, pageOf(id))).toMatch(
      /Last attempt: answered 503\. It is not tried again by itself\./,
    );
  });

  test('does not say that something was sent when the call has failed since', async () => {
    const { id } = await givenDelivered();
    expect(await textOf(sender, `${pageOf(id)}?done=sent`)).toContain('Sent for signature.');
    service.webhook.answerWith((_request, response) => void response.writeHead(503).end());
    const failing = await givenInSigning(service);
    await eventually(async () =>
      expect((await recordOf(service, failing.id)).deliveries[0]?.attempts).toHaveLength(1),
    );

    expect(await textOf(sender, `${pageOf(failing.id)}?done=sent`)).not.toContain('Sent for signature.');
  });

  test('says of an erased record what is left of it', async () => {
    const { id } = await givenInSigning(service);
    await service.institution.delete(`/api/conventions/${id}`).send({ reason: 'asked for' }).expect(204);

    expect(await textOf(reader, pageOf(id))).toMatch(/\(erased\) .*was erased.*History/);
    await reader
      .get(`${pageOf(id)}pdf`)
      .expect(404)
      .expect('Content-Type', /html/);
  });

  test('is sent anew as it changes, until it is signed', async () => {
    const { id } = await givenDelivered();
    const stream = reader
      .get(`${pageOf(id)}live/`)
      .buffer(true)
      .parse((response, done) => {
        let text = '';
        response.on('data', (chunk: Buffer) => {
          const isFirst = text === '';
          text += chunk;
          if (isFirst) void complete();
        });
        response.on('end', () => done(null, text));
      });
    const complete = async () => {
      await deposit(service, id, await validPdf({ text: 'Signed' })).expect(200);
      const dates = [dateOf(1), dateOf(2)];
      await service.vendor.patch(`/public/api/conventions/${id}/dates`).send(dates).expect(200);
    };

    const { body, headers } = await stream.expect(200);

    expect(headers['content-type']).toMatch(/^text\/event-stream/);
    const events: string[] = body.split(/^event: /m).slice(1);
    const parts = events.filter((event) => event.startsWith('part\n')).map((part) => readPage(part));
    expect(parts[0]?.text).toMatch(/^in signing 0 of 2 have signed waiting for Ada Martin1$/m);
    expect(parts.at(-1)?.text).toMatch(/^signed 2 of 2 have signed$/m);
    expect(events.at(-1)).toMatch(/^over\n/);
    expect(parts.flatMap(formsOf)).toEqual([]);
    expect(body).not.toContain('csrf');
  });
});

describe('The documents', () => {
  test('are shown by the browser itself, byte for byte, each version under its name', async () => {
    const pdf = await validPdf({ text: 'First' });
    const back = await validPdf({ text: 'Second' });
    const { id } = await givenInSigning(service, { pdf });
    await deposit(service, id, back).expect(200);

    const registered = await reader
      .get(`${pageOf(id)}pdf`)
      .buffer(true)
      .expect(200);
    const signed = await reader
      .get(`${pageOf(id)}signed-pdf?version=1`)
      .buffer(true)
      .expect(200);

    expect(registered.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="Convention_${id}.pdf"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(sha256(registered.body)).toBe(sha256(pdf));
    expect(signed.headers['content-disposition']).toBe(`inline; filename="Convention_${id}_signed_v1.pdf"`);
    expect(sha256(signed.body)).toBe(sha256(back));
  });

  test('may be framed by our own pages alone, and use nothing of ours; no page may be framed', async () => {
    const { id } = await givenInSigning(service);
    await deposit(service, id, await validPdf({ text: 'Signed' })).expect(200);

    for (const document of ['pdf', 'signed-pdf?version=1']) {
      const { headers } = await reader.get(`${pageOf(id)}${document}`).expect(200);
      expect(headers).toMatchObject({
        'content-security-policy':
          "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
        'x-frame-options': 'SAMEORIGIN',
      });
    }
    for (const [path, status] of [
      [pageOf(id), 200],
      [`${pageOf(id)}signed-pdf?version=99`, 404],
    ] as const) {
      const { headers } = await reader.get(path).expect(status);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['x-frame-options']).toBe('DENY');
    }
  });
});

test.each([
  ['/console/conventions/2147483648/', 404, 'no such agreement'],
  ['/console/avenants/1e3/live/', 404, 'nothing at this address'],
  ['/console/conventions/1/signed-pdf?version=99', 404, 'no such version'],
  ['/console/nowhere/', 404, 'nothing at this address'],
  ['/console/send/', 405, 'takes no such request'],
  ['/console/conventions/?state=lost', 400, 'filter that does not exist'],
  ['/console/conventions/live/?before=x', 400, 'filter that does not exist'],
  ['/console/conventions/%E0%A4%A/', 400, 'not understood'],
])('%s is answered by a page with %s', async (path, status, sentence) => {
  if (path.includes('/1/')) await givenDraft(service);

  const { text, headers } = await reader.get(path).expect(status);

  expect(headers['content-type']).toMatch(/^text\/html/);
  const page = readPage(text);
  expect(page.get('alert').text).toContain(sentence);
  expect(hrefsIn(page)).toContain('/console/deliveries/');
});

test('An address outside of every room is answered by a page for browsers, and by a problem for programs', async () => {
  const page = await request(service.url).get('/zzz').set('Accept', 'text/html').expect(404);
  expect(page.text).toContain('There is nothing at this address.');
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page.headers['set-cookie']).toBeUndefined();
  await request(service.url)
    .get('/zzz')
    .expect(404)
    .expect('Content-Type', /problem\+json/);
  await service.vendor
    .get('/zzz')
    .set('Accept', 'text/html')
    .expect(404)
    .expect('Content-Type', /problem/);
});

test('Given something that nobody foresaw, Then the page says so and tells nothing of it', async () => {
  const { id } = await givenInSigning(service);
  await deposit(service, id, await validPdf({ text: 'Spoiled' })).expect(200);
  await service.sql.query(
    `update deposits set signatures = '{"count": "many"}' from signables
    where signables.id = signable_id and kind = 'agreement' and number = $1`,
    [id],
  );

  const { text, headers } = await reader.get(pageOf(id)).expect(500).expect('Content-Type', /html/);

  expect(readPage(text).get('code').text).toBe(headers['x-request-id']);
  expect(text).not.toMatch(/invalid|zod|expected/i);
});

test('Given a French browser, Then every page speaks French, with the times as France writes them', async () => {
  const lectrice = await signIn(service, 'sender', { language: 'fr' });
  const { id } = await givenDelivered({ title: 'Stage' });

  const { text } = await lectrice.get(pageOf(id)).expect(200).expect('Content-Language', 'fr');
  const page = readPage(text);
  expect(page.language).toBe('fr');
  expect(page.text).toMatch(/en signature.*Ada Martin1 doit signer maintenant.*Blaise Martin2 à venir/s);
  expect(page.text).toMatch(/Historique.*Application de signature appelée.*le service/s);
  expect(page.all('time')[0]?.text).toMatch(/^\d{1,2} \S+ \d{4}, \d\d:\d\d:\d\d$/);
  expect(await textOf(lectrice, '/console/')).toContain('En attente depuis le plus longtemps');
  expect(await textOf(lectrice, '/console/conventions/')).toContain('Ada Martin1 doit signer maintenant');
  expect(await textOf(lectrice, '/console/deliveries/')).toContain('effectué');
});

test('Given markup in every text of a record, in answers and in names, Then no page lets any of it in', async () => {
  const attack = (place: string) => `<img src=x onerror=${place}>"'<script>${place}</script>`;
  service.webhook.answerWith((_request, response) => void response.end(attack('reference')));
  const signer = await createSigner({ name: attack('signer').slice(0, 60) });
  const pdf = await validPdf();
  const record = await givenDelivered({
    pdf,
    title: attack('title'),
    companyname: attack('company'),
    school: attack('school'),
    workflowId: attack('workflow'),
    reference: attack('ref'),
    signatory: [
      { name: attack('name'), givenname: attack('given'), mail: 'a@example.org', phone: null, order: 1 },
    ],
  });
  await deposit(service, record.id, await signedPdf(pdf, signer)).expect(200);
  await service.sql.query(
    `with held as (update attempts set error = $1 where delivery_id = $2)
    update deliveries set state = 'failed' where id = $2`,
    [attack('error'), record.deliveries[0]?.id],
  );
  const waiting = await givenDelivered({ title: attack('title'), reference: attack('waiting') });
  await service.sql.query(
    "update signables set round_started_at = '2026-01-01' where kind = 'agreement' and number = $1",
    [waiting.id],
  );
  const eve = await signIn(service, 'sender', { username: 'eve', fullName: attack('person') });
  await tamper(service.sql, "update history set actor = 'person:eve' where event = 'deposited'");

  for (const path of [
    '/console/',
    '/console/conventions/',
    `/console/conventions/?q=${encodeURIComponent(attack('q'))}`,
    '/console/deliveries/?state=failed',
    pageOf(record.id),
  ]) {
    const { text } = await eve.get(path).expect(200);
    // On the bytes, whatever a reader of pages makes of them.
    expect(text).toContain('&lt;img src=x');
    expect(text).not.toMatch(/<img|<script>|onerror=\w+>(?!&)/);
  }
  await service.institution
    .delete(`/api/conventions/${record.id}/signature`)
    .send({ reason: attack('reason') })
    .expect(200);
  const { text } = await eve.get(pageOf(record.id)).expect(200);
  expect(text).toContain('&lt;script&gt;reason');
  expect(text).not.toMatch(/<img|<script>/);
});

test('Every page leads to what its words mean', async () => {
  const [footer] = (await reader.page('/console/')).all('contentinfo');
  const page = await reader.page(footer?.get('link', 'Glossary').attribute('href') ?? '');

  expect(page.get('heading', 'Glossary').text).toBe('Glossary');
  expect(page.all('term').map(({ text }) => text)).toContain('round');
});
