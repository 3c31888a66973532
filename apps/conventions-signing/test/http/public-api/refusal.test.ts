import { rowsOf } from '@campus/testing/markup';
import { describe, expect, test } from '@jest/globals';
import { signIn } from '../../support/console.ts';
import { validPdf } from '../../support/pdfs.ts';
import { dateOf, deposit, givenDraft, givenInSigning, type Kind, recordOf } from '../../support/records.ts';
import { callerWith, useService } from '../../support/service.ts';

const service = useService({ webhook: false });
const calling = useService();
const kinds: Kind[] = ['conventions', 'avenants'];

function refusalOf(order: number, changes: Record<string, unknown> = {}) {
  return {
    mail: `signatory${order}@example.org`,
    order,
    date: '2026-03-01T10:00:00.000+0100',
    reason: 'The dates are wrong.',
    ...changes,
  };
}

function refuse(id: number, body: object, kind: Kind = 'conventions') {
  return service.vendor.post(`/public/api/${kind}/${id}/refusal`).send(body);
}

async function statusOf(id: number, kind: Kind = 'conventions') {
  const { body } = await service.vendor.get(`/public/api/${kind}/${id}/status`).expect(200);
  return body;
}

function report(id: number, entries: object[], kind: Kind = 'conventions') {
  return service.vendor.patch(`/public/api/${kind}/${id}/dates`).send(entries);
}

describe.each(kinds)('POST /public/api/%s/:id/refusal', (kind) => {
  test('ends the round: it is refused, with who, when and why, and what came in it stays', async () => {
    const { id } = await givenInSigning(service, { kind, signatories: 2 });
    await report(id, [dateOf(1)], kind).expect(200);
    await deposit(service, id, await validPdf(), kind).expect(200);

    const { body } = await refuse(id, refusalOf(2), kind).expect(200);

    expect(body).toEqual({ message: 'OK' });
    expect(await recordOf(service, id, kind)).toMatchObject({
      state: 'refused',
      round: 1,
      refusal: { ...refusalOf(2, { date: '2026-03-01T09:00:00.000+0000' }), actor: expect.any(String) },
      signatory: [{ signatureDate: '2026-03-01T09:00:00.000+0000' }, { signatureDate: null }],
      deposits: [{ version: 1, round: 1 }],
      progress: { signed: 1, waitingFor: [], documentDeposited: true },
    });
  });

  test('Given a refused round, When dates and deposits arrive, Then each is a 409 that says so', async () => {
    const { id } = await givenInSigning(service, { kind });
    await refuse(id, refusalOf(1), kind).expect(200);
    const before = await recordOf(service, id, kind);

    const dated = await report(id, [dateOf(2)], kind).expect(409);
    const deposited = await deposit(service, id, await validPdf(), kind).expect(409);

    for (const { body } of [dated, deposited])
      expect(body).toMatchObject({ type: '/public/problems#round_refused', title: 'Round refused' });
    expect(await recordOf(service, id, kind)).toEqual(before);
  });

  test('refuses a draft, what is signed, and what was signed outside', async () => {
    const draft = await givenDraft(service, { kind });
    const signed = await givenInSigning(service, { kind, signatories: 1 });
    await deposit(service, signed.id, await validPdf(), kind).expect(200);
    await report(signed.id, [dateOf(1)], kind).expect(200);
    const outside = await givenInSigning(service, { kind });
    await service.institution
      .post(`/api/${kind}/${outside.id}/signed-outside`)
      .send({ reason: 'r' })
      .expect(200);

    const answers = await Promise.all(
      [draft, signed, outside].map(({ id }) => refuse(id, refusalOf(1), kind).expect(409)),
    );

    expect(answers.map(({ body }) => body.type.split('#')[1])).toEqual([
      'not_in_signing',
      'already_signed',
      'signed_outside',
    ]);
    await refuse(999_999, refusalOf(1), kind).expect(404);
  });
});

describe('A refusal', () => {
  test('The same again changes nothing; another one is a 409, since the first has ended the round', async () => {
    const { id } = await givenInSigning(service);
    await refuse(id, refusalOf(1)).expect(200);
    const before = await recordOf(service, id);

    await refuse(id, refusalOf(1, { mail: 'SIGNATORY1@example.org' })).expect(200);
    await refuse(id, refusalOf(1, { date: '2026-03-01T09:00:00.000+0000' })).expect(200);
    const others = [refusalOf(2), refusalOf(1, { reason: 'Another.' }), refusalOf(9)];
    for (const other of others)
      expect((await refuse(id, other).expect(409)).body.title).toBe('Round refused');

    expect(await recordOf(service, id)).toEqual(before);
  });

  test.each([
    [refusalOf(9), '/order'],
    [refusalOf(1, { mail: 'somebody@example.org' }), '/mail'],
    [refusalOf(1, { date: '2026-02-30T10:00:00.000+0000' }), '/date'],
    [refusalOf(1, { date: undefined }), '/date'],
    [refusalOf(1, { reason: '  ' }), '/reason'],
    [refusalOf(1, { reason: 'x'.repeat(1001) }), '/reason'],
    [refusalOf(0), '/order'],
  ])('%j: 400 with the place', async (body, pointer) => {
    const { id } = await givenInSigning(service);
    const before = await recordOf(service, id);

    const response = await refuse(id, body).expect(400);

    expect(response.body.errors).toMatchObject([{ pointer }]);
    expect(await recordOf(service, id)).toEqual(before);
  });

  test('Given a call that is still to be made, Then it is cancelled, and is not made again on request', async () => {
    calling.webhook.answerWith((_request, response) => void response.writeHead(503).end());
    const { id, deliveries } = await givenInSigning(calling);

    await calling.vendor.post(`/public/api/conventions/${id}/refusal`).send(refusalOf(1)).expect(200);

    const { deliveries: after, history } = await recordOf(calling, id);
    expect(after).toMatchObject([{ state: 'cancelled', nextAttemptAt: null }]);
    expect(history.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['delivery-cancelled', 'refused']),
    );
    await calling.institution.post(`/api/deliveries/${deliveries[0]?.id}/redeliver`).expect(409);
  });

  test('is answered by a new round, which sets it aside, or by the way back to draft', async () => {
    const [again, back] = [await givenInSigning(service), await givenInSigning(service)];
    for (const { id } of [again, back]) await refuse(id, refusalOf(1)).expect(200);

    const sent = await service.institution.post(`/api/conventions/${again.id}/signature`).expect(202);
    const taken = await service.institution.delete(`/api/conventions/${back.id}/signature`).expect(200);

    const setAside = { round: 1, refusal: refusalOf(1, { date: '2026-03-01T09:00:00.000+0000' }) };
    expect(sent.body).toMatchObject({ state: 'signing', round: 2, setAside });
    expect(taken.body).toMatchObject({ state: 'draft', setAside });
    expect(await recordOf(service, again.id)).toMatchObject({ state: 'signing', round: 2, refusal: null });
    await report(again.id, [dateOf(1)]).expect(200);
    await refuse(again.id, refusalOf(2)).expect(200);
  });

  test('goes with the record that is erased', async () => {
    const { id } = await givenInSigning(service);
    await refuse(id, refusalOf(1)).expect(200);

    await service.institution.delete(`/api/conventions/${id}`).send({ reason: 'Asked for.' }).expect(204);

    const { rows } = await service.sql.query(
      `select 1 from refusals where signable_id = (select id from signables where kind = 'agreement' and number = $1)`,
      [id],
    );
    expect(rows).toEqual([]);
  });

  test('Given sixteen who refuse at once, Then one does, and the others learn that it is over', async () => {
    const { id } = await givenInSigning(service, { signatories: 16 });

    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) => refuse(id, refusalOf(index + 1))),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 15 }, () => 409),
    ]);
    expect((await recordOf(service, id)).history.filter(({ event }) => event === 'refused')).toHaveLength(1);
  });

  test('stands on the pages: in the list, the course of the round, and the tab and the tile of what was refused', async () => {
    const { id } = await givenInSigning(service, { title: 'To be refused', signatories: 3 });
    await report(id, [dateOf(1)]).expect(200);
    await refuse(id, refusalOf(2, { reason: 'Not without my tutor.' })).expect(200);
    const reader = await signIn(service, 'reader');

    const page = await reader.page(`/console/conventions/${id}/`);
    const list = await reader.page('/console/conventions/?state=refused');
    const home = await reader.page('/console/');

    const main = page.get('main').text;
    expect(main).toMatch(/refused\s+1 of 3 have signed\s+refused by Blaise Martin2/);
    expect(main).toMatch(/Blaise Martin2 has refused to sign[\s\S]+Reason: Not without my tutor\./);
    expect(main).toMatch(/Chloé Martin3 is not awaited any more/);
    expect(
      rowsOf(list)
        .map(({ text }) => text)
        .join(),
    ).toMatch(/To be refused[\s\S]+refused by Blaise Martin2: Not without/);
    expect(home.get('main').text).toMatch(/Refused\s+\d+\s+Agreements \d+/);
  });
});

describe.each(kinds)('GET /public/api/%s/:id/status', (kind) => {
  test('tells state, round, who is awaited and what has come', async () => {
    const draft = await givenDraft(service, { kind });
    expect(await statusOf(draft.id, kind)).toEqual({
      state: 'draft',
      round: 0,
      roundStartedAt: null,
      due: null,
      signedOutside: false,
      awaited: [],
      dates: [],
      deposits: [],
      refusal: null,
    });
    const { id } = await givenInSigning(service, { kind, signatories: 2 });
    await report(id, [dateOf(1)], kind).expect(200);
    await deposit(service, id, await validPdf(), kind).expect(200);

    expect(await statusOf(id, kind)).toMatchObject({
      state: 'signing',
      round: 1,
      roundStartedAt: expect.stringMatching(/^\d{4}-.+\+0000$/),
      awaited: [{ mail: 'signatory2@example.org', order: 2 }],
      dates: [{ order: 1, signatureDate: '2026-03-01T09:00:00.000+0000', submissionDate: null }],
      deposits: [{ version: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      refusal: null,
    });
    await refuse(id, refusalOf(2), kind).expect(200);

    expect(await statusOf(id, kind)).toMatchObject({
      state: 'refused',
      awaited: [],
      refusal: refusalOf(2, { date: '2026-03-01T09:00:00.000+0000' }),
    });
    await service.institution.post(`/api/${kind}/${id}/signature`).expect(202);
    expect(await statusOf(id, kind)).toMatchObject({
      state: 'signing',
      round: 2,
      dates: [],
      deposits: [],
      refusal: null,
    });
  });

  test('is for signing applications alone, and says nothing of what is not there', async () => {
    const { id } = await givenInSigning(service, { kind });

    await callerWith(service.url, null).get(`/public/api/${kind}/${id}/status`).expect(401);
    await service.vendor.get(`/public/api/${kind}/999999/status`).expect(404);
    await service.vendor.delete(`/public/api/${kind}/${id}/status`).expect(405);
  });
});
