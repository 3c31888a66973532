import type { StampOptions } from '../test-cms.ts';
import { type CertificateOptions, issueCertificate, unknownCriticalExtension } from '../test-pki.ts';
import type { Hash, PssParameters } from '../test-signing.ts';
import { type Cast, casesOf, type Expected, type Planned, type Row } from './signature-case.ts';

const constrained: Expected = 'indeterminate CHAIN_CONSTRAINTS_FAILURE';
const weak: Expected = 'indeterminate CRYPTO_CONSTRAINTS_FAILURE_NO_POE';
const unknown: Expected = 'indeterminate GENERIC';

/** By an authority for time stamps with such a certificate. */
function stampedBy(options: CertificateOptions = {}, cms: StampOptions = {}) {
  return async ({ root, signedBy }: Cast): Promise<Planned> => {
    const planned = await signedBy();
    return {
      ...planned,
      by: await issueCertificate({
        name: 'Stamps',
        issuer: root,
        purposes: { of: ['timeStamping'], critical: true },
        ...options,
      }),
      cms: { at: new Date('2026-11-22T08:00:00Z'), chain: [], ...cms },
      issuer: root,
    };
  };
}

const imprints = (
  [
    ['SHA-1', weak],
    ['SHA-224', 'passed'],
    ['SHA-256', 'passed'],
    ['SHA-384', 'passed'],
    ['SHA-512', 'passed'],
    ['SHA3-256', unknown],
    ['MD5', unknown],
  ] as [Hash, Expected][]
).map(([imprint, expected]): Row => [`over a hash by ${imprint}`, expected, stampedBy({}, { imprint })]);

const signings: Row[] = [
  ['by ECDSA with SHA-1', weak, stampedBy({}, { hash: 'SHA-1', signing: { hash: 'SHA-1' } })],
  [
    'by ECDSA with SHA-1 over a digest by SHA-256',
    'failed FORMAT_FAILURE',
    stampedBy({}, { signing: { hash: 'SHA-1' } }),
  ],
  ['by ECDSA with SHA-512', 'passed', stampedBy({}, { hash: 'SHA-512', signing: { hash: 'SHA-512' } })],
  ['by RSA', 'passed', (cast) => stampedBy({ keyOf: cast.rsa }, { signing: { hash: 'SHA-256' } })(cast)],
  ...(
    [
      { hash: 'SHA-256', mask: 'SHA-256', salt: 32 },
      { hash: 'SHA-256', mask: 'SHA-1', salt: 20 },
      { hash: 'SHA-512', mask: 'SHA-512', salt: 64 },
    ] as PssParameters[]
  ).map(
    (pss): Row => [
      `by RSA-PSS with ${pss.hash}, a mask by ${pss.mask} and ${pss.salt} bytes of salt`,
      'passed',
      (cast) => stampedBy({ keyOf: cast.rsa }, { hash: pss.hash, signing: { pss } })(cast),
    ],
  ),
  ['whose value was changed', 'failed SIG_CRYPTO_FAILURE', stampedBy({}, { spoilt: true })],
  ['of something else', 'failed HASH_FAILURE', stampedBy({}, { over: new Uint8Array([1, 2, 3]) })],
  ['that names its certificate by v1', 'passed', stampedBy({}, { naming: 'v1' })],
  ['that names its certificate by v2 with SHA-512', 'passed', stampedBy({}, { naming: 'v2 with SHA-512' })],
  [
    'that names no certificate',
    'indeterminate NO_SIGNING_CERTIFICATE_FOUND',
    stampedBy({}, { naming: null }),
  ],
  [
    'that names another certificate',
    'indeterminate NO_SIGNING_CERTIFICATE_FOUND',
    (cast) => stampedBy({}, { named: cast.root.certificate })(cast),
  ],
  [
    'whose certificate did not come along',
    'indeterminate NO_SIGNING_CERTIFICATE_FOUND',
    stampedBy({}, { isAlone: true }),
  ],
  ['without attributes', 'failed FORMAT_FAILURE', stampedBy({}, { withoutAttributes: true })],
  [
    'with something decisive in it that nobody knows',
    unknown,
    stampedBy({}, { extensions: [unknownCriticalExtension()] }),
  ],
  ['of another version', unknown, stampedBy({}, { version: 2 })],
  [
    'of a time to come',
    'indeterminate TIMESTAMP_ORDER_FAILURE',
    stampedBy({}, { at: new Date('2026-12-24T00:00:00Z') }),
  ],
];

const holders: Row[] = [
  ['by an authority for them', 'passed', stampedBy()],
  [
    'by somebody of whom no purpose is told',
    constrained,
    async (cast) => ({ ...(await stampedBy()(cast)), by: await issueCertificate({ issuer: cast.root }) }),
  ],
  [
    'by an authority for them that is not decisively so',
    constrained,
    stampedBy({ purposes: { of: ['timeStamping'] } }),
  ],
  [
    'by an authority for them and for mail',
    constrained,
    stampedBy({ purposes: { of: ['timeStamping', 'mail'], critical: true } }),
  ],
  ['by an authority for anything', constrained, stampedBy({ purposes: { of: ['any'], critical: true } })],
  ['by a certificate for mail', constrained, stampedBy({ purposes: { of: ['mail'], critical: true } })],
  ['by a key for what cannot be denied', 'passed', stampedBy({ keyUsage: ['nonRepudiation'] })],
  ['by a key for digital signatures', 'passed', stampedBy({ keyUsage: ['digitalSignature'] })],
  ['by a key for encryption', constrained, stampedBy({ keyUsage: ['keyEncipherment'] })],
  [
    'by a key for signatures and encryption',
    'passed',
    stampedBy({ keyUsage: ['digitalSignature', 'keyEncipherment'] }),
  ],
  ['by a key of which no use is told', 'passed', stampedBy({ keyUsage: null })],
  [
    'with something decisive in the certificate that nobody knows',
    constrained,
    stampedBy({ extensions: [unknownCriticalExtension()] }),
  ],
  [
    'by an authority that has expired',
    'indeterminate OUT_OF_BOUNDS_NO_POE',
    stampedBy({ validTo: new Date('2026-11-21T20:00:00Z') }),
  ],
  [
    'by an authority that has expired since',
    'indeterminate OUT_OF_BOUNDS_NO_POE',
    stampedBy({ validTo: new Date('2026-11-22T08:30:00Z') }),
  ],
  [
    'by an authority that is not yet valid',
    'failed NOT_YET_VALID',
    stampedBy({ validFrom: new Date('2026-11-23T00:00:00Z') }),
  ],
  [
    'by an authority that was not yet valid then',
    'passed',
    stampedBy({ validFrom: new Date('2026-11-22T08:30:00Z') }),
  ],
  [
    'by a stranger',
    'indeterminate NO_CERTIFICATE_CHAIN_FOUND',
    (cast) => stampedBy({ issuer: cast.stranger })(cast),
  ],
  ['by an authority that is certified by SHA-1', weak, stampedBy({ hash: 'SHA-1' })],
  [
    'below an authority for them',
    'passed',
    async (cast) => {
      const above = await issueCertificate({
        name: 'Above',
        issuer: cast.root,
        authority: true,
        purposes: { of: ['timeStamping'] },
      });
      return stampedBy({ issuer: above }, { chain: [above.certificate] })(cast);
    },
  ],
  [
    'below an authority for mail',
    'passed',
    async (cast) => {
      const above = await issueCertificate({
        name: 'Above',
        issuer: cast.root,
        authority: true,
        purposes: { of: ['mail'] },
      });
      return stampedBy({ issuer: above }, { chain: [above.certificate] })(cast);
    },
  ],
];

/** Time stamps of a whole document. */
export const stampCases = casesOf({ kind: 'time stamp', asked: ['openssl'] }, [
  ...holders,
  ...imprints,
  ...signings,
]);
