import { eventually } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { validPdf } from '../support/pdfs.ts';
import {
  dateOf,
  deposit,
  givenDraft,
  givenInSigning,
  type Kind,
  metadata,
  recordOf,
} from '../support/records.ts';
import { useService } from '../support/service.ts';

const quiet = useService({ webhook: false });
const calling = useService();
const kinds: Kind[] = ['conventions', 'avenants'];

type Service = typeof quiet;

function send(id: number, { kind = 'conventions', body }: { kind?: Kind; body?: object } = {}) {
  const call = quiet.institution.post(`/api/${kind}/${id}/signature`);
  return body === undefined ? call : call.send(body);
}

function restore(
  id: number,
  body: object,
  { kind = 'conventions', service = quiet }: { kind?: Kind; service?: Service } = {},
) {
  return service.institution.post(`/api/${kind}/${id}/restore`).send(body);
}

function takeBack(id: number, kind: Kind = 'conventions') {
  return quiet.institution.delete(`/api/${kind}/${id}/signature`).expect(200);
}

function report(id: number, entries: object[], kind: Kind = 'conventions') {
  return quiet.vendor.patch(`/public/api/${kind}/${id}/dates`).send(entries);
}

function refuse(id: number, order = 1) {
  const refusal = {
    mail: `signatory${order}@example.org`,
    order,
    date: '2026-03-01T10:00:00.000+0000',
    reason: 'No.',
  };
  return quiet.vendor.post(`/public/api/conventions/${id}/refusal`).send(refusal);
}

async function whatCounts(id: number, kind: Kind = 'conventions') {
  const { state, round, signatory, progress, ...record } = (await recordOf(quiet, id, kind)) as Awaited<
    ReturnType<typeof recordOf>
  > & { progress: object; roundStartedAt?: string; due: string | null };
  return { state, round, signatory, progress, due: record.due };
}

describe.each(kinds)('POST /api/%s/:id/restore', (kind) => {
  test('Given a round that was sent again by mistake, Then its dates and deposits count again', async () => {
    const { id } = await givenInSigning(quiet, { kind, signatories: 3 });
    await report(id, [dateOf(1, { submissionDate: '2026-02-28T09:00:00.123+0000' }), dateOf(2)], kind).expect(
      200,
    );
    await deposit(quiet, id, await validPdf(), kind).expect(200);
    const before = await whatCounts(id, kind);
    await send(id, { kind }).expect(202);

    const { body } = await restore(id, { round: 1, reason: 'By mistake.' }, { kind }).expect(200);

    expect(body).toMatchObject({
      state: 'signing',
      round: 1,
      setAside: { round: 2, dates: [], deposits: [] },
      delivery: null,
      message: 'round 1 counts again; the signing application was not told of round 2',
    });
    expect(await whatCounts(id, kind)).toEqual(before);
    expect((await recordOf(quiet, id, kind)).history.at(-1)).toMatchObject({
      event: 'restored',
      detail: { round: 1, reason: 'By mistake.', setAside: { round: 2 } },
    });
    await report(id, [dateOf(3)], kind).expect(200);
    expect(await recordOf(quiet, id, kind)).toMatchObject({ state: 'signed', round: 1 });
  });

  test('Given a draft that was not changed since it was taken back, Then its round counts again', async () => {
    const { id } = await givenInSigning(quiet, { kind, signatories: 1 });
    await report(id, [dateOf(1)], kind).expect(200);
    await deposit(quiet, id, await validPdf(), kind).expect(200);
    const before = await whatCounts(id, kind);
    expect(before.state).toBe('signed');
    await takeBack(id, kind);

    const { body } = await restore(id, { round: 1 }, { kind }).expect(200);

    expect(body).toMatchObject({ state: 'signed', round: 1, setAside: null });
    expect(await whatCounts(id, kind)).toEqual(before);
  });
});

describe('A round that was set aside', () => {
  test('Given that its successor has received a date, a deposit or a refusal, Then it stays aside', async () => {
    const [dated, deposited, refused] = await Promise.all([1, 2, 3].map(() => givenInSigning(quiet)));
    if (!dated || !deposited || !refused) throw new Error('three were made');
    for (const { id } of [dated, deposited, refused]) await send(id).expect(202);
    await report(dated.id, [dateOf(1)]).expect(200);
    await deposit(quiet, deposited.id, await validPdf()).expect(200);
    await refuse(refused.id).expect(200);

    for (const { id } of [dated, deposited, refused]) {
      const before = await recordOf(quiet, id);
      const { body } = await restore(id, { round: 1 }).expect(409);
      expect(body).toMatchObject({
        title: 'Not restorable',
        detail: expect.stringContaining('has received'),
      });
      expect(await recordOf(quiet, id)).toEqual(before);
    }
  });

  test('Given that the draft was changed since, Then it stays aside, also behind the round of the changed draft', async () => {
    const { id } = await givenInSigning(quiet);
    await takeBack(id);
    const pdf64 = Buffer.from(await validPdf()).toString('base64');
    await quiet.institution
      .put(`/api/conventions/${id}`)
      .send({ pdf64, metadata: metadata({ title: 'Another' }) })
      .expect(200);

    await restore(id, { round: 1 }).expect(409);
    await send(id).expect(202);
    await restore(id, { round: 1 }).expect(409);
  });

  test('Given a change that is the first entry of the history with a digit more, Then it stays aside', async () => {
    const { id } = await givenInSigning(quiet);
    await quiet.sql.query(`select setval('history_id_seq', 9000000)`);
    await takeBack(id);
    await quiet.sql.query(`select setval('history_id_seq', 9999999)`);
    const pdf64 = Buffer.from(await validPdf()).toString('base64');
    await quiet.institution
      .put(`/api/conventions/${id}`)
      .send({ pdf64, metadata: metadata({ title: 'Another' }) })
      .expect(200);

    await restore(id, { round: 1 }).expect(409);
  });

  test('Given two that were sent by mistake, Then one after the other comes back, and the next has a number of its own', async () => {
    const { id } = await givenInSigning(quiet);
    await report(id, [dateOf(1)]).expect(200);
    await send(id).expect(202);
    await send(id).expect(202);

    await restore(id, { round: 1 }).expect(409);
    await restore(id, { round: 2 }).expect(200);
    await restore(id, { round: 1 }).expect(200);
    await restore(id, { round: 2 }).expect(409);

    expect(await recordOf(quiet, id)).toMatchObject({ round: 1, progress: { signed: 1 } });
    const { body } = await send(id).expect(202);
    expect(body).toMatchObject({ round: 4, setAside: { round: 1, dates: [{ order: 1 }] } });
    await restore(id, { round: 1 }).expect(200);
    await takeBack(id);
    const { body: again } = await send(id).expect(202);
    expect(again).toMatchObject({ round: 5, setAside: null });
    await restore(id, { round: 1 }).expect(200);
  });

  test('comes back refused, or signed outside, when it was', async () => {
    const { id } = await givenInSigning(quiet);
    await refuse(id).expect(200);
    await send(id).expect(202);
    const outside = await givenDraft(quiet);
    await quiet.institution
      .post(`/api/conventions/${outside.id}/signed-outside`)
      .send({ reason: 'On paper.' })
      .expect(200);
    await takeBack(outside.id);

    await restore(id, { round: 1 }).expect(200);
    await restore(outside.id, { round: 1 }).expect(200);

    expect(await recordOf(quiet, id)).toMatchObject({ state: 'refused', refusal: { reason: 'No.' } });
    expect(await recordOf(quiet, outside.id)).toMatchObject({ state: 'signed', signedOutside: true });
  });

  test('comes back with its due date, the last one that it had', async () => {
    const { id } = await givenDraft(quiet);
    await send(id, { body: { due: '2999-01-01' } }).expect(202);
    await quiet.institution.put(`/api/conventions/${id}/due`).send({ due: '2999-02-02' }).expect(200);
    await send(id, { body: { due: null } }).expect(202);

    await restore(id, { round: 1 }).expect(200);

    expect(await whatCounts(id)).toMatchObject({ round: 1, due: '2999-02-02' });
  });

  test.each([{}, { round: 0 }, { round: 'x' }, { round: 1, more: true }, { round: 2 ** 31 }])(
    '%j: 400',
    async (body) => {
      const { id } = await givenInSigning(quiet);
      await restore(id, body).expect(400);
    },
  );

  test('Given the round that counts, Then the answer says that it counts already', async () => {
    const { id } = await givenInSigning(quiet);

    const { body } = await restore(id, { round: 1 }).expect(409);

    expect(body.detail).toBe(`round 1 of agreement ${id} cannot count again: it counts already`);
    await takeBack(id);
    await restore(id, { round: 1 }).expect(200);
  });

  test('Given drafts, rounds without a successor, and nothing at all, Then there is nothing to restore', async () => {
    const { id } = await givenInSigning(quiet);
    const draft = await givenDraft(quiet);

    for (const body of [{ round: 1 }, { round: 2 }]) {
      await restore(id, body).expect(409);
      await restore(draft.id, body).expect(409);
    }
    await restore(999_999, { round: 1 }).expect(404);
  });

  test('Given an Idempotency-Key, Then the same again gets the first answer', async () => {
    const { id } = await givenInSigning(quiet);
    await send(id).expect(202);
    const key = `restore-${id}`;

    const first = await restore(id, { round: 1 }).set('Idempotency-Key', key).expect(200);
    const second = await restore(id, { round: 1 }).set('Idempotency-Key', key).expect(200);

    expect(second.body).toEqual(first.body);
  });
});

describe('The signing application', () => {
  test('Given that it was told of the round that followed, Then the answer names what to close there', async () => {
    calling.webhook.answerWith((_request, response) => void response.end('their-2'));
    const { id } = await givenInSigning(calling);
    await untilDelivered(id, 1);
    await calling.institution.post(`/api/conventions/${id}/signature`).expect(202);
    await untilDelivered(id, 2);

    const { body } = await restore(id, { round: 1 }, { service: calling }).expect(200);

    expect(body).toMatchObject({ setAside: { reference: 'their-2' }, delivery: null });
    expect(body.message).toContain('was told of round 2 (its reference: their-2)');
  });

  test('Given that it never heard of the round that comes back, Then it is called about it', async () => {
    calling.webhook.answerWith((_request, response) => void response.writeHead(503).end());
    const { id, deliveries } = await givenInSigning(calling);
    await calling.institution.post(`/api/conventions/${id}/signature`).expect(202);
    await eventually(async () => {
      const second = (await recordOf(calling, id)).deliveries.find(({ round }) => round === 2);
      return second !== undefined && second.attempts.length > 0;
    });
    calling.webhook.answerWith((_request, response) => void response.end('their-1'));

    const { body } = await restore(id, { round: 1 }, { service: calling }).expect(200);

    expect(body.delivery).toMatchObject({ id: deliveries[0]?.id, state: 'pending', round: 1 });
    await untilDelivered(id, 1);
    expect((await recordOf(calling, id)).deliveries.map(({ round, state }) => [round, state])).toEqual([
      [1, 'delivered'],
      [2, 'cancelled'],
    ]);
  });

  async function untilDelivered(id: number, ofRound: number) {
    await eventually(async () => {
      const { deliveries } = await recordOf(calling, id);
      expect(deliveries.find(({ round }) => round === ofRound)?.state).toBe('delivered');
    });
  }
});

describe('Confirmed sending', () => {
  test('Given the round that the record showed, Then it is sent once, and a stray call sets nothing aside', async () => {
    const { id } = await givenDraft(quiet);

    await send(id, { body: { round: 0 } }).expect(202);
    const stray = await send(id, { body: { round: 0 } }).expect(409);

    expect(stray.body).toMatchObject({
      title: 'Changed meanwhile',
      detail: expect.stringContaining('in round 1'),
    });
    expect(await recordOf(quiet, id)).toMatchObject({ round: 1 });
    await send(id, { body: { round: 1 } }).expect(202);
  });

  test('Given If-Match with the ETag of the record, Then what came since is not set aside', async () => {
    const { id } = await givenInSigning(quiet);
    const read = await quiet.institution.get(`/api/conventions/${id}`).expect(200);
    await report(id, [dateOf(1)]).expect(200);

    const stale = await send(id)
      .set('If-Match', read.get('ETag') ?? '')
      .expect(412);
    const again = await quiet.institution.get(`/api/conventions/${id}`).expect(200);

    expect(stale.body).toMatchObject({ title: 'Precondition failed' });
    expect(again.body).toMatchObject({ round: 1, progress: { signed: 1 } });
    expect(again.get('ETag')).toMatch(/^"[\w-]{43}(\.gzip)?"$/);
    await send(id)
      .set('If-Match', `"other", ${again.get('ETag')}`)
      .expect(202);
    await send(id).set('If-Match', '*').expect(202);
    await send(id)
      .set('If-Match', `W/${again.get('ETag')}`)
      .expect(412);
  });

  test.each([
    ['empty', ''],
    ['without quotes', 'x'],
    ['half a tag', '"a'],
    ['without a comma', '"a" "b"'],
    ['too long', `"${'a'.repeat(2000)}"`],
  ])('If-Match %s: 400', async (_name, header) => {
    const { id } = await givenDraft(quiet);

    await send(id).set('If-Match', header).expect(400);
  });

  test('Given the same key, Then a confirmed call gets the first answer, though the record has moved on', async () => {
    const { id } = await givenDraft(quiet);
    const confirmed = () => send(id, { body: { round: 0 } }).set('Idempotency-Key', `sent-${id}`);

    const first = await confirmed().expect(202);
    const second = await confirmed().expect(202);

    expect(second.body).toEqual(first.body);
    expect(await recordOf(quiet, id)).toMatchObject({ round: 1 });
  });
});
