import { type ClientRequest, request as httpRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { eventually } from '@campus/testing';
import { afterEach, describe, expect, test } from '@jest/globals';
import { keptInMemoryBytes } from '../../../src/http/receive/temporary-file.ts';
import { arrivingUploads, jsonPdfsInMemory } from '../../../src/http/receive/uploads.ts';
import { openUploads } from '../../support/open-uploads.ts';
import { inflatingPdf, validPdf } from '../../support/pdfs.ts';
import { deposit, givenDraft, givenInSigning, metadata, recordOf } from '../../support/records.ts';
import {
  callerWith,
  managementToken,
  otherPublicToken,
  publicToken,
  useService,
} from '../../support/service.ts';

const service = useService({ webhook: false });

const open: ClientRequest[] = [];
afterEach(() => {
  for (const call of open.splice(0)) call.destroy();
});

interface OpenCall {
  send(piece: string): void;
  end(piece: string): Promise<number | undefined>;
}

/** A request whose body has begun and does not end by itself. */
function beginCall(
  path: string,
  { token, type, length }: { token: string; type: string; length?: number },
): OpenCall {
  const call = httpRequest(`${service.url}${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': type,
      ...(length === undefined ? {} : { 'Content-Length': length }),
    },
  });
  open.push(call);
  const status = new Promise<number | undefined>((resolve) => {
    call.once('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    call.on('error', () => resolve(undefined));
  });
  call.flushHeaders();
  return {
    send: (piece) => void call.write(piece),
    end: (piece) => {
      call.end(piece);
      return status;
    },
  };
}

async function registration(): Promise<string> {
  const pdf64 = Buffer.from(await validPdf()).toString('base64');
  return JSON.stringify({ pdf64, metadata: metadata() });
}

/** Begins registrations as JSON that come slowly, more than may be in memory at once. */
function beginRegistrations(): OpenCall[] {
  const count = jsonPdfsInMemory.atATime + 2;
  const calls = Array.from({ length: count }, () =>
    beginCall('/api/conventions', { token: managementToken, type: 'application/json' }),
  );
  for (const call of calls) call.send('{"pdf64":"');
  return calls;
}

describe('Registrations whose JSON comes slowly', () => {
  test('When another one comes, Then it is taken, and they are too once they have come', async () => {
    const slow = beginRegistrations();

    await givenDraft(service);

    const rest = (await registration()).slice('{"pdf64":"'.length);
    expect(await Promise.all(slow.map((call) => call.end(rest)))).toEqual(slow.map(() => 201));
  });

  test('When a record is recorded as signed outside, Then it is taken', async () => {
    const { id } = await givenDraft(service);
    beginRegistrations();

    await service.institution.post(`/api/conventions/${id}/signed-outside`).send({ reason: 'r' }).expect(200);
  });
});

describe('A registration as JSON', () => {
  const post = (headers: Record<string, string>, body: Buffer) =>
    service.institution
      .post('/api/conventions')
      .set({ 'Content-Type': 'application/json', ...headers })
      // superagent would make JSON of a buffer.
      .serialize((given) => given as string)
      .send(body as unknown as object);

  test('is taken with gzip', async () => {
    await post({ 'Content-Encoding': 'gzip' }, gzipSync(await registration())).expect(201);
  });

  test.each([
    ['that is no gzip', { 'Content-Encoding': 'gzip' }, Buffer.from('{}'), 400, 'malformed_request'],
    [
      'in an unknown encoding',
      { 'Content-Encoding': 'zstd' },
      Buffer.from('{}'),
      415,
      'unsupported_media_type',
    ],
    [
      'in another charset',
      { 'Content-Type': 'application/json; charset=latin1' },
      Buffer.from('{}'),
      415,
      'unsupported_media_type',
    ],
    [
      'that inflates beyond the limit',
      { 'Content-Encoding': 'gzip' },
      gzipSync(Buffer.alloc(69 * 2 ** 20, ' ')),
      413,
      'body_too_large',
    ],
    ['that is none', {}, Buffer.from('{"pdf64":'), 400, 'malformed_json'],
  ])('%s is refused', async (_name, headers, bytes, status, code) => {
    const { body } = await post(headers as Record<string, string>, bytes).expect(status);

    expect(body.type).toBe(`/public/problems#${code}`);
  });
});

test('Given as many uploads of one token on their way as may be, When it begins another, Then that is refused at once, and no other token', async () => {
  const { id } = await givenInSigning(service);
  const path = `/public/api/conventions/${id}/pdf`;
  const type = 'multipart/form-data; boundary=b';
  const calls = Array.from({ length: Number(arrivingUploads.atATimePerCaller) }, () =>
    beginCall(path, { token: publicToken, type }),
  );
  for (const call of calls)
    call.send(
      `--b\r\nContent-Disposition: form-data; name="doc"; filename="a"\r\n\r\n${'x'.repeat(2 * keptInMemoryBytes)}`,
    );
  const pdf = await validPdf({ text: 'signed' });

  await eventually(async () => expect(await openUploads()).toBe(calls.length));

  const refused = await deposit(service, id, pdf);

  expect(refused.status).toBe(429);
  expect(refused.headers['retry-after']).toBe('1');
  expect(refused.body.type).toBe('/public/problems#too_many_requests');
  const other = { vendor: callerWith(service.url, `Bearer ${otherPublicToken}`) };
  await deposit(other, id, await validPdf({ text: 'of another' })).expect(200);
  for (const call of open.splice(0)) call.destroy();
  await eventually(async () => expect((await deposit(service, id, pdf)).status).toBe(200));
});

test('Given a token whose PDFs take long to read, When another token deposits, Then that waits for none of them', async () => {
  const other = { vendor: callerWith(service.url, `Bearer ${otherPublicToken}`) };
  const [slow, quick] = [await givenInSigning(service), await givenInSigning(service)];
  const warm = ['one', 'two'].map(async (text, index) =>
    deposit(index === 0 ? service : other, slow.id, await validPdf({ text })).expect(200),
  );
  await Promise.all(warm);
  const ended: number[] = [];
  const hostile = Array.from({ length: 2 }, () => deposit(service, slow.id, inflatingPdf()));
  for (const call of hostile)
    call.then(
      ({ status }) => ended.push(status),
      () => {},
    );

  await deposit(other, quick.id, await validPdf({ text: 'quick' })).expect(200);

  expect(ended).toEqual([]);
  for (const call of hostile) call.abort();
  expect((await recordOf(service, quick.id)).deposits).toHaveLength(1);
});
