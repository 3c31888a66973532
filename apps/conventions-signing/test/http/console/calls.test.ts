import { eventually } from '@campus/testing';
import { formWith, readPage, recordsOf } from '@campus/testing/markup';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { maxFailingCounted } from '../../../src/data/failing-calls.ts';
import { type PersonInConsole, signIn } from '../../support/console.ts';
import { givenInSigning, type RecordOnWire, recordOf } from '../../support/records.ts';
import { signInWithin } from '../../support/scoped.ts';
import { useService, webhookToken } from '../../support/service.ts';

const service = useService();
let sender: PersonInConsole;
let reader: PersonInConsole;

beforeAll(async () => {
  sender = await signIn(service, 'sender');
  reader = await signIn(service, 'reader');
});
beforeEach(() => service.webhook.answerWith((_request, response) => void response.end('REF-1')));

async function textOf(path: string, person = sender): Promise<string> {
  return (await person.page(path)).get('main').text.replaceAll('\n', ' ');
}

async function givenTried(status: number, title = 'Tried'): Promise<RecordOnWire & { delivery: string }> {
  service.webhook.answerWith((_request, response) => {
    response.writeHead(status, { 'X-Trace': 'trace-7' }).end(`said <b>${title}</b>`);
  });
  const { id } = await givenInSigning(service, { title });
  await eventually(async () => expect((await recordOf(service, id)).deliveries[0]?.attempts).toHaveLength(1));
  const record = await recordOf(service, id);
  return { ...record, delivery: String(record.deliveries[0]?.id) };
}

/** Gives a call up now, which takes three days. */
async function giveUp(delivery: string): Promise<void> {
  await service.sql.query(`update deliveries set state = 'failed', next_attempt_at = null where id = $1`, [
    delivery,
  ]);
}

describe('The page of a call', () => {
  test('shows of each attempt the request without the token, the answer, and how long it took', async () => {
    const { delivery, id } = await givenTried(503);

    const text = await textOf(`/console/deliveries/${delivery}/`, reader);

    expect(text).toMatch(/waiting again answered 503/);
    expect(text).toMatch(
      new RegExp(`Attempt 1 503 .* GET http://127\\.0\\.0\\.1:\\d+/start\\?conventionid=${id} `),
    );
    expect(text).toContain('Authorization: Bearer ********');
    expect(text).toContain(`X-Delivery-Id: ${delivery}`);
    expect(text).toContain('HTTP 503 X-Trace: trace-7');
    expect(text).toContain('said <b>Tried</b>');
    expect(text).not.toContain(webhookToken);
  });

  test('shows an attempt that an older version has made, and one that was erased, without them', async () => {
    const { delivery, id } = await givenTried(200);

    await service.institution.delete(`/api/conventions/${id}`).send({ reason: 'r' }).expect(204);

    expect(await textOf(`/console/deliveries/${delivery}/`)).toContain('is not kept of this attempt');
  });

  test('shows the newest attempts, and leads to those before', async () => {
    const { delivery } = await givenTried(503);
    await service.sql.query(
      `insert into attempts (delivery_id, number, started_at, duration_ms, status, error)
       select $1, n, now(), 5, 500, 'answered 500' from generate_series(2, 30) n`,
      [delivery],
    );

    const page = await sender.page(`/console/deliveries/${delivery}/`);
    expect(page.get('main').text).toMatch(/Attempt 30[\s\S]*Attempt 6(?!\d)/);
    expect(page.get('main').text).not.toContain('Attempt 5 ');
    const older = await textOf(`/console/deliveries/${delivery}/?before=6`);
    expect(older).toMatch(/Attempt 5 .*Attempt 1 .*Newest attempts/);
  });

  test('offers to call again only to whom that is allowed, and is not there for no call', async () => {
    const { delivery } = await givenTried(503);

    expect((await sender.page(`/console/deliveries/${delivery}/`)).names('button')).toContain(
      'Call the signing application again',
    );
    expect((await reader.page(`/console/deliveries/${delivery}/`)).names('button')).not.toContain(
      'Call the signing application again',
    );
    await sender.get('/console/deliveries/0190b6a8-0000-7000-8000-000000000000/').expect(404);
    await sender.get('/console/deliveries/nonsense/').expect(404);
    await sender.get(`/console/deliveries/${delivery}/?before=x`).expect(400);
  });
});

test('The API tells the same of one delivery', async () => {
  const { delivery, id } = await givenTried(500);

  const { body } = await service.institution.get(`/api/deliveries/${delivery}`).expect(200);

  expect(body).toMatchObject({
    id: delivery,
    recordId: id,
    attempts: [
      {
        number: 1,
        status: 500,
        request: {
          method: 'GET',
          headers: expect.arrayContaining([{ name: 'Authorization', value: 'Bearer ********' }]),
        },
        answer: { body: 'said <b>Tried</b>', bodyIsWhole: true, headersLeftOut: 0 },
      },
    ],
  });
  await service.institution.get('/api/deliveries/nonsense').expect(404);
});

describe('The list of calls', () => {
  const list = (query: string) => textOf(`/console/deliveries/?page_size=200&${query}`);

  test('tells what waits again from what waits for its first attempt', async () => {
    const { id } = await givenTried(503, 'Waiting again');

    expect(await list('state=retrying')).toContain(`Agreement ${id} · Waiting again`);
    expect(await list('state=pending')).not.toContain(`Agreement ${id} · `);
  });

  test('shows those of one cause, and offers the causes that there are', async () => {
    const refused = await givenTried(418, 'Refused');
    const broken = await givenTried(502, 'Broken');

    const text = await list('cause=418');

    expect(text).toContain(`Agreement ${refused.id} · Refused`);
    expect(text).not.toContain(`Agreement ${broken.id} · Broken`);
    expect(text).toContain('answered 502');
    await sender.get('/console/deliveries/?cause=%3Cb%3E').expect(400);
  });

  test('shows those of one cause to a department, though others have more of them than are counted', async () => {
    const { id } = await givenTried(508, 'Of few');
    await service.sql.query(
      "update signables set department = 'Few' where kind = 'agreement' and number = $1",
      [id],
    );
    const { id: other } = await givenInSigning(service, { title: 'Of many' });
    await service.sql.query(
      `with called as (
         insert into deliveries (id, signable_id, round, state, give_up_at, created_at)
         select gen_random_uuid(), s.id, 1, 'failed', now(), now()
         from signables s, generate_series(1, $2) where s.kind = 'agreement' and s.number = $1 returning id)
       insert into attempts (delivery_id, number, started_at, duration_ms, status, error)
       select id, 1, now(), 1, 508, 'answered 508' from called`,
      [other, maxFailingCounted],
    );
    const person = await signInWithin(service, { departments: ['Few'], workflows: [] });

    const text = await textOf('/console/deliveries/?cause=508', person);
    await service.sql.query(`delete from deliveries where state = 'failed' and give_up_at = created_at`);

    expect(text).toContain(`Agreement ${id} · Of few`);
  });

  test('shows those of some days', async () => {
    const { id, delivery } = await givenTried(200, 'Of another year');
    await service.sql.query(`update deliveries set created_at = '2019-05-06 12:00Z' where id = $1`, [
      delivery,
    ]);

    expect(await list('from=2019-05-06&until=2019-05-06')).toContain(`Agreement ${id} · `);
    expect(await list('from=2019-05-07&until=2019-05-08')).not.toContain(`Agreement ${id} · `);
    await sender.get('/console/deliveries/?from=yesterday').expect(400);
  });
});

test('Given a round that counts again after its call was given up, Then lists tell of that call, and it is called again', async () => {
  const { id, delivery } = await givenTried(503, 'Counts again');
  await giveUp(delivery);
  await service.institution.post(`/api/conventions/${id}/signature`).expect(202);
  await service.institution.post(`/api/conventions/${id}/restore`).send({ round: 1 }).expect(200);

  const { body } = await service.institution.get(`/api/conventions?ids=${id}`).expect(200);
  const table = await service.institution.get(`/api/conventions.csv?ids=${id}`).expect(200);
  const rows = recordsOf((await sender.page('/console/conventions/?q=counts+again')).get('table'));
  const called = await sender.post('/console/call/', { conventions: String(id) }).expect(200);

  expect(body.results).toMatchObject([
    { delivery: { id: delivery, state: 'failed', error: 'answered 503' } },
  ]);
  expect(table.text).toContain('failed,answered 503');
  expect(rows).toMatchObject([{ State: expect.stringContaining('call failed') }]);
  expect(called.text).toContain('Calls made again: 1 of 1.');
});

test('The list of calls charts how attempts ended, by day or by hour', async () => {
  await givenTried(200);
  await givenTried(503);

  expect(await textOf('/console/deliveries/')).toMatch(/Attempts over time, 30 days · [\d.]+% accepted/);
  const { text } = await sender.get('/console/deliveries/?chart=hours').expect(200);
  const page = readPage(text.replace('<details id="attempts-table"', '<details open'));
  const rows = recordsOf(page.get('region', 'Attempts by hour, 48 hours').get('table'));
  expect(rows).toHaveLength(48);
  const now = rows.slice(-2);
  for (const series of ['accepted', 'failed'])
    expect(now.reduce((total, row) => total + Number(row[series]), 0)).toBeGreaterThan(0);
});

describe('Calling many again', () => {
  const again = '/console/deliveries/again/';
  const redelivered = async (id: number) =>
    (await recordOf(service, id)).history.filter(({ event }) => event === 'redelivered').length;

  /** The hidden fields of a page that asks. */
  async function askedAt(path: string): Promise<string> {
    return formWith(await sender.page(path), 'asked').field('asked').value ?? '';
  }

  test('calls what is selected, once for each form', async () => {
    const [one, other] = [await givenTried(503), await givenTried(503)];
    await giveUp(one.delivery);
    const asked = await askedAt('/console/deliveries/');
    const fields = { delivery: [one.delivery, other.delivery], asked };

    const { headers } = await sender.post(again, fields).expect(303);
    const second = await sender.post(again, fields).expect(303);

    expect(headers.location).toBe('/console/deliveries/?done=called-again&called=2&left=0');
    expect(second.headers.location).toBe('/console/deliveries/?done=called-again&called=0&left=2');
    expect([await redelivered(one.id), await redelivered(other.id)]).toEqual([1, 1]);
    expect(await textOf(String(headers.location))).toContain('2 calls are made again.');
    await eventually(async () =>
      expect((await recordOf(service, one.id)).deliveries[0]?.attempts).toHaveLength(2),
    );
  });

  test('calls what has failed since an instant', async () => {
    const [before, since] = [await givenTried(507), await givenTried(507)];
    await service.sql.query(`update attempts set started_at = '2020-01-01' where delivery_id = $1`, [
      before.delivery,
    ]);
    const asked = await askedAt(again);

    await sender.post(again, { all: 'true', cause: '507', since: '2020-01-02T00:00', asked }).expect(303);

    expect([await redelivered(before.id), await redelivered(since.id)]).toEqual([0, 1]);
  });

  test('leaves alone what counts no more', async () => {
    const { id, delivery } = await givenTried(503);
    await service.institution.delete(`/api/conventions/${id}/signature`).send({ reason: 'r' }).expect(200);

    const { headers } = await sender.post(again, { delivery, asked: '' }).expect(303);

    expect(await textOf(String(headers.location))).toContain('No call is made again. One is left alone');
  });

  test('asks for a selection, and for a time that there is', async () => {
    await sender.post(again, {}).expect(400);
    const answer = await sender.post(again, { all: 'true', since: '2026-13-01T00:00' }).expect(400);
    expect(answer.text).toContain('This is no time of that day.');
  });

  // The last, since whoever calls after it waits for all of these.
  test('calls all that fail for a cause, more than one batch of them, and nothing else', async () => {
    const others = await givenTried(503);
    const first = await givenTried(503);
    // Not answered so: what waits since other tests and is tried again meanwhile would fail for this cause too.
    await service.sql.query(
      `update attempts set status = 429, error = 'answered 429' where delivery_id = $1`,
      [first.delivery],
    );
    // As many as two batches and one more.
    await service.sql.query(
      `with made as (
         insert into signables (kind, number, state, round, round_started_at, title, company_name, school, workflow_id, search_text, document_id)
         select 'agreement', nextval('agreement_number_seq'), 'signing', 1, now(), 'many', '', '', '', '', d.id
         from generate_series(1, 100) n, lateral (select nextval('documents_id_seq')::int as id where n > 0) d
         returning id, document_id),
       documents as (insert into documents (id, sha256, size, bytes) select document_id, repeat('0', 64), 1, 'x' from made),
       called as (
         insert into deliveries (id, signable_id, round, state, give_up_at, created_at)
         select gen_random_uuid(), id, 1, 'failed', now(), now() from made returning id)
       insert into attempts (delivery_id, number, started_at, duration_ms, status, error)
       select id, 1, now(), 1, 429, 'answered 429' from called`,
    );
    const asked = await askedAt(`${again}?cause=429`);

    const answer = await sender.post(again, { all: 'true', cause: '429', since: '', asked }).expect(303);
    const second = await sender.post(again, { all: 'true', cause: '429', since: '', asked }).expect(303);

    expect(answer.headers.location).toBe('/console/deliveries/?done=called-again&called=101&left=0');
    expect(second.headers.location).toBe('/console/deliveries/?done=called-again&called=0&left=0');
    expect([await redelivered(first.id), await redelivered(others.id)]).toEqual([1, 0]);
  });
});
