import { request as httpRequest } from 'node:http';
import { eventually } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { openUploads } from '../../support/open-uploads.ts';
import { encryptedPdf, inflatingPdf, ownerLockedPdf, truncatedPdf, validPdf } from '../../support/pdfs.ts';
import {
  dateOf,
  deposit,
  givenDraft,
  givenInSigning,
  type Kind,
  recordOf,
  sha256,
} from '../../support/records.ts';
import { publicToken, useService } from '../../support/service.ts';

const service = useService({ webhook: false });
const kinds: Kind[] = ['conventions', 'avenants'];

describe.each(kinds)('POST /public/api/%s/:id/pdf', (kind) => {
  test('stores the signed PDF with its hash, size and the fingerprint of the token', async () => {
    const { id } = await givenInSigning(service, { kind });
    const signed = await validPdf({ text: 'signed' });

    const { body } = await deposit(service, id, signed, kind).expect(200);

    expect(body).toEqual({ message: 'OK' });
    const { deposits } = await recordOf(service, id, kind);
    expect(deposits).toMatchObject([{ version: 1, sha256: sha256(signed), size: signed.length, round: 1 }]);
    expect(deposits[0]?.actor).toMatch(/^sha256:[0-9a-f]{12}$/);
    const stored = await service.institution.get(`/api/${kind}/${id}/signed-pdf`).expect(200);
    expect(Buffer.from(signed).equals(stored.body)).toBe(true);
  });

  test('keeps a later deposit as a new version, and the newest counts', async () => {
    const { id } = await givenInSigning(service, { kind });
    const [first, second] = [await validPdf({ text: 'first' }), await validPdf({ text: 'second' })];
    await deposit(service, id, first, kind).expect(200);
    await deposit(service, id, second, kind).expect(200);

    const newest = await service.institution.get(`/api/${kind}/${id}/signed-pdf`).expect(200);
    const older = await service.institution.get(`/api/${kind}/${id}/signed-pdf?version=1`).expect(200);

    expect(Buffer.from(second).equals(newest.body)).toBe(true);
    expect(Buffer.from(first).equals(older.body)).toBe(true);
  });

  test('acknowledges the very same bytes again and adds nothing', async () => {
    const { id } = await givenInSigning(service, { kind });
    const signed = await validPdf({ text: 'signed' });
    await deposit(service, id, signed, kind).expect(200);
    const before = await recordOf(service, id, kind);

    const { body } = await deposit(service, id, signed, kind).expect(200);

    expect(body).toEqual({ message: 'OK' });
    expect(await recordOf(service, id, kind)).toEqual(before);
  });

  test('takes a deposit while the record is signed already', async () => {
    const { id } = await givenInSigning(service, { kind, signatories: 1 });
    await service.vendor
      .patch(`/public/api/${kind}/${id}/dates`)
      .send([dateOf(1)])
      .expect(200);
    await deposit(service, id, await validPdf({ text: 'one' }), kind).expect(200);

    await deposit(service, id, await validPdf({ text: 'two' }), kind).expect(200);

    expect(await recordOf(service, id, kind)).toMatchObject({
      state: 'signed',
      deposits: [{ version: 1 }, { version: 2 }],
    });
  });

  test('refuses a draft with 409 and changes nothing', async () => {
    const draft = await givenDraft(service, { kind });

    const response = await deposit(service, draft.id, await validPdf(), kind);

    expect(response.status).toBe(409);
    expect(response.body).toMatchObject({ status: 409, title: 'Not in the signing phase' });
    expect(await recordOf(service, draft.id, kind)).toEqual(draft);
  });
});

describe('A deposit takes any file name and any part type', () => {
  test.each([
    ['signed.pdf', 'application/pdf'],
    ['../../etc/passwd', 'application/octet-stream'],
    ['été "2026".bin', 'text/plain'],
  ])('%s as %s', async (filename, contentType) => {
    const { id } = await givenInSigning(service);

    await service.vendor
      .post(`/public/api/conventions/${id}/pdf`)
      .attach('doc', Buffer.from(await validPdf({ text: filename.slice(-10, -4) })), {
        filename,
        contentType,
      })
      .expect(200);
  });
});

describe('A deposit is refused and nothing changes', () => {
  const refusals: [string, () => Promise<Uint8Array>, string][] = [
    ['nonsense', async () => Buffer.from('this is no PDF'), 'Not a readable PDF'],
    ['an empty file', async () => Buffer.alloc(0), 'Not a readable PDF'],
    ['a truncated PDF', async () => truncatedPdf(), 'Not a readable PDF'],
    ['an encrypted PDF', async () => encryptedPdf(), 'Encrypted PDF'],
    ['a PDF locked by its owner', async () => ownerLockedPdf(), 'Encrypted PDF'],
    ['a PDF that inflates without end', async () => inflatingPdf(), 'PDF too complex to check'],
  ];
  test.each(refusals)('%s', async (_name, make, title) => {
    const before = await givenInSigning(service);

    const response = await deposit(service, before.id, await make());

    expect(response.status).toBe(400);
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(response.body).toMatchObject({ status: 400, title, errors: [{ pointer: '/doc' }] });
    expect(await recordOf(service, before.id)).toEqual(before);
  });

  test.each([
    ['another part name', (call) => call.attach('file', Buffer.from('x'), 'signed.pdf'), /named "file"/],
    [
      'two parts',
      (call) => call.attach('doc', Buffer.from('x'), 'a').attach('doc', Buffer.from('y'), 'b'),
      /two file parts/,
    ],
    ['no part', (call) => call.field('note', 'nothing else'), /no file part named "doc"/],
    ['a text part named doc', (call) => call.field('doc', '%PDF-1.7'), /has no file name/],
  ] as [
    string,
    (call: ReturnType<typeof service.vendor.post>) => ReturnType<typeof service.vendor.post>,
    RegExp,
  ][])('%s', async (_name, fill, detail) => {
    const before = await givenInSigning(service);

    const response = await fill(service.vendor.post(`/public/api/conventions/${before.id}/pdf`));

    expect(response.status).toBe(400);
    expect(response.body.detail).toMatch(detail);
    expect(await recordOf(service, before.id)).toEqual(before);
  });

  test.each([
    ['no boundary', 'multipart/form-data', 'x'],
    [
      'an unfinished body',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="doc"; filename="a"\r\n\r\nabc',
    ],
    ['no part at all', 'multipart/form-data; boundary=b', 'nothing'],
  ])('a broken multipart body: %s', async (_name, contentType, body) => {
    const before = await givenInSigning(service);

    const response = await service.vendor
      .post(`/public/api/conventions/${before.id}/pdf`)
      .set('Content-Type', contentType)
      .send(body);

    expect(response.status).toBe(400);
    expect(await recordOf(service, before.id)).toEqual(before);
  });

  test('a PDF of more than 50 MiB: 413 that says the limit', async () => {
    const before = await givenInSigning(service);

    const declared = await deposit(service, before.id, Buffer.alloc(51 * 1024 * 1024));

    expect(declared.status).toBe(413);
    expect(declared.body.detail).toContain('50 MiB');
    expect(await recordOf(service, before.id)).toEqual(before);
  });

  test('a PDF of more than 50 MiB whose length is not declared: 413 as well', async () => {
    const before = await givenInSigning(service);

    const status = await chunkedDeposit(before.id, 51 * 1024 * 1024);

    expect(status).toBe(413);
    expect(await recordOf(service, before.id)).toEqual(before);
  });

  test('another content type: 415', async () => {
    const { id } = await givenInSigning(service);

    const response = await service.vendor
      .post(`/public/api/conventions/${id}/pdf`)
      .set('Content-Type', 'application/pdf')
      .send(Buffer.from(await validPdf()));

    expect(response.status).toBe(415);
    expect(response.body.detail).toContain('multipart/form-data');
  });
});

test('A compressed multipart body is refused with 415', async () => {
  const { id } = await givenInSigning(service);

  const response = await deposit(service, id, await validPdf()).set('Content-Encoding', 'gzip');

  expect(response.status).toBe(415);
});

test('An upload that breaks off leaves no deposit, no file and no open handle', async () => {
  const before = await givenInSigning(service);
  const openBefore = await openUploads();

  for (const sent of [10, 300, 70_000, 3_000_000]) await breakOff(before.id, sent);

  await eventually(async () => expect(await openUploads()).toBe(openBefore));
  expect(await recordOf(service, before.id)).toEqual(before);
});

const head = '--b\r\nContent-Disposition: form-data; name="doc"; filename="a.pdf"\r\n\r\n';

function upload(id: number, headers: Record<string, string>) {
  return httpRequest(`${service.url}/public/api/conventions/${id}/pdf`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${publicToken}`,
      'Content-Type': 'multipart/form-data; boundary=b',
      ...headers,
    },
  });
}

function chunkedDeposit(id: number, bytes: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const call = upload(id, {});
    call.on('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    call.on('error', reject);
    call.write(head);
    for (let sent = 0; sent < bytes; sent += 1024 * 1024) call.write(Buffer.alloc(1024 * 1024));
    call.end('\r\n--b--\r\n');
  });
}

function breakOff(id: number, bytes: number): Promise<void> {
  return new Promise((resolve) => {
    const call = upload(id, { 'Content-Length': '10000000' });
    call.on('error', () => resolve());
    call.write(Buffer.concat([Buffer.from(head), Buffer.alloc(bytes)]).subarray(0, bytes), () => {
      call.destroy();
    });
    call.on('close', () => resolve());
  });
}
