import { eventually } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { validPdf } from '../../support/pdfs.ts';
import {
  dateOf,
  deposit,
  givenDraft,
  givenInSigning,
  type Kind,
  metadata,
  recordOf,
  sha256,
} from '../../support/records.ts';
import { useService } from '../../support/service.ts';

const service = useService();
const kinds: Kind[] = ['conventions', 'avenants'];

async function documents(): Promise<number> {
  const { rows } = await service.sql.query('select count(*)::int as n from documents');
  return rows[0].n;
}

describe.each(kinds)('PUT /api/%s/:id', (kind) => {
  test('replaces everything of a draft, and its former document goes', async () => {
    const { id } = await givenDraft(service, { kind, signatories: 3 });
    const before = await documents();
    const pdf = await validPdf({ text: 'corrected' });

    const { body } = await service.institution
      .put(`/api/${kind}/${id}`)
      .field('metadata', JSON.stringify(metadata({ title: 'Corrected', signatories: 1 })))
      .field('reference', `R-${kind}`)
      .attach('doc', Buffer.from(pdf), 'corrected.pdf')
      .expect(200);

    expect(body).toMatchObject({
      id,
      title: 'Corrected',
      reference: `R-${kind}`,
      document: { sha256: sha256(pdf) },
      history: [{ event: 'registered' }, { event: 'replaced' }],
    });
    expect(body.signatory).toHaveLength(1);
    expect(await documents()).toBe(before);
    const served = await service.vendor.get(`/public/api/${kind}/${id}/pdf`).expect(200);
    expect(Buffer.from(pdf).equals(served.body)).toBe(true);
  });

  test('is refused with 409 once in signing, and changes nothing', async () => {
    service.webhook.answerWith(() => undefined);
    const before = await givenInSigning(service, { kind });

    await service.institution
      .put(`/api/${kind}/${before.id}`)
      .send({ pdf64: Buffer.from(await validPdf()).toString('base64'), metadata: metadata() })
      .expect(409);

    expect(await recordOf(service, before.id, kind)).toEqual(before);
    await service.institution.delete(`/api/${kind}/${before.id}/signature`).expect(200);
    service.webhook.answerWith((_request, response) => void response.end());
  });

  test('keeps the document that an earlier deposit answers', async () => {
    const { id } = await givenInSigning(service, { kind });
    await deposit(service, id, await validPdf({ text: 'signed' }), kind).expect(200);
    await service.institution.delete(`/api/${kind}/${id}/signature`).expect(200);
    const before = await documents();

    await service.institution
      .put(`/api/${kind}/${id}`)
      .send({ pdf64: Buffer.from(await validPdf({ text: 'new' })).toString('base64'), metadata: metadata() })
      .expect(200);

    expect(await documents()).toBe(before + 1);
    await service.institution.get(`/api/${kind}/${id}/signed-pdf?version=1`).expect(200);
  });
});

describe.each(kinds)('DELETE /api/%s/:id', (kind) => {
  test('removes a draft that was never sent, whole', async () => {
    const { id } = await givenDraft(service, { kind });
    const before = await documents();

    await service.institution.delete(`/api/${kind}/${id}`).expect(204);

    await service.institution.get(`/api/${kind}/${id}`).expect(404);
    expect(await documents()).toBe(before - 1);
  });

  test('takes a reason for what was sent, and leaves a stub without documents and personal data', async () => {
    const { id } = await givenInSigning(service, { kind, title: 'Secret title of Ada' });
    await service.vendor
      .patch(`/public/api/${kind}/${id}/dates`)
      .send([dateOf(1)])
      .expect(200);
    await deposit(service, id, await validPdf({ text: 'signed' }), kind).expect(200);
    await eventually(async () =>
      expect((await recordOf(service, id, kind)).deliveries[0]?.state).toBe('delivered'),
    );
    const before = await documents();

    const without = await service.institution.delete(`/api/${kind}/${id}`);
    await service.institution
      .delete(`/api/${kind}/${id}`)
      .send({ reason: 'Request of 21 November' })
      .expect(204);

    expect(without.status).toBe(400);
    expect(without.body.errors).toMatchObject([{ pointer: '/reason' }]);
    const stub = await recordOf(service, id, kind);
    expect(stub).toMatchObject({
      id,
      state: 'erased',
      title: '',
      signatory: [],
      document: null,
      deposits: [],
    });
    expect(stub.history.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['registered', 'signing-started', 'date-recorded', 'deposited', 'erased']),
    );
    expect(stub.history.at(-1)?.detail).toEqual({ reason: 'Request of 21 November' });
    expect(JSON.stringify(stub)).not.toMatch(/signatory1|Secret title|Martin/);
    expect(await documents()).toBe(before - 2);
    await service.vendor.get(`/public/api/${kind}/${id}/pdf`).expect(404);
    await service.vendor.get(`/public/api/${kind}/${id}`).expect(404);
    await service.institution.post(`/api/${kind}/${id}/signature`).expect(404);
    await service.institution.get(`/api/${kind}/${id}/signed-pdf?version=1`).expect(404);
    const { body } = await service.institution.get(`/api/${kind}?page_size=200`);
    expect(body.results.map((row: { id: number }) => row.id)).not.toContain(id);
    const erased = await service.institution.get(`/api/${kind}?state=erased&page_size=200`);
    expect(erased.body.results.map((row: { id: number }) => row.id)).toContain(id);
  });

  test('cancels what is pending', async () => {
    service.webhook.answerWith((_request, response) => void response.writeHead(500).end());
    const { id } = await givenInSigning(service, { kind });
    await eventually(async () =>
      expect((await recordOf(service, id, kind)).deliveries[0]?.attempts).toHaveLength(1),
    );

    await service.institution.delete(`/api/${kind}/${id}`).send({ reason: 'r' }).expect(204);

    expect((await recordOf(service, id, kind)).deliveries).toMatchObject([
      { state: 'cancelled', nextAttemptAt: null },
    ]);
    service.webhook.answerWith((_request, response) => void response.end());
  });
});

test('Given a record that was taken back, When it is erased without a reason, Then one is asked for', async () => {
  const { id } = await givenInSigning(service);
  // What is called about it while it is taken back is still noted.
  await eventually(async () => expect((await recordOf(service, id)).deliveries[0]?.state).toBe('delivered'));
  await service.institution.delete(`/api/conventions/${id}/signature`).expect(200);
  const before = await recordOf(service, id);

  const refused = await service.institution.delete(`/api/conventions/${id}`).expect(400);

  expect(refused.body).toMatchObject({
    type: '/public/problems#reason_required',
    errors: [{ pointer: '/reason' }],
  });
  expect(await recordOf(service, id)).toEqual(before);
  await service.institution.delete(`/api/conventions/${id}`).send({ reason: 'r' }).expect(204);
});

test('An agreement with amendments is not deleted before them', async () => {
  const amendment = await givenDraft(service, { kind: 'avenants' });
  const agreement = Number(amendment.conventionId);

  const refused = await service.institution.delete(`/api/conventions/${agreement}`);
  await service.institution.delete(`/api/avenants/${amendment.id}`).expect(204);

  expect(refused.status).toBe(409);
  expect(refused.body.detail).toContain('1 amendment');
  await service.institution.delete(`/api/conventions/${agreement}`).expect(204);
});

test('An erasure takes the kept answers of Idempotency-Keys with it', async () => {
  const { id } = await givenDraft(service);
  await service.institution
    .post(`/api/conventions/${id}/signature`)
    .set('Idempotency-Key', 'to-be-erased')
    .expect(202);

  await service.institution.delete(`/api/conventions/${id}`).send({ reason: 'r' }).expect(204);

  const { rows } = await service.sql.query("select 1 from idempotent_answers where key = 'to-be-erased'");
  expect(rows).toEqual([]);
});

describe.each(kinds)('POST /api/%s/:id/signed-outside', (kind) => {
  test('takes a draft with a scan and dates, ends as signed, and DELETE …/signature undoes it', async () => {
    const { id } = await givenDraft(service, { kind });
    const scan = await validPdf({ text: 'scan' });

    const { body } = await service.institution
      .post(`/api/${kind}/${id}/signed-outside`)
      .field('reason', 'Signed on paper')
      .field('dates', JSON.stringify([dateOf(1)]))
      .attach('doc', Buffer.from(scan), 'scan.pdf')
      .expect(200);

    expect(body).toMatchObject({
      state: 'signed',
      signedOutside: true,
      round: 1,
      progress: { signed: 1, total: 2, documentDeposited: true },
      deposits: [{ version: 1, sha256: sha256(scan), signatures: { count: 0 } }],
      deliveries: [],
    });
    expect(body.history.at(-1)).toMatchObject({
      event: 'signed-outside',
      detail: { reason: 'Signed on paper' },
    });

    await service.institution.delete(`/api/${kind}/${id}/signature`).expect(200);
    expect(await recordOf(service, id, kind)).toMatchObject({ state: 'draft', signedOutside: false });
  });

  test('takes a record in signing with a reason alone, and cancels its pending call', async () => {
    service.webhook.answerWith((_request, response) => void response.writeHead(500).end());
    const { id } = await givenInSigning(service, { kind });
    await eventually(async () =>
      expect((await recordOf(service, id, kind)).deliveries[0]?.attempts).toHaveLength(1),
    );

    const { body } = await service.institution
      .post(`/api/${kind}/${id}/signed-outside`)
      .send({ reason: 'Other product' })
      .expect(200);

    expect(body.history.map(({ event }: { event: string }) => event)).toContain('delivery-cancelled');
    expect(body).toMatchObject({
      state: 'signed',
      signedOutside: true,
      round: 1,
      deliveries: [{ state: 'cancelled' }],
    });
    service.webhook.answerWith((_request, response) => void response.end());
  });

  test('takes JSON with the PDF in Base64', async () => {
    const { id } = await givenDraft(service, { kind });
    const pdf64 = Buffer.from(await validPdf({ text: 'scan' })).toString('base64');

    await service.institution
      .post(`/api/${kind}/${id}/signed-outside`)
      .send({ reason: 'r', pdf64, dates: [dateOf(2)] })
      .expect(200);

    expect(await recordOf(service, id, kind)).toMatchObject({ state: 'signed', deposits: [{ version: 1 }] });
  });

  test.each([
    ['no reason', {}, '/reason'],
    ['a stranger', { reason: 'r', dates: [dateOf(9)] }, '/dates/0/order'],
    ['a PDF that is none', { reason: 'r', pdf64: 'bm9uZQ==' }, '/pdf64'],
  ])('refuses %s and changes nothing', async (_name, body, pointer) => {
    const draft = await givenDraft(service, { kind });

    const response = await service.institution.post(`/api/${kind}/${draft.id}/signed-outside`).send(body);

    expect(response.status).toBe(400);
    expect(response.body.errors).toMatchObject([{ pointer }]);
    expect(await recordOf(service, draft.id, kind)).toEqual(draft);
  });

  test('refuses what is signed already with 409', async () => {
    const { id } = await givenDraft(service, { kind });
    await service.institution.post(`/api/${kind}/${id}/signed-outside`).send({ reason: 'r' }).expect(200);

    await service.institution.post(`/api/${kind}/${id}/signed-outside`).send({ reason: 'r' }).expect(409);
  });
});

describe.each(kinds)('Given a record of %s that was signed outside', (kind) => {
  async function givenSignedOutside() {
    const { id } = await givenInSigning(service, { kind, signatories: 1 });
    // A call on its way would still be noted later.
    await eventually(async () =>
      expect((await recordOf(service, id, kind)).deliveries[0]?.state).toBe('delivered'),
    );
    const scan = await validPdf({ text: 'scan' });
    await service.institution
      .post(`/api/${kind}/${id}/signed-outside`)
      .field('reason', 'paper')
      .field('dates', JSON.stringify([dateOf(1)]))
      .attach('doc', Buffer.from(scan), 'scan.pdf')
      .expect(200);
    return { id, scan, before: await recordOf(service, id, kind) };
  }

  test('When the signing application deposits, Then it is refused and the scan stays what counts', async () => {
    const { id, scan, before } = await givenSignedOutside();

    const { body } = await deposit(service, id, await validPdf({ text: 'late' }), kind).expect(409);

    expect(body).toMatchObject({ type: '/public/problems#signed_outside' });
    expect(await recordOf(service, id, kind)).toEqual(before);
    const served = await service.institution.get(`/api/${kind}/${id}/signed-pdf`).expect(200);
    expect(Buffer.from(scan).equals(served.body)).toBe(true);
  });

  test('When the signing application reports dates, Then those that staff recorded stay', async () => {
    const { id, before } = await givenSignedOutside();
    const other = dateOf(1, { signatureDate: '2026-05-05T10:00:00.000+0000' });

    const { body } = await service.vendor.patch(`/public/api/${kind}/${id}/dates`).send([other]).expect(409);

    expect(body).toMatchObject({ type: '/public/problems#signed_outside' });
    expect(await recordOf(service, id, kind)).toEqual(before);
  });

  test('When it is taken back and sent again, Then the signing application may deposit and report', async () => {
    const { id } = await givenSignedOutside();
    await service.institution.delete(`/api/${kind}/${id}/signature`).expect(200);
    await service.institution.post(`/api/${kind}/${id}/signature`).expect(202);

    await deposit(service, id, await validPdf({ text: 'signed' }), kind).expect(200);
    await service.vendor
      .patch(`/public/api/${kind}/${id}/dates`)
      .send([dateOf(1)])
      .expect(200);

    expect(await recordOf(service, id, kind)).toMatchObject({ state: 'signed', signedOutside: false });
  });
});

test('A draft whose amendment was erased can be deleted: a stub stays under the stub', async () => {
  const amendment = await givenInSigning(service, { kind: 'avenants' });
  const agreement = Number(amendment.conventionId);
  await service.institution.delete(`/api/avenants/${amendment.id}`).send({ reason: 'r' }).expect(204);

  await service.institution.delete(`/api/conventions/${agreement}`).expect(204);

  expect(await recordOf(service, agreement)).toMatchObject({ state: 'erased', title: '' });
});

/** What is kept of all calls, as text. */
async function exchanges(): Promise<string> {
  const { rows } = await service.sql.query('select json_agg(e)::text as all from exchanges e');
  return String(rows[0]?.all);
}

test('Given an answer that is kept with its attempt, When the record is erased, Then it is gone', async () => {
  service.webhook.answerWith((_request, response) => void response.end('Dear Ada'));
  const { id } = await givenInSigning(service);
  await eventually(async () => expect(await exchanges()).toContain('Dear Ada'));

  await service.institution.delete(`/api/conventions/${id}`).send({ reason: 'r' }).expect(204);

  expect(await exchanges()).not.toContain('Dear Ada');
  service.webhook.answerWith((_request, response) => void response.end());
});

test('Given a call under way, When the record is erased, Then the answer brings nothing back', async () => {
  let answer = () => {};
  service.webhook.answerWith((_request, response) => {
    answer = () => void response.end('REF-of-Ada');
  });
  const { id } = await givenInSigning(service);
  const calls = service.webhook.requests.length;
  await eventually(() => expect(service.webhook.requests.length).toBeGreaterThan(calls - 1));
  await eventually(() => expect(service.webhook.requests.at(-1)?.url).toContain(`=${id}`));

  await service.institution.delete(`/api/conventions/${id}`).send({ reason: 'r' }).expect(204);
  answer();

  await eventually(async () => expect((await recordOf(service, id)).deliveries[0]?.attempts).toHaveLength(1));
  expect(JSON.stringify(await recordOf(service, id))).not.toContain('REF-of-Ada');
  expect(await exchanges()).not.toContain('REF-of-Ada');
  service.webhook.answerWith((_request, response) => void response.end());
});

test('Given replacements at the same time, When it is signed outside, Then neither fails', async () => {
  const scan = Buffer.from(await validPdf({ text: 'scan' }));
  const body = {
    pdf64: Buffer.from(await validPdf({ text: 'new' })).toString('base64'),
    metadata: metadata(),
  };
  for (let run = 0; run < 5; run += 1) {
    const { id } = await givenDraft(service);
    const answers = await Promise.all([
      service.institution.put(`/api/conventions/${id}`).send(body),
      service.institution
        .post(`/api/conventions/${id}/signed-outside`)
        .field('reason', 'r')
        .attach('doc', scan, 'scan.pdf'),
      service.institution.put(`/api/conventions/${id}`).send(body),
    ]);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(answers[1]?.status).toBe(200);
  }
});

test('A part that is not known is refused, since what it says would be lost', async () => {
  const { id } = await givenDraft(service);

  const { status, body } = await service.institution
    .post(`/api/conventions/${id}/signed-outside`)
    .field('reason', 'r')
    .field('date', '[]');

  expect(status).toBe(400);
  expect(body.detail).toMatch(/"date" is not known here; the parts are doc, dates, reason/);
});

test('A text part that is given twice is refused, since one of the two would be lost', async () => {
  const { id } = await givenDraft(service);

  const { status, body } = await service.institution
    .post(`/api/conventions/${id}/signed-outside`)
    .field('reason', 'one')
    .field('reason', 'two');

  expect(status).toBe(400);
  expect(body.detail).toContain('"reason" is given twice');
});
