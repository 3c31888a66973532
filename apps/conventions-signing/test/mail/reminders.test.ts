import { eventually } from '@campus/testing';
import { formsOf, type PageElement } from '@campus/testing/markup';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type PersonInConsole, signIn } from '../support/console.ts';
import { useMailServer } from '../support/mail.ts';
import { givenDelivered, pageOf, textOf } from '../support/read-console.ts';
import { givenDraft } from '../support/records.ts';
import { signInWithin } from '../support/scoped.ts';
import { type TestService, useService } from '../support/service.ts';

const mailServer = await useMailServer();
const service = useService({
  configuration: {
    ...mailServer.configuration,
    language: 'fr',
    reminderText: 'Le bureau des stages attend votre signature.',
    remindAfterDays: 7,
  },
});
const withoutMail = useService();
let sender: PersonInConsole;

beforeAll(async () => {
  sender = await signIn(service, 'sender');
  service.webhook.answerWith((_request, response) => void response.end('REF-7'));
});

/** However an address is written: a letter goes to one of those that its records name, its domain in lower case. */
const mailsTo = (address: string) =>
  mailServer.mails.filter(({ to }) => to.toLowerCase() === address.toLowerCase());

let people = 0;

/** A record that waits for people of its own, by the orders in which they sign. */
async function givenAwaited({
  mails = [`person${people++}@example.org`],
  on = service,
  ...options
}: { mails?: string[]; on?: TestService } & Parameters<typeof givenDraft>[1] = {}) {
  const signatory = mails.map((mail, index) => ({
    ...{ name: `Family${index}`, givenname: 'Given', mail, phone: null, order: 1 },
  }));
  const record = await givenDelivered(on, { ...options, signatory });
  return { ...record, mails, mail: mails[0] ?? '' };
}

/** Sends the form of the page of a record; undefined: there is none. */
async function remind(person: PersonInConsole, id: number) {
  const action = `${pageOf(id)}remind/`;
  const form = formsOf(await person.page(pageOf(id))).find(
    ({ element }) => element.attribute('action') === action,
  );
  const standing = form?.field('standing').value ?? '';
  return person.post(action, { standing });
}

/** Lets the letters go that wait for others of their operation. */
async function letLettersGo(): Promise<void> {
  await service.sql.query(
    "update pgboss.job set start_after = now() where name = 'reminders' and state = 'created'",
  );
}

async function untilEnded(location: string): Promise<string> {
  return eventually(async () => {
    const text = await textOf(sender, location);
    expect(text).toContain('Ended');
    return text;
  });
}

describe('Reminding', () => {
  test('sends a letter in the words of the institution, which the page and the history tell of', async () => {
    const { id, mail } = await givenAwaited({ title: 'Stage', reference: 'INT-9' });

    const answer = await remind(sender, id);

    expect(answer.headers.location).toBe(`${pageOf(id)}?done=reminded`);
    await eventually(() => expect(mailsTo(mail)).toHaveLength(1));
    const [letter] = mailsTo(mail);
    expect(letter?.headers.subject).toMatch(/^=\?UTF-8\?Q\?Votre_signature_est_attendue=C2=A0=3A_St/);
    expect(letter?.headers).not.toHaveProperty('list-unsubscribe');
    expect(letter?.text).toContain('Le bureau des stages attend votre signature.');
    expect(letter?.text).toMatch(
      /Stage \(référence\s: INT-9, dans l’application de signature\s: REF-7, attendue depuis le /,
    );
    const text = await textOf(sender, pageOf(id));
    expect(text).toMatch(/Given Family0 is next, .* Reminded: \d+ \w+ \d{4}/);
    expect(await textOf(sender, `${pageOf(id)}history/`)).toContain(`Reminded · round 1, ${mail}`);
  });

  test('reaches a person once a day, whichever record it is about, and whoever asks at the same time', async () => {
    const { id, mail } = await givenAwaited();
    const other = await givenAwaited({ mails: [mail.toUpperCase()] });

    const answers = await Promise.all([remind(sender, id), remind(sender, other.id), remind(sender, id)]);
    await eventually(() => expect(mailsTo(mail)).toHaveLength(1));
    const again = await remind(sender, id);

    expect(answers.map(({ status }) => status).toSorted()).toContain(303);
    expect(again.status).toBe(409);
    expect(again.text).toContain('has had a reminder today already');
    const twice = service.sql.query(
      'insert into reminders (id, person, day, created_at) select gen_random_uuid(), person, day, now() from reminders',
    );
    await expect(twice).rejects.toThrow(/reminders_person_day_key/);
    await service.sql.query("update reminders set day = day - 1, created_at = created_at - interval '1 day'");
    expect((await remind(sender, id)).status).toBe(303);
    await eventually(() => expect(mailsTo(mail)).toHaveLength(2));
  });

  test('reaches all who sign at the same time, and nobody who comes later', async () => {
    const { id, mails } = await givenAwaited({ mails: ['left@example.org', 'right@example.org'] });
    await service.sql.query(
      `insert into signatories (signable_id, position, "order", mail, name, given_name)
       select id, 2, 2, 'later@example.org', 'Later', 'Lou' from signables where kind = 'agreement' and number = $1`,
      [id],
    );

    await remind(sender, id);

    await eventually(() => expect(mails.flatMap(mailsTo)).toHaveLength(2));
    expect(mailsTo('later@example.org')).toEqual([]);
  });

  test('is not possible for a draft, by readers, or out of scope', async () => {
    const draft = await givenDraft(service);
    const { id, mail } = await givenAwaited({ department: 'Law' });
    const reader = await signIn(service, 'reader');
    const elsewhere = await signInWithin(service, { departments: ['Physics'], workflows: [] });

    expect((await remind(sender, draft.id)).status).toBe(303);
    expect((await remind(reader, id)).status).toBe(403);
    await elsewhere.post(`${pageOf(id)}remind/`, { standing: 'signing.1.1' }).expect(404);
    const { headers } = await elsewhere.post('/console/remind/', { conventions: String(id) }).expect(303);
    await eventually(async () =>
      expect(await textOf(elsewhere, String(headers.location))).toContain('not among what you may see'),
    );
    await letLettersGo();
    expect(mailsTo(mail)).toEqual([]);
  });

  test('that does not arrive is told on the page, with why', async () => {
    const { id, mail } = await givenAwaited({ mails: ['nobody@example.org'] });
    mailServer.answerTo = (recipient) => (recipient === mail ? '550 5.1.1 no such user' : '250 OK');

    await remind(sender, id);

    await eventually(async () =>
      expect(await textOf(sender, pageOf(id))).toMatch(/Reminder not delivered: .*5\.1\.1/),
    );
    mailServer.answerTo = undefined;
  });

  test('of what is ticked writes one letter to each person, about all that waits, and reports on each record', async () => {
    const { id: first, mail } = await givenAwaited({ title: 'First' });
    const { id: second } = await givenAwaited({ title: 'Second', mails: [mail] });
    const { id: draft } = await givenDraft(service);
    const { id: outside } = await givenDraft(service);
    await service.institution
      .post(`/api/conventions/${outside}/signed-outside`)
      .send({ reason: 'On paper.' })
      .expect(200);

    const { headers } = await sender
      .post('/console/remind/', { conventions: [first, second, draft, outside].map(String) })
      .expect(303);
    const report = await untilEnded(String(headers.location));
    await letLettersGo();

    expect(report).toMatch(/First reminded .*Second reminded .*refused Nobody can be reminded/s);
    await eventually(() => expect(mailsTo(mail)).toHaveLength(1));
    expect(mailsTo(mail)[0]?.headers.subject).toBe('Votre signature est attendue sur 2 documents');
    expect(mailsTo(mail)[0]?.text).toMatch(/- First .*\s+- Second/);
    const { body } = await service.institution.get('/api/operations').expect(200);
    expect(body.results[0]).toMatchObject({ action: 'remind', done: 2, refused: 1 });
    // A version without reminders, which may run beside this one, would send a draft.
    const { rows } = await service.sql.query(
      'select r.state::text, o.action::text from operation_records r join operations o on o.id = r.operation_id where o.id = $1 order by 1',
      [body.results[0].id],
    );
    expect(rows.map(({ state }) => state)).toEqual(['signed', 'signing', 'signing']);
    const none = await sender.post('/console/remind/', { conventions: String(draft) }).expect(409);
    expect(none.text).toContain('Nobody can be reminded');
  });

  test('of all that a list shows writes to whoever is next on what is in signing, unless the list shows others by then', async () => {
    const awaited = [await givenAwaited({ title: 'Listed' }), await givenAwaited({ title: 'Listed' })];
    const { id: draft } = await givenDraft(service, { title: 'Listed' });
    const path = '/console/conventions/all/?q=listed';
    const formAt = (page: PageElement) => {
      const action = '/console/conventions/all/remind/?q=listed';
      const form = formsOf(page).find(({ element }) => element.attribute('action') === action);
      form?.values.delete('csrfmiddlewaretoken');
      return { action, values: Object.fromEntries(form?.values ?? []) };
    };
    const page = await sender.page(path);
    expect(page.text).toMatch(/Remind\s+2 are in signing\. Whoever is next on these gets a letter/);
    const former = formAt(page);
    await service.institution.delete(`/api/conventions/${draft}`).expect(204);

    await sender.post(former.action, former.values).expect(409);
    const { action, values } = formAt(await sender.page(path));
    const { headers } = await sender.post(action, values).expect(303);
    await untilEnded(String(headers.location));
    await letLettersGo();

    for (const { mail } of awaited) await eventually(() => expect(mailsTo(mail)).toHaveLength(1));
    await givenDraft(service, { title: 'Unsent' });
    const unsent = await sender.page('/console/conventions/all/?q=unsent');
    expect(unsent.all('heading', 'Remind')).toEqual([]);
  });

  test('writes nobody who has signed before their letter goes, and the history says so', async () => {
    const { id, mail } = await givenAwaited();
    const { headers } = await sender.post('/console/remind/', { conventions: String(id) }).expect(303);
    await untilEnded(String(headers.location));
    const date = { mail, order: 1, signatureDate: '2026-03-01T10:00:00.000+0100' };
    await service.vendor.patch(`/public/api/conventions/${id}/dates`).send([date]).expect(200);

    await letLettersGo();

    await eventually(async () => {
      const { rows } = await service.sql.query(
        "select from reminders where person = encode(sha256(convert_to($1, 'UTF8')), 'hex')",
        [mail],
      );
      expect(rows).toEqual([]);
    });
    expect(mailsTo(mail)).toEqual([]);
    expect(await textOf(sender, `${pageOf(id)}history/`)).toMatch(
      new RegExp(
        `Reminder not sent, since nothing was awaited any more · round 1, ${mail}.* · round 1, ${mail}`,
      ),
    );
    // They had no letter that day.
    const other = await givenAwaited({ mails: [mail] });
    expect((await remind(sender, other.id)).status).toBe(303);
    await eventually(() => expect(mailsTo(mail)).toHaveLength(1));
  });

  test('of one record that is signed before the letter about several goes is not told to be sent', async () => {
    const { id: signed, mail } = await givenAwaited({ title: 'Signed' });
    const { id: awaited } = await givenAwaited({ title: 'Awaited', mails: [mail] });
    const { headers } = await sender
      .post('/console/remind/', { conventions: [signed, awaited].map(String) })
      .expect(303);
    await untilEnded(String(headers.location));
    const date = { mail, order: 1, signatureDate: '2026-03-01T10:00:00.000+0100' };
    await service.vendor.patch(`/public/api/conventions/${signed}/dates`).send([date]).expect(200);

    await letLettersGo();

    await eventually(() => expect(mailsTo(mail)).toHaveLength(1));
    expect(mailsTo(mail)[0]?.text).not.toContain('Signed');
    expect(await textOf(sender, `${pageOf(signed)}history/`)).toContain('Reminder not sent');
    expect(await textOf(sender, `${pageOf(awaited)}history/`)).not.toContain('Reminder not sent');
  });

  test('of an operation that takes long writes its letters when it has ended', async () => {
    const { id: first, mail } = await givenAwaited({ title: 'First' });
    const { id: last } = await givenAwaited({ title: 'Last', mails: [mail] });
    const held = await service.sql.connect();
    await held.query('begin');
    await held.query("select from signables where kind = 'agreement' and number = $1 for update", [last]);
    const { headers } = await sender
      .post('/console/remind/', { conventions: [first, last].map(String) })
      .expect(303);
    const jobs = () =>
      held.query<{ id: string; state: string }>(
        `select j.id, j.state::text from pgboss.job j join reminder_records n on n.reminder_id::text = j.data->>'mailId'
         join signables s on s.id = n.signable_id where j.name = 'reminders' and s.number = $1 order by j.created_on`,
        [first],
      );
    await eventually(async () => expect((await jobs()).rows).toHaveLength(1));

    await letLettersGo();
    await eventually(async () =>
      expect((await jobs()).rows.map(({ state }) => state)).toEqual(['completed', 'created']),
    );
    await held.query('commit');
    held.release();
    await untilEnded(String(headers.location));
    await letLettersGo();

    await eventually(() => expect(mailsTo(mail)).toHaveLength(1));
    expect(mailsTo(mail)[0]?.text).toMatch(/- First .*\s+- Last/);
  });

  test('of what waits for a person writes to them alone', async () => {
    const { id: first, mails } = await givenAwaited({ mails: ['her@example.org', 'him@example.org'] });
    const { id: second } = await givenAwaited({ mails: ['her@example.org'] });
    const address = '/console/person/?waiting_for=her%40example.org';
    const formAt = async () =>
      formsOf(await sender.page(address)).find(({ element }) =>
        element.attribute('action')?.startsWith('/console/person/'),
      );
    expect((await formAt())?.field('waiting_for').value).toBe('her@example.org');
    expect(await textOf(sender, address)).not.toContain('Last reminded');

    const { headers } = await sender
      .post('/console/person/remind/', {
        waiting_for: mails[0] ?? '',
        conventions: [first, second].map(String),
      })
      .expect(303);

    expect(headers.location).toBe(`${address}&done=reminded`);
    expect(await textOf(sender, String(headers.location))).toContain('A reminder is on its way');
    await eventually(() => expect(mailsTo('her@example.org')).toHaveLength(1));
    expect(mailsTo('her@example.org')[0]?.headers.subject).toContain('sur 2 documents');
    expect((await remind(sender, first)).status).toBe(303);
    await eventually(() => expect(mailsTo('him@example.org')).toHaveLength(1));
  });

  test('of what waits for a person tells of all but what their open letter has already, and names that', async () => {
    const { id: first, mail } = await givenAwaited({ title: 'In the letter' });
    const { headers: begun } = await sender
      .post('/console/remind/', { conventions: String(first) })
      .expect(303);
    await untilEnded(String(begun.location));
    const { id: second } = await givenAwaited({ title: 'Not in it', mails: [mail] });
    const remindThem = () =>
      sender
        .post('/console/person/remind/', { waiting_for: mail, conventions: [first, second].map(String) })
        .expect(303);

    const { headers } = await remindThem();
    const { headers: again } = await remindThem();

    const text = await textOf(sender, String(headers.location));
    expect(text).toMatch(
      /A reminder is on its way .*Today’s letter has these already, .*: Agreement \d+ · In the letter (?!Agreement)/,
    );
    expect(again.location).toContain('done=reminded_today');
    await letLettersGo();
    await eventually(() => expect(mailsTo(mail)).toHaveLength(1));
    expect(mailsTo(mail)[0]?.text).toMatch(/- In the letter .*\s+- Not in it/);
  });

  test('of what waits for a person is told on their page: when it was, and when it may be again', async () => {
    const { id, mail } = await givenAwaited();
    const address = `/console/person/?waiting_for=${encodeURIComponent(mail)}`;
    const asked = { waiting_for: mail, conventions: String(id) };
    const remindThem = (whom = asked) => sender.post('/console/person/remind/', whom).expect(303);
    const textAfter = async ({ headers }: { headers: Record<string, string> }) =>
      textOf(sender, String(headers.location));
    const hasButton = async () =>
      (await sender.page(address)).all('button').some(({ text }) => text === 'Remind by mail');
    expect([await hasButton(), await textOf(sender, address)]).toEqual([
      true,
      expect.not.stringContaining('Last reminded'),
    ]);
    await remindThem();
    const ofPerson = "where person = encode(sha256(convert_to($1, 'UTF8')), 'hex')";
    const { rows } = await service.sql.query<{ again: Date }>(
      `select (day + 1)::timestamp at time zone 'UTC' as again from reminders ${ofPerson}`,
      [mail],
    );
    const tomorrow = rows[0]?.again.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

    const again = await textAfter(await remindThem());

    expect(again).toContain('No further reminder: this person has had one today already.');
    expect(again).toMatch(/Last reminded \d+ \w+ \d{4}, \d\d:\d\d/);
    expect(again).toContain(`this one may be again on ${tomorrow}.`);
    expect(await hasButton()).toBe(false);
    const nobody = await textAfter(await remindThem({ ...asked, waiting_for: 'else@example.org' }));
    expect(nobody).toContain('none of these records waits for this person any more');
    await service.sql.query(`update reminders set day = day - 1 ${ofPerson}`, [mail]);
    expect([await hasButton(), await textOf(sender, address)]).toEqual([
      true,
      expect.stringContaining('Last reminded'),
    ]);
  });

  test('keeps nothing of a mail that was refused in the history of what was erased meanwhile', async () => {
    const { id, mail } = await givenAwaited();
    let erase: () => void = () => undefined;
    const isErased = new Promise<void>((resolve) => {
      erase = resolve;
    });
    const held = await service.sql.connect();
    const { rows } = await held.query<{ id: number }>(
      "select id from signables where kind = 'agreement' and number = $1",
      [id],
    );
    const signableId = rows[0]?.id;
    mailServer.answerTo = (recipient) => {
      if (recipient !== mail) return '250 OK';
      erase();
      return '550 5.1.1 no such user';
    };
    await held.query('begin');
    await remind(sender, id);
    await isErased;
    await held.query('select from signables where id = $1 for update', [signableId]);
    await held.query('delete from signatories where signable_id = $1', [signableId]);
    await held.query("update history set detail = '{}' where signable_id = $1", [signableId]);
    await held.query('commit');
    held.release();
    mailServer.answerTo = undefined;

    await eventually(async () => {
      const { rows: ended } = await service.sql.query(
        'select r.state::text from reminders r join reminder_records n on n.reminder_id = r.id where n.signable_id = $1',
        [signableId],
      );
      expect(ended).toEqual([{ state: 'refused' }]);
    });
    const kept = await service.sql.query(
      'select from history where signable_id = $1 and strpos(detail::text, $2) > 0',
      [signableId, mail],
    );
    expect(kept.rowCount).toBe(0);
  });

  test('takes a title as one line, in the subject too', async () => {
    const { id, mail } = await givenAwaited({ title: 'One' });
    // As an import of an earlier version may have left it.
    await service.sql.query("update signables set title = $2 where kind = 'agreement' and number = $1", [
      id,
      'One\u202eowt\nBcc: x@example.org',
    ]);

    await remind(sender, id);

    await eventually(() => expect(mailsTo(mail)).toHaveLength(1));
    const subject = mailsTo(mail)[0]?.headers.subject ?? '';
    expect(subject.replaceAll('?= =?UTF-8?Q?', '')).toContain('One_owt_Bcc');
  });

  test('is done by itself after so many days, and again after as many', async () => {
    const { id, mail } = await givenAwaited();
    const young = await givenAwaited();
    await service.sql.query(
      "update signables set round_started_at = now() - interval '8 days' where kind = 'agreement' and number = $1",
      [id],
    );

    await letItBeMorning();
    await eventually(async () => {
      await letLettersGo();
      expect(mailsTo(mail)).toHaveLength(1);
    });
    await letItBeMorning();

    expect(mailsTo(young.mail)).toEqual([]);
    const { rows } = await service.sql.query(
      "select h.actor from history h join signables s on s.id = h.signable_id where h.event = 'reminded' and s.number = $1",
      [id],
    );
    expect(rows).toEqual([{ actor: 'service' }]);
  });

  test('by itself reaches a person once in so many days, whichever record of theirs is due', async () => {
    const { id: first, mail } = await givenAwaited({ title: 'Due first' });
    const { id: second } = await givenAwaited({ title: 'Due next day', mails: [mail] });
    const letItWait = (number: number) =>
      service.sql.query(
        "update signables set round_started_at = now() - interval '8 days' where kind = 'agreement' and number = $1",
        [number],
      );
    await letItWait(first);
    await letItBeMorning();
    await eventually(async () => {
      await letLettersGo();
      expect(mailsTo(mail)).toHaveLength(1);
    });
    const letDaysPass = (days: number) =>
      service.sql.query(
        `update reminders set day = day - $1::int where person = encode(sha256(convert_to($2, 'UTF8')), 'hex')`,
        [days, mail],
      );
    await letDaysPass(1);
    await letItWait(second);

    await letItBeMorning();
    const { rows } = await service.sql.query(
      "select from history h join signables s on s.id = h.signable_id where h.event = 'reminded' and s.number = $1",
      [second],
    );
    expect(rows).toHaveLength(0);

    await letDaysPass(30);
    await letItBeMorning();
    await eventually(async () => {
      await letLettersGo();
      expect(mailsTo(mail)).toHaveLength(2);
    });
    expect(mailsTo(mail)[1]?.text).toMatch(/Due first[\s\S]*Due next day/);
  });
});

test('Letters are forgotten, without a mail server too', async () => {
  await withoutMail.sql.query(
    "insert into reminders (id, person, day, created_at) values (gen_random_uuid(), 'old', now() - interval '9 days', now() - interval '9 days'), (gen_random_uuid(), 'new', now(), now())",
  );

  await letItBeMorning(withoutMail);

  const { rows } = await withoutMail.sql.query('select person from reminders');
  expect(rows).toEqual([{ person: 'new' }]);
});

/** Lets it be the next morning on which people are reminded. */
async function letItBeMorning(on = service): Promise<void> {
  const { rows } = await on.sql.query<{ id: string }>(
    "update pgboss.job set start_after = now() where name = 'remind' and state = 'created' returning id",
  );
  await eventually(async () => {
    const done = await on.sql.query("select from pgboss.job where id = $1 and state = 'completed'", [
      rows[0]?.id,
    ]);
    expect(done.rowCount).toBe(1);
  });
}

test('Without a mail server, a letter to whoever is next opens in the mail program of the reader', async () => {
  withoutMail.webhook.answerWith((_request, response) => void response.end('REF-8'));
  const { id } = await givenAwaited({
    on: withoutMail,
    title: 'A & B',
    mails: ['ada@example.org', 'b+c@example.org'],
  });
  const person = await signIn(withoutMail, 'sender', { language: 'fr' });

  const link = (await person.page(pageOf(id))).get('link', 'Relancer').attribute('href') ?? '';

  const { protocol, pathname, searchParams } = new URL(link);
  expect([protocol, pathname]).toEqual(['mailto:', 'ada%40example.org,b%2Bc%40example.org']);
  expect(searchParams.get('subject')).toBe('Your signature is awaited: A & B');
  expect(searchParams.get('body')).toMatch(
    /^Hello,\r\n\r\nYour signature .*\r\n\r\n- A & B \(in the signing application: REF-8, awaited since /,
  );
  await person.post('/console/remind/', { conventions: String(id) }).expect(404);
});
