import { eventually } from '@campus/testing';
import { afterEach, describe, expect, test } from '@jest/globals';
import { givenReader, useMailServer } from '../support/mail.ts';
import { givenInSigning, recordOf } from '../support/records.ts';
import { useService } from '../support/service.ts';

const mailServer = await useMailServer();
const service = useService({ configuration: mailServer.configuration });

const own = '/console/account/';

/** Somebody who wants to hear at once of calls that fail. */
async function givenSubscriber(email: string) {
  const person = await givenReader(service, email);
  await person.post(`${own}mail/`, { failures: 'true' }).expect(303);
  return person;
}

afterEach(async () => {
  await service.sql.query('delete from mail_subscriptions');
  await service.sql.query(
    "update signables set state = 'draft', round_started_at = null, due_on = null where state = 'signing'",
  );
});

const mailsTo = (address: string) => mailServer.mails.filter(({ to }) => to === address);

function fail(status: number): void {
  service.webhook.answerWith((_request, response) => {
    response.statusCode = status;
    response.end();
  });
}

/**
 * Lets the look at what fails come now that was asked for, at the end of its minute; another may be asked for afterwards,
 * in the same minute.
 */
async function look(): Promise<void> {
  await letPass('1 minute');
  await eventually(async () => {
    const { rowCount } = await service.sql.query(
      "update pgboss.job set start_after = now() where name = 'mail-alerts' and state = 'created'",
    );
    expect(rowCount).toBeGreaterThan(0);
  });
  await eventually(async () => {
    const { rows } = await service.sql.query(
      "select from pgboss.job where name = 'mail-alerts' and state < 'completed' and start_after <= now()",
    );
    expect(rows).toEqual([]);
  });
  await service.sql.query("delete from pgboss.job where name = 'mail-alerts' and state = 'completed'");
}

/** Records that were sent and could not be called about. */
async function givenFailing(count: number) {
  const records = await Promise.all(Array.from({ length: count }, () => givenInSigning(service)));
  for (const { id } of records)
    await eventually(async () =>
      // Meanwhile it may have been tried again.
      expect((await recordOf(service, id)).deliveries[0]?.attempts).not.toEqual([]),
    );
  return records;
}

/** Lets the last attempt of a call be made, and fail. */
async function giveUp({ deliveries }: { deliveries: { id: string }[] }): Promise<void> {
  const id = deliveries[0]?.id;
  await service.sql.query("update deliveries set give_up_at = now() + interval '1 second' where id = $1", [
    id,
  ]);
  await service.sql.query(
    "update pgboss.job set start_after = now() where name = 'webhook-delivery' and data->>'deliveryId' = $1",
    [id],
  );
  await eventually(async () => {
    const { rows } = await service.sql.query('select state::text from deliveries where id = $1', [id]);
    expect(rows).toEqual([{ state: 'failed' }]);
  });
}

/** When an account was last promised a mail. */
const lastMail = (email: string) =>
  `(select max(m.created_at) from mails m join accounts a on a.id = m.account_id where a.email = '${email}')`;

/** Lets time pass, for what was tried and told. */
async function letPass(interval: string): Promise<void> {
  await service.sql.query('update mail_subscriptions set alerted_at = alerted_at - $1::interval', [interval]);
  await service.sql.query('update attempts set started_at = started_at - $1::interval', [interval]);
}

describe('Calls that fail', () => {
  test('make one mail to whoever wants it, however many they are', async () => {
    await givenSubscriber('one@university.example');
    fail(503);

    await givenFailing(5);
    await look();

    await eventually(() => expect(mailsTo('one@university.example')).toHaveLength(1));
    const [mail] = mailsTo('one@university.example');
    expect(mail?.headers.subject).toBe('Calls to the signing application fail');
    expect(mail?.text).toContain('- Since just now: HTTP 503, 5 calls.');
    await givenFailing(2);
    await letPass('1 hour');
    await look();
    const { rows } = await service.sql.query(
      "select from pgboss.job where name = 'mail' and state < 'completed'",
    );
    expect(rows).toEqual([]);
    expect(mailsTo('one@university.example')).toHaveLength(1);
  });

  test('by another cause make another mail, an hour after the last', async () => {
    await givenSubscriber('two@university.example');
    fail(503);
    await givenFailing(1);
    await look();
    await eventually(() => expect(mailsTo('two@university.example')).toHaveLength(1));

    fail(401);
    await givenFailing(1);
    await look();
    expect(mailsTo('two@university.example')).toHaveLength(1);
    await letPass('1 hour');
    // What had to wait comes by itself.
    await look();

    await eventually(() => expect(mailsTo('two@university.example')).toHaveLength(2));
    const body = mailsTo('two@university.example')[1]?.text;
    expect(body).toContain('- Since just now: HTTP 401, 1 call.');
    expect(body).not.toContain('HTTP 503');
  });

  test.each([
    ['ended after it', 'ending@university.example', 5],
    ['were not yet noted at it', 'noting@university.example', -5],
  ])(
    'by another cause that began before the last look and %s make another mail',
    async (_how, email, ended) => {
      await givenSubscriber(email);
      fail(503);
      await givenFailing(1);
      await look();
      await eventually(() => expect(mailsTo(email)).toHaveLength(1));

      fail(401);
      const [late] = await givenFailing(1);
      await service.sql.query(
        `update attempts set duration_ms = 30000, started_at = ${lastMail(email)} + ($2 - 30) * interval '1 second'
       where delivery_id = $1`,
        [late?.deliveries[0]?.id, ended],
      );
      await letPass('1 hour');
      await look();

      await eventually(() => expect(mailsTo(email)).toHaveLength(2));
      expect(mailsTo(email)[1]?.text).toContain('- Since just now: HTTP 401, 1 call.');
    },
  );

  test('and are given up make a mail that says so', async () => {
    fail(500);
    const [record] = await givenFailing(1);
    await letPass('2 hours');
    await givenSubscriber('three@university.example');

    if (record !== undefined) await giveUp(record);
    await look();

    await eventually(() => expect(mailsTo('three@university.example')).toHaveLength(1));
    expect(mailsTo('three@university.example')[0]?.text).toContain('1 call was given up: HTTP 500.');
  });

  test('make no mail to whoever does not want it, is deactivated, or has no address', async () => {
    const gone = await givenSubscriber('gone@university.example');
    await service.sql.query('update accounts set is_active = false where id = $1', [gone.id]);
    const mute = await givenSubscriber('mute@university.example');
    await service.sql.query("update accounts set email = '' where id = $1", [mute.id]);
    await givenReader(service, 'silent@university.example');
    await givenSubscriber('last@university.example');
    fail(503);

    await givenFailing(1);
    await look();

    await eventually(() => expect(mailsTo('last@university.example')).toHaveLength(1));
    const { rows } = await service.sql.query('select account_id from mails where account_id = any($1)', [
      [gone.id, mute.id],
    ]);
    expect(rows).toEqual([]);
    expect(mailsTo('silent@university.example')).toEqual([]);
  });
});
