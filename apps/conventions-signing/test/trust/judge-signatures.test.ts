import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Verdict } from '../../src/trust/indications.ts';
import type { TrustAnchor } from '../../src/trust/trust-anchor.ts';
import { archivedRevocation, stamped, withDocumentTimeStamp, withProofs } from '../support/archived-pdfs.ts';
import { anchorOf, type JudgedParts, prepareJudging } from '../support/judged.ts';
import { type SigningOptions, signedPdf } from '../support/signed-pdfs.ts';
import {
  type CertificateOptions,
  encoded,
  issueCertificate,
  ocspResponse,
  qualifiedStatements,
  revocationList,
  type TestSigner,
} from '../support/test-pki.ts';

let parts: JudgedParts;
beforeAll(async () => {
  parts = await prepareJudging();
});

type Expected = 'passed' | `${Verdict['status']} ${NonNullable<Verdict['subIndication']>}`;

interface Case {
  pdf: Uint8Array;
  anchors?: TrustAnchor[];
  now?: Date;
}

const signedAt = new Date('2026-11-21T08:30:00Z');
const beforeSigning = new Date('2026-11-20T00:00:00Z');
const afterSigning = new Date('2026-11-21T20:00:00Z');
const inFiveYears = new Date('2031-06-01T00:00:00Z');
const old = { thisUpdate: new Date('2026-11-01T00:00:00Z'), nextUpdate: new Date('2026-11-02T00:00:00Z') };
/** Said before anybody signed, and soon afterwards. */
const later = { thisUpdate: new Date('2026-11-21T21:00:00Z') };

/** Somebody below the institution's authority, and the document signed and proven. */
async function signedBy(options: CertificateOptions = {}, more = {}): Promise<Case> {
  const { pki, sign, proven } = parts;
  const signer = await issueCertificate({ issuer: pki.authority, ...options });
  return { pdf: await proven(await sign(more, signer), { signer }) };
}

function tampered(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1').replace('/MediaBox', '/mediaBox');
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

const cases: [string, Expected, () => Promise<Case>][] = [
  // What is signed.
  ['with all that proves it', 'passed', async () => ({ pdf: await parts.proven(await parts.sign()) })],
  [
    'whose bytes were changed',
    'failed HASH_FAILURE',
    async () => ({ pdf: tampered(await parts.proven(await parts.sign())) }),
  ],
  [
    'of no form',
    'failed FORMAT_FAILURE',
    async () => ({ pdf: await parts.sign({ replaceContents: () => Buffer.from('3003020101', 'hex') }) }),
  ],

  // Ways to an anchor.
  [
    'without anchors',
    'indeterminate NO_CERTIFICATE_CHAIN_FOUND',
    async () => ({ pdf: await parts.proven(await parts.sign()), anchors: [] }),
  ],
  [
    'whose issuer is in the security store',
    'passed',
    async () => ({
      pdf: await parts.proven(await parts.sign({ chain: [] }), {
        certificates: [encoded(parts.pki.authority)],
      }),
    }),
  ],

  // Validity.
  [
    'by a certificate that has expired since it was stamped',
    'passed',
    async () => ({
      ...(await signedBy({ validTo: new Date('2026-11-21T12:00:00Z') }, stamped(parts.pki.stamps))),
    }),
  ],
  [
    'by a certificate that had expired when it was stamped',
    'indeterminate OUT_OF_BOUNDS_NO_POE',
    () => signedBy({ validTo: beforeSigning }, stamped(parts.pki.stamps)),
  ],
  [
    'by a certificate that had expired before the document was stamped for the first time',
    'failed EXPIRED',
    async () => {
      const { pki, unsigned, proven } = parts;
      const signer = await issueCertificate({ issuer: pki.authority, validTo: beforeSigning });
      const before = await withDocumentTimeStamp(unsigned, pki.stamps, { at: signedAt });
      return { pdf: await proven(await signedAgain(before, signer), { signer }) };
    },
  ],

  // Revocation.
  [
    'with an answer by a responder whose certificate is in the security store alone',
    'passed',
    async () => {
      const { pki, sign } = parts;
      const { responder } = pki;
      const answers = [
        await ocspResponse({ ...pki.signer, issuer: pki.authority, responder, isAlone: true }),
      ];
      const lists = [await revocationList({ issuer: pki.root })];
      return { pdf: await withProofs(await sign(), { certificates: [encoded(responder)], answers, lists }) };
    },
  ],
  [
    'with an answer that names another responder than has signed it',
    'indeterminate TRY_LATER',
    async () => {
      const { pki } = parts;
      const responder = { ...pki.signer, privateKey: pki.responder.privateKey };
      const answers = [await ocspResponse({ ...pki.signer, issuer: pki.authority, responder })];
      const lists = [await revocationList({ issuer: pki.root })];
      const certificates = [encoded(pki.responder)];
      return { pdf: await withProofs(await parts.sign(), { certificates, answers, lists }) };
    },
  ],
  [
    'with an answer by a responder that was revoked before',
    'indeterminate TRY_LATER',
    async () => {
      const { pki } = parts;
      const responder = await issueCertificate({ issuer: pki.authority, purposes: { of: ['ocspSigning'] } });
      const list = await revocationList({
        issuer: pki.authority,
        revoked: [{ ...responder, at: beforeSigning }],
        ...old,
      });
      return { pdf: await withAnswer({ responder }, [list]) };
    },
  ],
  [
    "with what Adobe's products keep of revocation",
    'passed',
    async () => {
      const { pki, sign } = parts;
      const lists = [
        await revocationList({ issuer: pki.root }),
        await revocationList({ issuer: pki.authority }),
      ];
      return { pdf: await sign({ attributes: [archivedRevocation({ lists })] }) };
    },
  ],
  [
    'with proofs for it alone',
    'passed',
    async () => ({ pdf: await parts.proven(await parts.sign(), { forSignature: true }) }),
  ],
  [
    'that was revoked, nobody knows whether before',
    'indeterminate REVOKED_NO_POE',
    async () => ({ pdf: await parts.proven(await parts.sign(), { revokedAt: afterSigning, ...later }) }),
  ],
  [
    'that was revoked after it was stamped',
    'passed',
    async () => ({
      pdf: await parts.proven(await parts.sign(stamped(parts.pki.stamps)), {
        revokedAt: afterSigning,
        ...later,
      }),
    }),
  ],
  [
    'that was revoked before it was stamped',
    'indeterminate REVOKED_NO_POE',
    async () => ({
      pdf: await parts.proven(await parts.sign(stamped(parts.pki.stamps)), { revokedAt: beforeSigning }),
    }),
  ],
  [
    'that was revoked before the document was stamped for the first time',
    'failed REVOKED',
    async () => {
      const { pki, unsigned, proven } = parts;
      const before = await withDocumentTimeStamp(unsigned, pki.stamps, { at: signedAt });
      return { pdf: await proven(await signedAgain(before, pki.signer), { revokedAt: beforeSigning }) };
    },
  ],
  [
    'whose authority was revoked',
    'indeterminate REVOKED_CA_NO_POE',
    async () => ({
      pdf: await parts.proven(await parts.sign(), { authorityRevokedAt: afterSigning, ...later }),
    }),
  ],
  [
    'whose authority was revoked after it was stamped',
    'passed',
    async () => ({ pdf: await archivedThen({ authorityRevokedAt: afterSigning }) }),
  ],

  // Time stamps.
  [
    'with a stamp by a stranger',
    'indeterminate REVOKED_NO_POE',
    async () =>
      revokedWithStamp({
        by: await issueCertificate({ purposes: { of: ['timeStamping'], critical: true } }),
      }),
  ],
  [
    'with a stamp by somebody who is not for stamps',
    'indeterminate REVOKED_NO_POE',
    async () => revokedWithStamp({ by: await issueCertificate({ issuer: parts.pki.root }) }),
  ],
  [
    'with a stamp over other bytes',
    'indeterminate REVOKED_NO_POE',
    async () => revokedWithStamp({ over: new Uint8Array([1, 2, 3]) }),
  ],
  [
    'with a stamp that is later than the deposit',
    'indeterminate TIMESTAMP_ORDER_FAILURE',
    async () => ({
      pdf: await parts.proven(await parts.sign(stamped(parts.pki.stamps, { at: new Date('2026-12-24') }))),
    }),
  ],
  [
    'with a stamp by an authority that had been revoked',
    'indeterminate REVOKED_NO_POE',
    async () => {
      const { pki, sign, proven } = parts;
      const list = await revocationList({
        issuer: pki.root,
        revoked: [{ ...pki.stamps, at: beforeSigning }],
        ...later,
      });
      return {
        pdf: await proven(await sign(stamped(pki.stamps)), {
          revokedAt: afterSigning,
          ofAuthority: [list],
          ...later,
        }),
      };
    },
  ],
  [
    'with a stamp of the document that holds when all else has expired',
    'passed',
    async () => ({
      pdf: await archivedThen({}, { signerValidTo: new Date('2027-01-01') }),
      now: inFiveYears,
    }),
  ],
  [
    'with a stamp of the document by an authority that has expired',
    'indeterminate OUT_OF_BOUNDS_NO_POE',
    async () => ({
      pdf: await archivedThen(
        {},
        { signerValidTo: new Date('2027-01-01'), stampsValidTo: new Date('2028-01-01') },
      ),
      now: inFiveYears,
    }),
  ],
  [
    'with a stamp whose authority has expired, stamped again in time',
    'passed',
    async () => {
      const once = await archivedThen(
        {},
        { signerValidTo: new Date('2027-01-01'), stampsValidTo: new Date('2028-01-01') },
      );
      return {
        pdf: await withDocumentTimeStamp(once, parts.pki.stamps, {
          at: new Date('2027-06-01'),
          room: 16_384,
        }),
        now: inFiveYears,
      };
    },
  ],

  ...(
    [
      ['over a hash by SHA-1', { imprint: 'SHA-1' }],
      ['by SHA-1', { signing: { hash: 'SHA-1' } }],
    ] as const
  ).map(([how, options]): [string, Expected, () => Promise<Case>] => [
    `with a stamp ${how}`,
    'indeterminate REVOKED_NO_POE',
    async () => {
      const { pki, sign, proven } = parts;
      const pdf = await sign(stamped(pki.stamps, options));
      return { pdf: await proven(pdf, { revokedAt: afterSigning, ...later }) };
    },
  ]),

  // Lists say more of an anchor.
  [
    'below a service that was granted',
    'passed',
    async () => ({ pdf: await parts.proven(await parts.sign()), anchors: [listed('CA/QC', 'granted')] }),
  ],
  [
    'below a service that was withdrawn',
    'indeterminate CHAIN_CONSTRAINTS_FAILURE',
    async () => ({
      pdf: await parts.proven(await parts.sign()),
      anchors: [listed('CA/QC', 'granted'), listed('CA/QC', 'withdrawn', '2026-06-01')],
    }),
  ],
  [
    'below a service for time stamps alone',
    'indeterminate CHAIN_CONSTRAINTS_FAILURE',
    async () => ({ pdf: await parts.proven(await parts.sign()), anchors: [listed('TSA/QTST', 'granted')] }),
  ],
];

function signedAgain(pdf: Uint8Array, signer: TestSigner, more: SigningOptions = {}): Promise<Uint8Array> {
  return signedPdf(pdf, signer, {
    chain: [parts.pki.authority.certificate],
    subFilter: 'ETSI.CAdES.detached',
    ...more,
  });
}

async function withAnswer(
  options: Partial<Parameters<typeof ocspResponse>[0]>,
  more: Uint8Array[] = [],
): Promise<Uint8Array> {
  const { pki, sign } = parts;
  const answer = await ocspResponse({ ...pki.signer, issuer: pki.authority, ...options });
  const list = await revocationList({ issuer: pki.root });
  return withProofs(await sign(), { answers: [answer], lists: [list, ...more] });
}

async function revokedWithStamp({
  by,
  over,
}: {
  by?: TestSigner;
  over?: Uint8Array<ArrayBuffer>;
}): Promise<Case> {
  const { pki, sign, proven } = parts;
  const stamp = stamped(by ?? pki.stamps, over === undefined ? {} : { over });
  return { pdf: await proven(await sign(stamp), { revokedAt: afterSigning, ...later }) };
}

/** Signed, proven, stamped as a whole; then what is known later. */
async function archivedThen(
  { authorityRevokedAt }: { authorityRevokedAt?: Date },
  { signerValidTo, stampsValidTo }: { signerValidTo?: Date; stampsValidTo?: Date } = {},
): Promise<Uint8Array> {
  const { pki, sign, proven } = parts;
  const signer =
    signerValidTo === undefined
      ? pki.signer
      : await issueCertificate({ issuer: pki.authority, validTo: signerValidTo });
  const stamps =
    stampsValidTo === undefined
      ? pki.stamps
      : await issueCertificate({
          name: 'Old stamps',
          issuer: pki.root,
          validTo: stampsValidTo,
          purposes: { of: ['timeStamping'], critical: true },
        });
  const whole = await proven(await sign(stamped(stamps), signer), { signer });
  const archived = await withDocumentTimeStamp(whole, stamps, {
    at: new Date('2026-11-21T10:00:00Z'),
    room: 16_384,
  });
  if (authorityRevokedAt === undefined) return archived;
  const list = await revocationList({
    issuer: pki.root,
    revoked: [{ ...pki.authority, at: authorityRevokedAt }],
    ...later,
  });
  return withProofs(archived, { lists: [list] });
}

const etsi = 'http://uri.etsi.org/TrstSvc/';
const svc = `${etsi}Svctype/`;

function listed(service: string, status: string, since = '2016-07-01'): TrustAnchor {
  return anchorOf(parts.pki.root, {
    service: `${svc}${service}`,
    status: `${etsi}TrustedList/Svcstatus/${status}`,
    since: new Date(since),
    source: 'FR',
  });
}

describe('A signature', () => {
  test.each(cases)('%s: %s', async (_, expected, make) => {
    const { pdf, ...options } = await make();
    const { items } = await parts.judge(pdf, options);
    const signature = items.findLast(({ kind }) => kind === 'signature');
    expect([signature?.status, signature?.subIndication ?? undefined].join(' ').trim()).toBe(expected);
  });
});

describe('The level of a signature that has passed', () => {
  const level = async (options: CertificateOptions, anchors: TrustAnchor[]) => {
    const { pdf } = await signedBy(options);
    return (await parts.judge(pdf, { anchors })).items[0]?.level;
  };

  test('is qualified by statement, device and list', async () => {
    expect(await level({ extensions: [qualifiedStatements()] }, [listed('CA/QC', 'granted')])).toBe(
      'qualified',
    );
  });

  test.each([
    ['there is no list', {}, () => anchorOf(parts.pki.root)],
    ['its key is in no device', { device: false }, () => listed('CA/QC', 'granted')],
    ['it is for web sites', { type: 'web' as const }, () => listed('CA/QC', 'granted')],
    ['the service issues others', {}, () => listed('CA/PKC', 'granted')],
    ['the service was granted after it was issued', {}, () => listed('CA/QC', 'granted', '2026-06-01')],
  ])('is advanced when %s', async (_, statements, anchor) => {
    expect(await level({ extensions: [qualifiedStatements(statements)] }, [anchor()])).toBe('advanced');
  });

  test('is advanced without statements', async () => {
    expect(await level({}, [listed('CA/QC', 'granted')])).toBe('advanced');
  });
});

describe('What a document brings along', () => {
  test.each([
    ['B', async () => parts.sign()],
    ['T', async () => parts.sign(stamped(parts.pki.stamps))],
    ['LT', async () => parts.proven(await parts.sign(stamped(parts.pki.stamps)))],
    ['LTA', async () => archivedThen({})],
  ])('is told as level %s', async (format, make) => {
    expect((await parts.judge(await make())).items[0]?.format).toBe(format);
  });

  test('is told of each signature: what proves one says nothing of the next', async () => {
    const { pki, judge } = parts;
    const another = await issueCertificate({ name: 'Another', issuer: pki.authority });
    const twice = await signedAgain(await archivedThen({}), another, stamped(pki.stamps));

    expect((await judge(twice)).items.map(({ format }) => format)).toEqual(['LTA', null, 'T']);
  });

  test('tells since when a signature is known, and by what', async () => {
    const { pki, sign, proven } = parts;
    const times = async (pdf: Uint8Array) => {
      const [one] = (await parts.judge(pdf)).items;
      return [one?.existedAt, one?.existedBy];
    };
    expect(await times(await proven(await sign()))).toEqual(['2026-11-22T09:00:00.000Z', 'deposit']);
    const stampedOne = await proven(await sign(stamped(pki.stamps)));
    expect(await times(stampedOne)).toEqual(['2026-11-21T08:30:00.000Z', 'signature-time-stamp']);
    const whole = await withDocumentTimeStamp(await proven(await sign()), pki.stamps, {
      at: new Date('2026-11-21T10:00:00Z'),
    });
    expect(await times(whole)).toEqual(['2026-11-21T10:00:00.000Z', 'document-time-stamp']);
  });

  test('of several signatures the worst one counts', async () => {
    const { sign, proven, judge } = parts;
    const twice = await proven(await signedAgain(await sign(), await issueCertificate({ name: 'Stranger' })));
    const { status, items } = await judge(twice);
    expect([status, ...items.map((one) => one.status)]).toEqual(['indeterminate', 'passed', 'indeterminate']);
    expect(items[0]).toMatchObject({
      chain: ['Authority', 'Root'],
      anchor: 'root.pem',
      signer: 'Ada Lovelace',
    });
  });

  test('without signatures nothing is judged', async () => {
    expect(await parts.judge(parts.unsigned)).toEqual({ status: null, items: [] });
  });
});
