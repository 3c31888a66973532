import { eventually } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { givenDraft, givenInSigning, type Kind, type RecordOnWire, recordOf } from '../support/records.ts';
import { useService, webhookToken } from '../support/service.ts';

const service = useService();
const kinds: Kind[] = ['conventions', 'avenants'];

/** The calls about one record, as the signing application saw them. */
function callsAbout({ id, kind }: Pick<RecordOnWire, 'id' | 'kind'>) {
  return service.webhook.requests.filter(({ url }) => url.endsWith(`?${kind}id=${id}`));
}

/** Lets the waiting attempt of a delivery come now. */
async function hurry(deliveryId: string): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await service.sql.query(
      "update pgboss.job set start_after = now() where name = 'webhook-delivery' and data->>'deliveryId' = $1 and state = 'created' and start_after > now()",
      [deliveryId],
    );
    expect(rowCount).toBe(1);
  });
}

/** Calls are made in order: once one has been made that was asked for now, those due before have been too. */
async function untilAnotherIsCalled(): Promise<void> {
  const other = await givenInSigning(service);
  await eventually(() => expect(callsAbout(other)).toHaveLength(1));
}

function answering(answer: Parameters<typeof service.webhook.answerWith>[0]): void {
  service.webhook.answerWith(answer);
}

describe.each(kinds)('When a record of %s enters signing', (kind) => {
  test('the signing application is called once, with exactly the headers and the query of the contract', async () => {
    answering((_request, response) => void response.end('ok'));
    const record = await givenInSigning(service, { kind });

    await eventually(async () =>
      expect((await recordOf(service, record.id, kind)).deliveries[0]?.state).toBe('delivered'),
    );

    const calls = callsAbout(record);
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({
      method: 'GET',
      url: `/start?${kind === 'conventions' ? 'conventionid' : 'avenantid'}=${record.id}`,
      headers: {
        authorization: `Bearer ${webhookToken}`,
        'cache-control': 'no-store',
        'x-delivery-id': record.deliveries[0]?.id,
        'x-delivery-attempt': '1',
        'user-agent': expect.stringMatching(/^campus-conventions-signing\/\d+\.\d+\.\d+$/),
      },
    });
    expect(calls[0]?.body).toHaveLength(0);
    expect(calls[0]?.headers['content-type']).toBeUndefined();
  });
});

describe('What the signing application answers', () => {
  test.each([
    ['its text, trimmed', ' REF-42\n', 'REF-42'],
    ['the value of a JSON string', '"REF-43"', 'REF-43'],
    ['a JSON object, whole', '{"id":44}', '{"id":44}'],
    ['nothing', '', null],
    ['at most 4 KiB', 'x'.repeat(10_000), 'x'.repeat(4096)],
    ['control characters as blanks', 'a\u0000b', 'a b'],
  ])('is kept as the reference: %s', async (_name, answer, reference) => {
    answering((_request, response) => void response.end(answer));
    const { id } = await givenInSigning(service);

    await eventually(async () => {
      expect((await recordOf(service, id)).deliveries[0]).toMatchObject({
        state: 'delivered',
        reference,
        nextAttemptAt: null,
        attempts: [{ number: 1, status: 200, error: null }],
      });
    });
  });

  test('a 2xx whose body never ends is a success all the same, and is not read to its end', async () => {
    answering((_request, response) => {
      response.writeHead(202);
      const piece = Buffer.alloc(64 * 1024, 'y');
      const more = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', more);
      more();
    });
    const { id } = await givenInSigning(service);

    await eventually(async () =>
      expect((await recordOf(service, id)).deliveries[0]).toMatchObject({
        state: 'delivered',
        attempts: [{ status: 202 }],
      }),
    );
  });

  test.each([
    [500, {}, 'answered 500'],
    [302, { Location: 'http://127.0.0.1:9/' }, 'redirects are not followed'],
    [401, {}, 'check webhook.signature.token'],
    [404, {}, 'esup-stage may expect POST'],
    [405, {}, 'esup-stage may expect POST'],
  ] as [number, Record<string, string>, string][])(
    'a %i is recorded and tried again',
    async (status, headers, error) => {
      answering((_request, response) => void response.writeHead(status, headers).end());
      const { id } = await givenInSigning(service);

      await eventually(async () => {
        const delivery = (await recordOf(service, id)).deliveries[0];
        expect(delivery).toMatchObject({
          state: 'pending',
          attempts: [{ number: 1, status, error: expect.stringContaining(error) }],
        });
        expect(Date.parse(String(delivery?.nextAttemptAt))).toBeGreaterThan(Date.now());
      });
      await service.institution.delete(`/api/conventions/${id}/signature`).expect(200);
    },
  );

  test('a broken connection is recorded and tried again under the same delivery id, until a 2xx', async () => {
    answering((request, response) => {
      if (request.headers['x-delivery-attempt'] === '3') response.end('at last');
      else response.destroy();
    });
    const record = await givenInSigning(service);
    const deliveryId = String(record.deliveries[0]?.id);

    await hurry(deliveryId);
    await hurry(deliveryId);

    await eventually(async () => {
      const delivery = (await recordOf(service, record.id)).deliveries[0];
      expect(delivery).toMatchObject({ state: 'delivered', reference: 'at last' });
      expect(delivery?.attempts.map(({ number, status }) => [number, status])).toEqual([
        [1, null],
        [2, null],
        [3, 200],
      ]);
    });
    expect(new Set(callsAbout(record).map(({ headers }) => headers['x-delivery-id']))).toEqual(
      new Set([deliveryId]),
    );
  });

  test('Retry-After is honoured, up to 24 hours', async () => {
    answering((_request, response) => void response.writeHead(503, { 'Retry-After': '360000' }).end());
    const { id } = await givenInSigning(service);

    await eventually(async () => {
      const next = Date.parse(String((await recordOf(service, id)).deliveries[0]?.nextAttemptAt));
      expect((next - Date.now()) / 3_600_000).toBeGreaterThan(23.9);
      expect((next - Date.now()) / 3_600_000).toBeLessThan(24.1);
    });
    await service.institution.delete(`/api/conventions/${id}/signature`).expect(200);
  });

  test('After three days it is given up and shown as failed', async () => {
    answering((_request, response) => void response.writeHead(500).end());
    const record = await givenInSigning(service);
    const deliveryId = String(record.deliveries[0]?.id);
    await eventually(async () =>
      expect((await recordOf(service, record.id)).deliveries[0]?.attempts).toHaveLength(1),
    );
    // Room for the second attempt, not for the wait of half a minute before the third.
    await service.sql.query(
      "update deliveries set give_up_at = now() + interval '20 seconds' where id = $1",
      [deliveryId],
    );

    await hurry(deliveryId);

    await eventually(async () => {
      const { deliveries, history } = await recordOf(service, record.id);
      expect(deliveries[0]).toMatchObject({ state: 'failed', nextAttemptAt: null });
      expect(history.at(-1)).toMatchObject({
        event: 'delivery-failed',
        actor: 'service',
        detail: { attempts: 2, error: 'answered 500' },
      });
    });
  });

  test('Why a call failed is stored as a code with its value, and told as a sentence', async () => {
    answering((_request, response) => void response.writeHead(503).end());
    const { id, deliveries } = await givenInSigning(service);
    await eventually(async () =>
      expect((await recordOf(service, id)).deliveries[0]?.attempts).toMatchObject([
        { number: 1, error: 'answered 503' },
      ]),
    );

    const { rows } = await service.sql.query('select failure from attempts where delivery_id = $1', [
      deliveries[0]?.id,
    ]);

    expect(rows).toEqual([{ failure: { code: 'refused', values: { status: 503 } } }]);
    await service.institution.delete(`/api/conventions/${id}/signature`).expect(200);
  });

  test('What a version without codes has recorded is told as it stands', async () => {
    answering((_request, response) => void response.writeHead(503).end());
    const { id, deliveries } = await givenInSigning(service);
    await eventually(async () =>
      expect((await recordOf(service, id)).deliveries[0]?.attempts).toHaveLength(1),
    );
    await service.sql.query(
      "update attempts set failure = null, error = 'no answer within 30 s' where delivery_id = $1",
      [deliveries[0]?.id],
    );

    expect((await recordOf(service, id)).deliveries[0]?.attempts).toMatchObject([
      { number: 1, error: 'no answer within 30 s' },
    ]);
    await service.institution.delete(`/api/conventions/${id}/signature`).expect(200);
  });
});

describe('Given an attempt that is due only after the three days, since no process was there before', () => {
  test('When its time comes, Then nobody is called and the delivery is given up', async () => {
    answering((_request, response) => void response.writeHead(500).end());
    const record = await givenInSigning(service);
    const deliveryId = String(record.deliveries[0]?.id);
    await eventually(async () =>
      expect((await recordOf(service, record.id)).deliveries[0]?.attempts).toHaveLength(1),
    );
    await service.sql.query("update deliveries set give_up_at = now() - interval '1 second' where id = $1", [
      deliveryId,
    ]);

    await hurry(deliveryId);

    await eventually(async () => {
      const { deliveries, history } = await recordOf(service, record.id);
      expect(deliveries[0]).toMatchObject({
        state: 'failed',
        nextAttemptAt: null,
        attempts: [{ number: 1 }],
      });
      expect(history.at(-1)).toEqual({
        at: expect.any(String),
        event: 'delivery-failed',
        actor: 'service',
        detail: { delivery: deliveryId, attempts: 1, error: 'answered 500' },
      });
    });
    expect(callsAbout(record)).toHaveLength(1);
  });

  test('When somebody asks to call again, Then the call is made', async () => {
    answering((_request, response) => void response.writeHead(500).end());
    const record = await givenInSigning(service);
    const deliveryId = String(record.deliveries[0]?.id);
    await eventually(async () =>
      expect((await recordOf(service, record.id)).deliveries[0]?.attempts).toHaveLength(1),
    );
    await service.sql.query("update deliveries set give_up_at = now() - interval '1 second' where id = $1", [
      deliveryId,
    ]);
    answering((_request, response) => void response.end('REF'));

    await service.institution.post(`/api/deliveries/${deliveryId}/redeliver`).expect(202);

    await eventually(async () =>
      expect((await recordOf(service, record.id)).deliveries[0]).toMatchObject({ state: 'delivered' }),
    );
  });
});

describe('One call at a time', () => {
  test('Given a call that is under way, When a new round begins, Then its call waits, and the first one is cancelled', async () => {
    const open: (() => void)[] = [];
    let concurrent = 0;
    let most = 0;
    const { id } = await givenDraft(service);
    answering(({ url }, response) => {
      if (!url?.endsWith(`=${id}`)) return void response.end();
      concurrent += 1;
      most = Math.max(most, concurrent);
      open.push(() => {
        concurrent -= 1;
        response.end('late');
      });
    });
    await service.institution.post(`/api/conventions/${id}/signature`).expect(202);
    await eventually(() => expect(open).toHaveLength(1));

    await service.institution.post(`/api/conventions/${id}/signature`).expect(202);
    await untilAnotherIsCalled();
    expect(open).toHaveLength(1);
    open[0]?.();
    await eventually(() => expect(open).toHaveLength(2));
    open[1]?.();

    await eventually(async () => {
      expect((await recordOf(service, id)).deliveries).toMatchObject([
        { round: 1, state: 'cancelled', reference: 'late', attempts: [{ status: 200 }] },
        { round: 2, state: 'delivered' },
      ]);
    });
    expect(most).toBe(1);
  });

  test('Given a delivery that waits for its next attempt, When the record goes back to draft, Then nobody is called any more', async () => {
    answering((_request, response) => void response.writeHead(500).end());
    const record = await givenInSigning(service);
    await eventually(async () =>
      expect((await recordOf(service, record.id)).deliveries[0]?.attempts).toHaveLength(1),
    );

    await service.institution.delete(`/api/conventions/${record.id}/signature`).expect(200);
    await hurry(String(record.deliveries[0]?.id));
    await untilAnotherIsCalled();

    expect(callsAbout(record)).toHaveLength(1);
    expect((await recordOf(service, record.id)).deliveries).toMatchObject([
      { state: 'cancelled', nextAttemptAt: null },
    ]);
  });

  test('The public API answers while the webhook call is open', async () => {
    let fetched: number | undefined;
    answering(async (request, response) => {
      const id = new URL(request.url ?? '', 'http://localhost').searchParams.get('conventionid');
      fetched = (await service.vendor.get(`/public/api/conventions/${id}`)).status;
      response.end('fetched');
    });

    const { id } = await givenInSigning(service);

    await eventually(async () =>
      expect((await recordOf(service, id)).deliveries[0]?.reference).toBe('fetched'),
    );
    expect(fetched).toBe(200);
  });
});

test('Given a sending that fails, Then neither the state nor a call remains', async () => {
  answering((_request, response) => void response.end());
  const draft = await givenDraft(service);
  await service.sql.query(`
    create function refuse_deliveries() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create constraint trigger refuse after insert on deliveries deferrable initially deferred
      for each row execute function refuse_deliveries()`);
  try {
    await service.institution.post(`/api/conventions/${draft.id}/signature`).expect(500);
  } finally {
    await service.sql.query('drop function refuse_deliveries cascade');
  }
  await untilAnotherIsCalled();

  expect(callsAbout(draft)).toHaveLength(0);
  expect(await recordOf(service, draft.id)).toEqual(draft);
});
