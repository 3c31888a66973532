import { eventually } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { givenReader, useMailServer } from '../support/mail.ts';
import { givenDraft, givenInSigning, recordOf } from '../support/records.ts';
import { useService } from '../support/service.ts';

const mailServer = await useMailServer();
const service = useService({ configuration: mailServer.configuration });

async function givenSubscriber(email: string, language: 'en' | 'fr' = 'en') {
  const person = await givenReader(service, email, { language });
  await person.post('/console/account/mail/', { digest: 'true' }).expect(303);
  return person;
}

const mailsTo = (address: string) => mailServer.mails.filter(({ to }) => to === address);

/** Lets it be the morning for which the digest is promised: as that of now, for the clocks of the tests stand. */
async function letItBeMorning(): Promise<string | undefined> {
  const { rows } = await service.sql.query<{ at: string }>(
    "select data->>'at' as at from pgboss.job where name = 'mail-digest' and state = 'created' order by 1 limit 1",
  );
  await service.sql.query(
    "update pgboss.job set start_after = now() where name = 'mail-digest' and data->>'at' = $1",
    [rows[0]?.at],
  );
  await eventually(async () => {
    const done = await service.sql.query(
      "select from pgboss.job where name = 'mail-digest' and state = 'completed' and data->>'at' = $1",
      [rows[0]?.at],
    );
    expect(done.rowCount).toBe(1);
  });
  return rows[0]?.at;
}

describe('The digest of a morning', () => {
  test('tells in the language of each what stands still in their scope, and nobody else anything', async () => {
    await givenSubscriber('digest@university.example');
    await givenSubscriber('resume@university.example', 'fr');
    await givenReader(service, 'nothing@university.example');
    const elsewhere = await givenSubscriber('elsewhere@university.example');
    await service.sql.query(
      `update accounts set scope = '{"departments": ["Law"], "workflows": []}' where id = $1`,
      [elsewhere.id],
    );
    service.webhook.answerWith((_request, response) => {
      response.statusCode = 503;
      response.end();
    });
    const { id } = await givenInSigning(service);
    await eventually(async () =>
      expect((await recordOf(service, id)).deliveries[0]?.attempts).toHaveLength(1),
    );
    const late = await givenInSigning(service);
    await service.sql.query(
      "update signables set due_on = '2026-01-01' where kind = 'agreement' and number = $1",
      [late.id],
    );

    await letItBeMorning();

    await eventually(() => expect(mailServer.mails).toHaveLength(2));
    const [mail] = mailsTo('digest@university.example');
    expect(mail?.headers.subject).toBe('Signatures this morning');
    expect(mail?.text).toContain('to the signing application failing, 0 of them given up');
    expect(mail?.text).toContain('- 1 document past its due date');
    expect(mailsTo('resume@university.example')[0]?.headers.subject).toBe('Les signatures ce matin');
  });

  test('that is late leaves what was signed since to the next one', async () => {
    await service.sql.query('delete from mail_subscriptions');
    await givenSubscriber('late@university.example');
    const first = await letItBeMorning();
    const signed = await Promise.all([givenDraft(service), givenDraft(service)]);
    for (const [index, { id }] of signed.entries()) {
      await service.institution
        .post(`/api/conventions/${id}/signed-outside`)
        .send({ reason: 'On paper.' })
        .expect(200);
      // The second of them after the morning that comes, which the service takes note of late.
      await service.sql.query(
        `update signable_times set signed_at = $2::timestamptz + ($3 * 24 + 1) * interval '1 hour'
         where kind = 'agreement' and number = $1`,
        [id, first, index],
      );
    }
    const toldOf = () =>
      mailsTo('late@university.example').flatMap(
        ({ text }) => /- (\d+) documents? signed/.exec(text)?.[1] ?? [],
      );

    await letItBeMorning();
    await eventually(() => expect(toldOf()).toEqual(['1']));
    await letItBeMorning();

    await eventually(() => expect(toldOf()).toEqual(['1', '1']));
  });

  test('tells what its reader sees when it is sent, whatever they saw when it was promised', async () => {
    await service.sql.query('delete from mail_subscriptions');
    const [law, physics] = ['Law of mails', 'Physics of mails'];
    const records = await Promise.all(
      [law, physics, physics].map((department) => givenInSigning(service, { department })),
    );
    await service.sql.query(
      "update signables set due_on = '2026-01-01' where kind = 'agreement' and number = any($1)",
      [records.map(({ id }) => id)],
    );
    const of = (...departments: string[]) => JSON.stringify({ departments, workflows: [] });
    const moved = await givenSubscriber('moved@university.example');
    const closed = await givenSubscriber('closed@university.example');
    await service.sql.query('update accounts set scope = $2 where id = any($1)', [
      [moved.id, closed.id],
      of(law),
    ]);
    const answers = new Set<string>();
    mailServer.answerTo = (to) => {
      answers.add(to);
      return '451 4.7.1 come back later';
    };
    await letItBeMorning();
    await eventually(() => expect(answers.size).toBe(2));

    await service.sql.query('update accounts set scope = $2 where id = $1', [moved.id, of(physics)]);
    await service.sql.query('update accounts set scope = $2 where id = $1', [closed.id, of('Nothing')]);
    mailServer.answerTo = () => '250 OK';
    await service.sql.query(
      "update pgboss.job set start_after = now() where name = 'mail' and state < 'active'",
    );

    await eventually(() => expect(mailsTo('moved@university.example')).toHaveLength(1));
    expect(mailsTo('moved@university.example')[0]?.text).toContain('- 2 documents past their due dates');
    await eventually(async () => {
      const { rows } = await service.sql.query('select state::text from mails where account_id = $1', [
        closed.id,
      ]);
      expect(rows).toEqual([{ state: 'dropped' }]);
    });
  });
});
