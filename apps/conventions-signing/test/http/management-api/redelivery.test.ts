import { eventually } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { givenDraft, givenInSigning, type RecordOnWire, recordOf } from '../../support/records.ts';
import { useService } from '../../support/service.ts';

const service = useService();

function callsAbout({ id, kind }: RecordOnWire) {
  return service.webhook.requests.filter(({ url }) => url.endsWith(`?${kind}id=${id}`));
}

async function deliveryOf({ id }: RecordOnWire) {
  const delivery = (await recordOf(service, id)).deliveries.at(-1);
  if (delivery === undefined) throw new Error('no delivery');
  return delivery;
}

function redeliver(id: string) {
  return service.institution.post(`/api/deliveries/${id}/redeliver`);
}

describe('POST /api/deliveries/:id/redeliver', () => {
  test('calls at once what waits for its next attempt, as the same delivery', async () => {
    service.webhook.answerWith(
      (_request, response) => void response.writeHead(503, { 'Retry-After': '3600' }).end(),
    );
    const record = await givenInSigning(service);
    await eventually(async () => expect((await deliveryOf(record)).attempts).toHaveLength(1));
    service.webhook.answerWith((_request, response) => void response.end('REF'));

    const { body } = await redeliver((await deliveryOf(record)).id).expect(202);

    expect(body).toMatchObject({ state: 'pending' });
    await eventually(async () =>
      expect(await deliveryOf(record)).toMatchObject({ state: 'delivered', reference: 'REF' }),
    );
    const calls = callsAbout(record);
    expect(calls.map(({ headers }) => headers['x-delivery-attempt'])).toEqual(['1', '2']);
    expect(new Set(calls.map(({ headers }) => headers['x-delivery-id'])).size).toBe(1);
    expect((await recordOf(service, record.id)).history.map(({ event }) => event)).toContain('redelivered');
  });

  test('takes what was given up, and it may fail for three days anew', async () => {
    service.webhook.answerWith((_request, response) => void response.writeHead(500).end());
    const record = await givenInSigning(service);
    await eventually(async () => expect((await deliveryOf(record)).attempts).toHaveLength(1));
    const { id } = await deliveryOf(record);
    await service.sql.query(
      "update deliveries set state = 'failed', next_attempt_at = null, give_up_at = now() where id = $1",
      [id],
    );

    await redeliver(id).expect(202);

    await eventually(async () =>
      expect(await deliveryOf(record)).toMatchObject({
        state: 'pending',
        attempts: [{ number: 1 }, { number: 2 }],
      }),
    );
    await service.institution.delete(`/api/conventions/${record.id}/signature`).expect(200);
  });

  test('asks again what was delivered', async () => {
    service.webhook.answerWith((_request, response) => void response.end('FIRST'));
    const record = await givenInSigning(service);
    await eventually(async () => expect((await deliveryOf(record)).state).toBe('delivered'));

    await redeliver((await deliveryOf(record)).id).expect(202);

    await eventually(() => expect(callsAbout(record)).toHaveLength(2));
  });

  test('under one Idempotency-Key it calls once', async () => {
    const record = await givenInSigning(service);
    await eventually(async () => expect((await deliveryOf(record)).state).toBe('delivered'));
    const { id } = await deliveryOf(record);

    const first = await redeliver(id).set('Idempotency-Key', 'again').expect(202);
    await eventually(async () => expect((await deliveryOf(record)).attempts).toHaveLength(2));
    const second = await redeliver(id).set('Idempotency-Key', 'again').expect(202);

    expect(second.body).toEqual(first.body);
    // Calls are made in order: one that was asked for later comes after it.
    const other = await givenInSigning(service);
    await eventually(() => expect(callsAbout(other)).toHaveLength(1));
    expect(callsAbout(record)).toHaveLength(2);
  });

  test('refuses a delivery of an earlier round, and one of a draft, with 409', async () => {
    const record = await givenInSigning(service);
    const { id } = await deliveryOf(record);
    await service.institution.post(`/api/conventions/${record.id}/signature`).expect(202);

    await redeliver(id).expect(409);
    await service.institution.delete(`/api/conventions/${record.id}/signature`).expect(200);
    await redeliver((await deliveryOf(record)).id).expect(409);
  });

  test('calls again at once when the call that was under way fails', async () => {
    const answers: (() => void)[] = [];
    service.webhook.answerWith((_request, response) => {
      answers.push(() => void response.writeHead(503, { 'Retry-After': '3600' }).end());
    });
    const record = await givenInSigning(service);
    await eventually(() => expect(callsAbout(record)).toHaveLength(1));

    await redeliver((await deliveryOf(record)).id).expect(202);
    service.webhook.answerWith((_request, response) => void response.end('AGAIN'));
    answers[0]?.();

    await eventually(
      async () => expect(await deliveryOf(record)).toMatchObject({ state: 'delivered', reference: 'AGAIN' }),
      {},
    );
    expect(callsAbout(record)).toHaveLength(2);
  });

  test('calls again at once when the call that was under way succeeds', async () => {
    const answers: (() => void)[] = [];
    service.webhook.answerWith((_request, response) => {
      answers.push(() => void response.end('FIRST'));
    });
    const record = await givenInSigning(service);
    await eventually(() => expect(callsAbout(record)).toHaveLength(1));

    await redeliver((await deliveryOf(record)).id).expect(202);
    service.webhook.answerWith((_request, response) => void response.end('AGAIN'));
    answers[0]?.();

    await eventually(async () =>
      expect(await deliveryOf(record)).toMatchObject({
        state: 'delivered',
        reference: 'AGAIN',
        attempts: [
          { number: 1, error: null },
          { number: 2, error: null },
        ],
      }),
    );
    expect(callsAbout(record).map(({ headers }) => headers['x-delivery-attempt'])).toEqual(['1', '2']);
  });

  test('refuses what was signed outside, and what was erased, with 409', async () => {
    const [outside, erased] = [await givenInSigning(service), await givenInSigning(service)];
    for (const record of [outside, erased]) {
      await eventually(async () => expect((await deliveryOf(record)).state).toBe('delivered'));
    }
    await service.institution
      .post(`/api/conventions/${outside.id}/signed-outside`)
      .send({ reason: 'r' })
      .expect(200);
    const { id } = await deliveryOf(erased);
    await service.institution.delete(`/api/conventions/${erased.id}`).send({ reason: 'r' }).expect(204);

    const { body } = await service.institution.get('/api/deliveries?page_size=2').expect(200);
    expect(body.results.map(({ current }: { current: boolean }) => current)).toEqual([false, false]);
    await redeliver((await deliveryOf(outside)).id).expect(409);
    await redeliver(id).expect(409);
  });

  test.each(['00000000-0000-4000-8000-000000000000', 'nonsense', '1'])('%s: 404', async (id) => {
    await redeliver(id).expect(404);
  });
});

describe('GET /api/deliveries', () => {
  test('pages newest first', async () => {
    const records: RecordOnWire[] = [];
    for (let index = 0; index < 3; index += 1) records.push(await givenInSigning(service));
    await givenDraft(service);

    const first = await service.institution.get('/api/deliveries?page_size=2').expect(200);
    const second = await service.institution.get(first.body.next.replace(service.url, '')).expect(200);

    const rows = [...first.body.results, ...second.body.results];
    expect(rows.slice(0, 3).map(({ recordId }) => recordId)).toEqual(records.map(({ id }) => id).reverse());
    expect(rows[0]).toMatchObject({ kind: 'convention', title: 'Convention de stage' });
  });

  test('loses none when the last one of a page leaves the filter before the next page', async () => {
    service.webhook.answerWith((_request, response) => void response.writeHead(500).end());
    const records: RecordOnWire[] = [];
    for (let index = 0; index < 3; index += 1) records.push(await givenInSigning(service));
    const [oldest, middle] = records;
    const first = await service.institution.get('/api/deliveries?state=pending&page_size=2').expect(200);
    await service.institution.delete(`/api/conventions/${middle?.id}/signature`).expect(200);

    const second = await service.institution.get(first.body.next.replace(service.url, '')).expect(200);

    expect(second.body.results[0]).toMatchObject({ recordId: oldest?.id, current: true });
    for (const { id } of [records[0], records[2]].filter((record) => record !== undefined)) {
      await service.institution.delete(`/api/conventions/${id}/signature`).expect(200);
    }
  });

  test.each(['state=open', 'before=7'])('%s: 400', async (query) => {
    await service.institution.get(`/api/deliveries?${query}`).expect(400);
  });
});
