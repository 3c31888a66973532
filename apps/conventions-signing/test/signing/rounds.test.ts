import { eventually } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { validPdf } from '../support/pdfs.ts';
import { dateOf, deposit, givenDraft, givenInSigning, type Kind, recordOf } from '../support/records.ts';
import { useService } from '../support/service.ts';

const service = useService();
const kinds: Kind[] = ['conventions', 'avenants'];

describe.each(kinds)('POST /api/%s/:id/signature', (kind) => {
  test('begins the first round and answers 202 with its delivery', async () => {
    const { id } = await givenDraft(service, { kind });

    const { body } = await service.institution.post(`/api/${kind}/${id}/signature`).expect(202);

    expect(body).toMatchObject({
      state: 'signing',
      round: 1,
      setAside: null,
      delivery: { state: 'pending', round: 1 },
    });
    expect(await recordOf(service, id, kind)).toMatchObject({ state: 'signing', round: 1 });
  });

  test('Given dates and deposits, When it is sent again, Then they are named, kept in the history and no longer count', async () => {
    service.webhook.answerWith((_request, response) => void response.end('recorded'));
    const { id } = await givenInSigning(service, { kind, signatories: 1 });
    await eventually(async () =>
      expect((await recordOf(service, id, kind)).deliveries[0]?.state).toBe('delivered'),
    );
    await service.vendor
      .patch(`/public/api/${kind}/${id}/dates`)
      .send([dateOf(1)])
      .expect(200);
    await deposit(service, id, await validPdf({ text: 'signed' }), kind).expect(200);
    expect((await recordOf(service, id, kind)).state).toBe('signed');

    const { body } = await service.institution.post(`/api/${kind}/${id}/signature`).expect(202);

    expect(body.setAside).toEqual({
      round: 1,
      reference: 'recorded',
      dates: [
        {
          mail: 'signatory1@example.org',
          order: 1,
          signatureDate: '2026-03-01T09:00:00.000+0000',
          submissionDate: null,
        },
      ],
      deposits: [1],
      cancelledDeliveries: [],
    });
    const record = await recordOf(service, id, kind);
    expect(record).toMatchObject({ state: 'signing', round: 2, signatory: [{ signatureDate: null }] });
    expect(record.history.map(({ event }) => event)).toEqual(
      expect.arrayContaining([
        'registered',
        'signing-started',
        'date-recorded',
        'deposited',
        'signed',
        'delivered',
      ]),
    );
    const none = await service.institution.get(`/api/${kind}/${id}/signed-pdf`);
    expect(none.status).toBe(404);
    expect(none.body.detail).toContain('?version=');
    await service.institution.get(`/api/${kind}/${id}/signed-pdf?version=1`).expect(200);
  });

  test('Given the bytes of the earlier round, When they are deposited again, Then they are a new version', async () => {
    const { id } = await givenInSigning(service, { kind, signatories: 1 });
    const signed = await validPdf({ text: 'signed' });
    await deposit(service, id, signed, kind).expect(200);
    await service.institution.post(`/api/${kind}/${id}/signature`).expect(202);

    await deposit(service, id, signed, kind).expect(200);

    expect((await recordOf(service, id, kind)).deposits).toMatchObject([
      { version: 1, round: 1 },
      { version: 2, round: 2 },
    ]);
  });
});

describe.each(kinds)('DELETE /api/%s/:id/signature', (kind) => {
  test('takes the record back to draft with a reason, and what counted is kept in the history', async () => {
    const { id } = await givenInSigning(service, { kind });
    await service.vendor
      .patch(`/public/api/${kind}/${id}/dates`)
      .send([dateOf(1)])
      .expect(200);

    const { body } = await service.institution
      .delete(`/api/${kind}/${id}/signature`)
      .send({ reason: 'The tutor has changed.' })
      .expect(200);

    expect(body).toMatchObject({ state: 'draft', setAside: { round: 1, dates: [{ order: 1 }] } });
    const record = await recordOf(service, id, kind);
    expect(record).toMatchObject({
      state: 'draft',
      signatory: [{ signatureDate: null }, { signatureDate: null }],
    });
    expect(record.history.at(-1)).toMatchObject({
      event: 'returned-to-draft',
      detail: { reason: 'The tutor has changed.' },
    });
  });

  test('takes no body too, and the next round counts on', async () => {
    const { id } = await givenInSigning(service, { kind });
    await service.institution.delete(`/api/${kind}/${id}/signature`).expect(200);

    const { body } = await service.institution.post(`/api/${kind}/${id}/signature`).expect(202);

    expect(body).toMatchObject({ round: 2, setAside: null });
  });

  test('refuses a draft with 409', async () => {
    const draft = await givenDraft(service, { kind });

    await service.institution.delete(`/api/${kind}/${draft.id}/signature`).expect(409);

    expect(await recordOf(service, draft.id, kind)).toEqual(draft);
  });
});

test('Sending an amendment does not touch its agreement', async () => {
  const amendment = await givenInSigning(service, { kind: 'avenants' });

  const agreement = await recordOf(service, Number(amendment.conventionId));

  expect(agreement).toMatchObject({ state: 'draft', avenants: [{ id: amendment.id, state: 'signing' }] });
});

test('Every transition is in the history with the fingerprint of the token, never the token', async () => {
  const { id } = await givenInSigning(service);
  await deposit(service, id, await validPdf({ text: 'signed' })).expect(200);

  const { history } = await recordOf(service, id);

  const actors = history.filter(({ actor }) => actor !== 'service').map(({ actor }) => actor);
  expect(actors.every((actor) => /^sha256:[0-9a-f]{12}$/.test(actor))).toBe(true);
  expect(new Set(actors).size).toBe(2);
});

test('Given many requests at once, When they all send one record, Then the rounds follow one another', async () => {
  const { id } = await givenDraft(service);

  const answers = await Promise.all(
    Array.from({ length: 6 }, () => service.institution.post(`/api/conventions/${id}/signature`)),
  );

  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202, 202]);
  expect(answers.map(({ body }) => body.round).sort()).toEqual([1, 2, 3, 4, 5, 6]);
  const { deliveries } = await recordOf(service, id);
  expect(deliveries.filter(({ state }) => state === 'pending').length).toBeLessThanOrEqual(1);
});
