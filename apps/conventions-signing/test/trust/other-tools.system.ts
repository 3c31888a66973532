import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { requireTool } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { stamped, withDocumentTimeStamp, withProofs } from '../support/archived-pdfs.ts';
import { type JudgedParts, prepareJudging, usualNow } from '../support/judged.ts';
import {
  type CertificateOptions,
  generalNames,
  issueCertificate,
  pem,
  revocationList,
  type TestSigner,
  unknownCriticalExtension,
} from '../support/test-pki.ts';

const run = promisify(execFile);
let parts: JudgedParts;
let folder: string;
let pdfsig: string;
let openssl: string;
beforeAll(async () => {
  pdfsig = await requireTool('pdfsig');
  openssl = await requireTool('openssl');
  const certutil = await requireTool('certutil');
  parts = await prepareJudging();
  folder = await mkdtemp(path.join(tmpdir(), 'judged-'));
  const root = await written('root.pem', pem(parts.pki.root));
  await run(certutil, ['-N', '-d', `sql:${folder}`, '--empty-password']);
  await run(certutil, ['-A', '-d', `sql:${folder}`, '-n', 'root', '-t', 'CT,C,C', '-i', root]);
});
afterAll(async () => {
  await parts?.inspector.stop();
  if (folder !== undefined) await rm(folder, { recursive: true });
});

async function written(name: string, content: string | Uint8Array): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

/**
 * Whether the signature fits, and what is against its certificate. It knows today alone, and of a certificate that it
 * has nothing against it says no more than that something is unknown.
 */
async function opinionOfPdfsig(pdf: Uint8Array): Promise<string[]> {
  const file = await written('signed.pdf', pdf);
  const { stdout } = await run(pdfsig, ['-no-ocsp', '-nssdir', `sql:${folder}`, file], {
    env: { LC_ALL: 'C' },
  }).catch((error: { stdout: string }) => error);
  const against = ['Certificate issuer is unknown.', 'Certificate has Expired'];
  return [...stdout.matchAll(/- (?:Signature|Certificate) Validation: (.*)/g)]
    .map(([, words = '']) => words)
    .filter(
      (words) => words.startsWith('Signature') || against.includes(words) || words.includes('Mismatch'),
    );
}

/** The last signature of a file, and what it covers. */
async function takenOut(pdf: Uint8Array): Promise<{ token: string; covered: string }> {
  const file = Buffer.from(pdf);
  const ranges = [...file.toString('latin1').matchAll(/\/ByteRange\s*\[\s*(\d+) (\d+) (\d+) (\d+)\s*\]/g)];
  const [start = 0, length = 0, next = 0, rest = 0] = (ranges.at(-1) ?? []).slice(1).map(Number);
  const token = Buffer.from(file.toString('latin1', start + length + 1, next - 1), 'hex');
  return {
    // Zeros fill the room that it was given.
    token: await written('token.der', token.subarray(0, 4 + token.readUInt16BE(2))),
    covered: await written(
      'covered',
      Buffer.concat([file.subarray(start, start + length), file.subarray(next, next + rest)]),
    ),
  };
}

/** Whether openssl accepts it, at the time of the judgement. */
async function opensslAccepts(
  pdf: Uint8Array,
  kind: 'cms' | 'ts',
  lists: Uint8Array[] = [],
): Promise<boolean> {
  const { token, covered } = await takenOut(pdf);
  const asPem = lists.map((list) => {
    const lines = Buffer.from(list).toString('base64').replace(/.{64}/g, '$&\n');
    return `-----BEGIN X509 CRL-----\n${lines}\n-----END X509 CRL-----\n`;
  });
  const anchors = await written('anchors.pem', [pem(parts.pki.root), ...asPem].join(''));
  const how =
    kind === 'cms'
      ? [
          'cms',
          '-verify',
          '-binary',
          '-inform',
          'DER',
          '-in',
          token,
          '-content',
          covered,
          '-out',
          '/dev/null',
        ]
      : ['ts', '-verify', '-token_in', '-in', token, '-data', covered];
  const checked = lists.length > 0 ? ['-crl_check_all'] : [];
  const when = ['-attime', String(usualNow.getTime() / 1000)];
  return run(openssl, [...how, '-CAfile', anchors, ...when, ...checked]).then(
    () => true,
    () => false,
  );
}

async function signedBy(options: CertificateOptions): Promise<Uint8Array> {
  const signer = await issueCertificate({ issuer: parts.pki.authority, ...options });
  return parts.proven(await parts.sign({}, signer), { signer });
}

/** A way of its own from the root to the signer. */
async function below(
  authorities: CertificateOptions[],
  signer: CertificateOptions = {},
): Promise<Uint8Array> {
  const made: TestSigner[] = [parts.pki.root];
  for (const [level, options] of authorities.entries()) {
    const authority = { name: `Level ${level}`, issuer: made.at(-1), authority: true, ...options };
    made.push(await issueCertificate(authority as CertificateOptions));
  }
  const by = await issueCertificate({ ...signer, issuer: made.at(-1) as TestSigner });
  const lists = await Promise.all(made.map((issuer) => revocationList({ issuer })));
  const chain = made.slice(1).map(({ certificate }) => certificate);
  return withProofs(await parts.sign({ chain }, by), { lists });
}

function tampered(pdf: Uint8Array): Uint8Array {
  return new Uint8Array(
    Buffer.from(Buffer.from(pdf).toString('latin1').replace('/MediaBox', '/mediaBox'), 'latin1'),
  );
}

const holds = ['Signature is Valid.'];
const strange = [...holds, 'Certificate issuer is unknown.'];
const expired = [...holds, 'Certificate has Expired'];
const before = new Date('2026-11-21T20:00:00Z');

const cases: [string, ours: string, pdfsig: string[], () => Promise<Uint8Array>][] = [
  ['with all that proves it', 'passed', holds, async () => parts.proven(await parts.sign())],
  ['by RSA', 'passed', holds, () => signedBy({ algorithm: 'RSA' })],
  ['by RSA-PSS', 'passed', holds, () => signedBy({ algorithm: 'RSA-PSS' })],
  ['of four levels', 'passed', holds, () => below([{}, {}, {}])],
  [
    'by a name that the authority may certify',
    'passed',
    holds,
    () =>
      below([{ permitted: [generalNames.mail('example.org')] }], {
        alternatives: [generalNames.mail('ada@example.org')],
      }),
  ],
  [
    'whose bytes were changed',
    'failed HASH_FAILURE',
    ['Digest Mismatch.'],
    async () => tampered(await parts.proven(await parts.sign())),
  ],
  [
    'whose value was changed',
    'failed SIG_CRYPTO_FAILURE',
    ['Signature is Invalid.'],
    () => parts.sign({ spoilt: true }),
  ],
  [
    'by somebody who signed the certificate alone',
    'indeterminate NO_CERTIFICATE_CHAIN_FOUND',
    strange,
    async () => parts.sign({}, await issueCertificate()),
  ],
  [
    'whose issuer is nowhere',
    'indeterminate NO_CERTIFICATE_CHAIN_FOUND',
    strange,
    () => parts.sign({ chain: [] }),
  ],
  [
    'below somebody who is no authority',
    'indeterminate CHAIN_CONSTRAINTS_FAILURE',
    strange,
    () => below([{ authority: false, keyUsage: ['keyCertSign'] }]),
  ],
  [
    'below an authority whose key is for something else',
    'indeterminate CHAIN_CONSTRAINTS_FAILURE',
    strange,
    () => below([{ keyUsage: ['digitalSignature'] }]),
  ],
  [
    'with one level too many',
    'indeterminate CHAIN_CONSTRAINTS_FAILURE',
    strange,
    () => below([{ authority: { pathLength: 0 } }, {}]),
  ],
  [
    'by a name that the authority may not certify',
    'indeterminate CHAIN_CONSTRAINTS_FAILURE',
    strange,
    () =>
      below([{ permitted: [generalNames.mail('example.org')] }], {
        alternatives: [generalNames.mail('ada@example.com')],
      }),
  ],
  [
    'by a key that is for something else',
    'indeterminate CHAIN_CONSTRAINTS_FAILURE',
    holds,
    () => signedBy({ keyUsage: ['keyEncipherment'] }),
  ],
  [
    'with a decisive extension that nobody knows',
    'indeterminate CHAIN_CONSTRAINTS_FAILURE',
    holds,
    () => signedBy({ extensions: [unknownCriticalExtension()] }),
  ],
  [
    'by a certificate that has expired',
    'indeterminate OUT_OF_BOUNDS_NO_POE',
    expired,
    () => signedBy({ validTo: before }),
  ],
  [
    'by a certificate that is not yet valid',
    'failed NOT_YET_VALID',
    expired,
    () => signedBy({ validFrom: new Date('2035-12-01') }),
  ],
  [
    'below an authority that has expired',
    'indeterminate OUT_OF_BOUNDS_NO_POE',
    strange,
    () => below([{ validTo: before }]),
  ],
];

test.each(cases)('pdfsig, openssl and we agree on a signature %s', async (_, ours, said, make) => {
  const pdf = await make();
  const { items } = await parts.judge(pdf);

  expect([items[0]?.status, items[0]?.subIndication ?? undefined].join(' ').trim()).toBe(ours);
  expect(await opinionOfPdfsig(pdf)).toEqual(said);
  expect(await opensslAccepts(pdf, 'cms')).toBe(ours === 'passed');
});

test('openssl and we agree on revocation by lists', async () => {
  const { pki, judge, sign } = parts;
  const ofRoot = await revocationList({ issuer: pki.root });
  const opinions = async (lists: Uint8Array[]) => {
    const pdf = await withProofs(await sign(), { lists });
    const ours = (await judge(pdf)).items[0];
    return [ours?.subIndication, await opensslAccepts(pdf, 'cms', lists)];
  };
  const good = await revocationList({ issuer: pki.authority });
  const revoked = await revocationList({
    issuer: pki.authority,
    revoked: [{ certificate: pki.signer.certificate, at: before }],
  });

  expect(await opinions([ofRoot, good])).toEqual([null, true]);
  expect(await opinions([ofRoot, revoked])).toEqual(['REVOKED_NO_POE', false]);
  expect(await opinions([ofRoot])).toEqual(['TRY_LATER', false]);
});

test('openssl and we agree on time stamps of a document', async () => {
  const { pki, judge, proven, sign } = parts;
  const whole = await proven(await sign(stamped(pki.stamps)));
  const authorities: [TestSigner, boolean][] = [
    [pki.stamps, true],
    [await issueCertificate({ issuer: pki.root }), false],
    [await issueCertificate({ purposes: { of: ['timeStamping'], critical: true } }), false],
  ];
  for (const [authority, holding] of authorities) {
    const pdf = await withDocumentTimeStamp(whole, authority, { at: before, room: 16_384 });
    const stamp = (await judge(pdf)).items.find(({ kind }) => kind === 'time-stamp');
    expect(stamp?.status === 'passed').toBe(holding);
    expect(await opensslAccepts(pdf, 'ts')).toBe(holding);
  }
});
