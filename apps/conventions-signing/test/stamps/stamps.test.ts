import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pino from 'pino';
import { findHeads } from '../../src/data/ledger.ts';
import { type Database, openDatabase } from '../../src/data/open-database.ts';
import { findStamps } from '../../src/data/stamps.ts';
import { stampHead } from '../../src/stamps/keep-stamping.ts';
import { readTimeStamp } from '../../src/stamps/time-stamp.ts';
import { givenDraft } from '../support/records.ts';
import { useService } from '../support/service.ts';
import { answerTimeStampRequest, timeStampToken } from '../support/test-cms.ts';
import { issueCertificate } from '../support/test-pki.ts';
import { useTimeStampAuthority } from '../support/time-stamps.ts';

const service = useService({ webhook: false });
const authority = useTimeStampAuthority();
let db: Database;
beforeAll(() => {
  db = openDatabase(service.databaseUrl, () => {});
});
afterAll(() => db.close());
beforeEach(() => {
  authority.answerWith((request) => answerTimeStampRequest(request, authority.signer));
});

const stamp = () =>
  stampHead({
    db,
    log: pino({ level: 'silent' }),
    now: () => new Date(),
    uri: `${authority.server.url}/tsa?key=of-the-institution`,
  });

test('The head of the history is stamped as it is now, once for all that came before it', async () => {
  await givenDraft(service);
  await stamp();
  await stamp();

  const [head] = (await findHeads(db.pool)).slice(-1);
  const [kept, ...more] = (await findStamps(db.pool)).slice(-1);
  expect(more).toEqual([]);
  expect(kept).toMatchObject({ ...head, authority: expect.stringContaining('CN=Tempus') });
  expect(readTimeStamp(kept?.token ?? new Uint8Array(), head?.hash ?? '').at).toEqual(kept?.at);
  const sent = authority.server.requests.at(-1);
  expect(sent?.headers['content-type']).toBe('application/timestamp-query');
  expect(sent?.body.includes(Buffer.from(head?.hash ?? '', 'hex'))).toBe(false);
});

test.each<[string, (request: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>, RegExp]>([
  [
    'whose signature does not hold',
    (request) => answerTimeStampRequest(request, authority.signer, { spoilt: true }),
    /does not hold/,
  ],
  [
    'by SHA-1',
    (request) =>
      answerTimeStampRequest(request, authority.signer, { hash: 'SHA-1', signing: { hash: 'SHA-1' } }),
    /rests on SHA-1/,
  ],
  [
    'that does not name the certificate of its authority',
    (request) => answerTimeStampRequest(request, authority.signer, { naming: null }),
    /does not name the certificate/,
  ],
  [
    'by a certificate that is not for time stamps',
    async (request) => answerTimeStampRequest(request, await issueCertificate({ issuer: authority.root })),
    /not for time stamps/,
  ],
  [
    'of an earlier question',
    async () =>
      answerTimeStampRequest(new Uint8Array(authority.server.requests[0]?.body ?? []), authority.signer),
    /of something else/,
  ],
  [
    'that is a token without its answer',
    () => timeStampToken(new Uint8Array(4), authority.signer),
    /cannot be read/,
  ],
  ['that is a page', async () => Buffer.from('<!doctype html><title>Sign in</title>'), /cannot be read/],
])('An answer %s is not kept, and the next one is', async (_what, answer, reason) => {
  await givenDraft(service);
  const before = await findStamps(db.pool);
  authority.answerWith(answer);

  await expect(stamp()).rejects.toThrow(reason);
  expect(await findStamps(db.pool)).toEqual(before);
  authority.answerWith((request) => answerTimeStampRequest(request, authority.signer));
  await stamp();

  expect(await findStamps(db.pool)).toHaveLength(before.length + 1);
});

test('An authority that does not answer is named with its address, without its query', async () => {
  await givenDraft(service);
  authority.server.answerWith((_request, response) => void response.writeHead(503).end());

  await expect(stamp()).rejects.toThrow(`cannot be fetched from ${authority.server.url}/tsa: `);
});
