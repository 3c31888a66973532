import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { Sequence } from 'asn1js';
import { Attribute } from 'pkijs';
import type { Hash, PssParameters } from '../test-signing.ts';
import { casesOf, type Expected, type Row } from './signature-case.ts';

const weak: Expected = 'indeterminate CRYPTO_CONSTRAINTS_FAILURE_NO_POE';
const unknown: Expected = 'indeterminate GENERIC';
const wrong: Expected = 'failed SIG_CRYPTO_FAILURE';
const malformed: Expected = 'failed FORMAT_FAILURE';

const plain: [Hash, Expected][] = [
  ['MD5', unknown],
  ['SHA-1', weak],
  ['SHA-224', 'passed'],
  ['SHA-256', 'passed'],
  ['SHA-384', 'passed'],
  ['SHA-512', 'passed'],
  ['SHA3-256', unknown],
  ['SHA3-384', unknown],
  ['SHA3-512', unknown],
];

/** The hash of what is signed, and that of the signature. */
const mixed: [Hash, Hash][] = [
  ['SHA-256', 'SHA-1'],
  ['SHA-1', 'SHA-256'],
  ['SHA-256', 'SHA-512'],
  ['SHA-512', 'SHA-256'],
];

const rsaPlain = plain.map(
  ([hash, expected]): Row => [
    `by RSA with ${hash}`,
    expected,
    ({ signedBy, rsa }) => signedBy({ keyOf: rsa }, { hash, signing: { hash } }),
  ],
);

const ecPlain = plain
  .filter(([hash]) => hash !== 'MD5')
  .map(
    ([hash, expected]): Row => [
      `by ECDSA with ${hash}`,
      expected,
      ({ signedBy }) => signedBy({}, { hash, signing: { hash } }),
    ],
  );

const mixedHashes = mixed.flatMap(([hash, other]): Row[] => [
  [
    `by RSA with ${other} over a digest by ${hash}`,
    malformed,
    ({ signedBy, rsa }) => signedBy({ keyOf: rsa }, { hash, signing: { hash: other } }),
  ],
  [
    `by ECDSA with ${other} over a digest by ${hash}`,
    malformed,
    ({ signedBy }) => signedBy({}, { hash, signing: { hash: other } }),
  ],
]);

const keyKinds: Row[] = [
  [
    'by RSA that names the kind of the key alone',
    'passed',
    ({ signedBy, rsa }) => signedBy({ keyOf: rsa }, { signing: { named: { id: '1.2.840.113549.1.1.1' } } }),
  ],
  [
    'by RSA that names the kind of the key alone, over a digest by SHA-1',
    weak,
    ({ signedBy, rsa }) =>
      signedBy(
        { keyOf: rsa },
        { hash: 'SHA-1', signing: { hash: 'SHA-1', named: { id: '1.2.840.113549.1.1.1' } } },
      ),
  ],
  [
    'by ECDSA that names the kind of the key alone',
    'passed',
    ({ signedBy }) => signedBy({}, { signing: { named: { id: '1.2.840.10045.2.1' } } }),
  ],
  [
    'by RSA that says to be by ECDSA',
    unknown,
    ({ signedBy, rsa }) => signedBy({ keyOf: rsa }, { signing: { named: { id: '1.2.840.10045.4.3.2' } } }),
  ],
  [
    'by ECDSA that says to be by RSA',
    unknown,
    ({ signedBy }) => signedBy({}, { signing: { named: { id: '1.2.840.113549.1.1.11' } } }),
  ],
];

const pssHashes = ['SHA-256', 'SHA-384', 'SHA-512'] as const;
const hashBytes = { 'SHA-256': 32, 'SHA-384': 48, 'SHA-512': 64 };

const pssGrid = pssHashes.flatMap((hash) =>
  (['SHA-1', ...pssHashes] as const).flatMap((mask) =>
    [0, 20, hashBytes[hash]].map(
      (salt): Row => [
        `by RSA-PSS with ${hash}, a mask by ${mask} and ${salt} bytes of salt`,
        'passed',
        ({ signedBy, rsa }) => signedBy({ keyOf: rsa }, { hash, signing: { pss: { hash, mask, salt } } }),
      ],
    ),
  ),
);

const pss: PssParameters = { hash: 'SHA-256', mask: 'SHA-256', salt: 32 };

const pssOdd: Row[] = [
  [
    'by RSA-PSS with all defaults',
    weak,
    ({ signedBy, rsa }) =>
      signedBy(
        { keyOf: rsa },
        { hash: 'SHA-1', signing: { pss: { hash: 'SHA-1', mask: 'SHA-1', salt: 20 } } },
      ),
  ],
  [
    'by RSA-PSS with all defaults over a digest by SHA-256',
    malformed,
    ({ signedBy, rsa }) =>
      signedBy({ keyOf: rsa }, { signing: { pss: { hash: 'SHA-1', mask: 'SHA-1', salt: 20 } } }),
  ],
  [
    'by RSA-PSS with SHA-224',
    'passed',
    ({ signedBy, rsa }) =>
      signedBy(
        { keyOf: rsa },
        { hash: 'SHA-224', signing: { pss: { hash: 'SHA-224', mask: 'SHA-224', salt: 28 } } },
      ),
  ],
  [
    'by RSA-PSS with SHA-512 over a digest by SHA-256',
    malformed,
    ({ signedBy, rsa }) =>
      signedBy({ keyOf: rsa }, { signing: { pss: { hash: 'SHA-512', mask: 'SHA-512', salt: 64 } } }),
  ],
  [
    'by RSA-PSS with all the salt that the key has room for',
    'passed',
    ({ signedBy, rsa }) => signedBy({ keyOf: rsa }, { signing: { pss: { ...pss, salt: 222 } } }),
  ],
  ...(
    [
      ['another salt', { ...pss, salt: 20 }],
      ['another mask', { ...pss, mask: 'SHA-1' }],
      ['another trailer', { ...pss, trailer: 2 }],
      ['more salt than the key has room for', { ...pss, salt: 500 }],
    ] as [string, PssParameters][]
  ).map(
    ([what, named]): Row => [
      `by RSA-PSS that says ${what}`,
      wrong,
      ({ signedBy, rsa }) => signedBy({ keyOf: rsa }, { signing: { pss, named } }),
    ],
  ),
  [
    'by RSA-PSS that says another hash',
    malformed,
    ({ signedBy, rsa }) => signedBy({ keyOf: rsa }, { signing: { pss, named: { ...pss, hash: 'SHA-384' } } }),
  ],
  [
    'by RSA-PSS and a key for these parameters alone',
    'passed',
    ({ signedBy, rsa }) => signedBy({ keyOf: rsa, keyHeldTo: pss }, { signing: { pss } }),
  ],
  [
    'by RSA-PSS and a key that asks for less salt',
    'passed',
    ({ signedBy, rsa }) => signedBy({ keyOf: rsa, keyHeldTo: { ...pss, salt: 20 } }, { signing: { pss } }),
  ],
  [
    'by RSA-PSS and a key that asks for more salt',
    unknown,
    ({ signedBy, rsa }) => signedBy({ keyOf: rsa, keyHeldTo: { ...pss, salt: 48 } }, { signing: { pss } }),
  ],
  [
    'by RSA-PSS and a key for another hash',
    unknown,
    ({ signedBy, rsa }) =>
      signedBy(
        { keyOf: rsa, keyHeldTo: pss },
        { hash: 'SHA-512', signing: { pss: { hash: 'SHA-512', mask: 'SHA-512', salt: 64 } } },
      ),
  ],
  [
    'by RSA of before and a key for RSA-PSS alone',
    unknown,
    ({ signedBy, rsa }) => signedBy({ keyOf: rsa, keyHeldTo: pss }, { signing: {} }),
  ],
];

const curves: [string, Hash, Expected][] = [
  ['prime256v1', 'SHA-512', 'passed'],
  ['secp384r1', 'SHA-384', 'passed'],
  ['secp384r1', 'SHA-256', 'passed'],
  ['secp521r1', 'SHA-512', 'passed'],
  ['secp521r1', 'SHA-256', 'passed'],
  ['brainpoolP256r1', 'SHA-256', 'passed'],
  ['brainpoolP384r1', 'SHA-384', 'passed'],
  ['brainpoolP512r1', 'SHA-512', 'passed'],
  ['brainpoolP256t1', 'SHA-256', 'indeterminate CRYPTO_CONSTRAINTS_FAILURE'],
  ['secp256k1', 'SHA-256', 'indeterminate CRYPTO_CONSTRAINTS_FAILURE'],
  ['secp224r1', 'SHA-256', 'indeterminate CRYPTO_CONSTRAINTS_FAILURE'],
  ['prime192v1', 'SHA-256', 'indeterminate CRYPTO_CONSTRAINTS_FAILURE'],
];

type KeyPair = { publicKey: KeyObject; privateKey: KeyObject };

const byCurve = curves.map(
  ([namedCurve, hash, expected]): Row => [
    `by ECDSA on ${namedCurve} with ${hash}`,
    expected,
    ({ signedBy }) => {
      const { publicKey, privateKey }: KeyPair = generateKeyPairSync('ec', { namedCurve });
      return signedBy({ publicKey }, { hash, signing: { hash, by: privateKey } });
    },
  ],
);

const edwards: Row[] = [
  ...(['ed25519', 'ed448'] as const).map(
    (kind): Row => [
      `by ${kind}`,
      unknown,
      ({ signedBy }) => {
        const { publicKey, privateKey }: KeyPair = generateKeyPairSync(kind as 'ed25519');
        return signedBy({ publicKey }, { hash: 'SHA-512', signing: { by: privateKey } });
      },
    ],
  ),
];

const certified: Row[] = [
  ...(
    [
      ['SHA-1', weak],
      ['SHA-384', 'passed'],
      ['SHA-512', 'passed'],
      ['SHA3-256', 'indeterminate CRYPTO_CONSTRAINTS_FAILURE'],
    ] as const
  ).map(
    ([hash, expected]): Row => [
      `whose certificate is signed by ECDSA with ${hash}`,
      expected,
      ({ signedBy }) => signedBy({ hash }),
    ],
  ),
  ...(
    [
      ['MD5', weak],
      ['SHA-1', weak],
      ['SHA-512', 'passed'],
    ] as const
  ).map(
    ([hash, expected]): Row => [
      `whose certificate is signed by RSA with ${hash}`,
      expected,
      async ({ below, rsa }) => below([{ keyOf: rsa }], { signing: { hash } }),
    ],
  ),
  ...(
    [
      [{ hash: 'SHA-256', mask: 'SHA-256', salt: 32 }, 'passed'],
      [{ hash: 'SHA-256', mask: 'SHA-1', salt: 32 }, 'passed'],
      [{ hash: 'SHA-256', mask: 'SHA-512', salt: 20 }, 'passed'],
      [{ hash: 'SHA-1', mask: 'SHA-1', salt: 20 }, weak],
    ] as [PssParameters, Expected][]
  ).map(
    ([by, expected]): Row => [
      `whose certificate is signed by RSA-PSS with ${by.hash}, a mask by ${by.mask} and ${by.salt} bytes of salt`,
      expected,
      async ({ below, rsa }) => below([{ keyOf: rsa }], { signing: { pss: by } }),
    ],
  ),
  ['by a key of 1024 bits', weak, ({ signedBy }) => signedBy({ algorithm: 'RSA 1024' })],
  ['below an authority with a key of 1024 bits', weak, ({ below }) => below([{ algorithm: 'RSA 1024' }])],
  ['below an authority that is certified by SHA-1', weak, ({ below }) => below([{ hash: 'SHA-1' }])],
];

const forms: Row[] = [
  ['whose value was changed', wrong, ({ signedBy }) => signedBy({}, { spoilt: true })],
  [
    'by another key than that of its certificate',
    wrong,
    async ({ signedBy, signer }) => {
      const planned = await signedBy();
      return { ...planned, by: { ...planned.by, privateKey: signer.privateKey } };
    },
  ],
  [
    'over contents of its own',
    malformed,
    ({ signedBy }) => signedBy({}, { contentInside: new Uint8Array([1]) }),
  ],
  ['without attributes', 'passed', ({ signedBy }) => signedBy({}, { withoutAttributes: true })],
  [
    'by RSA-PSS without attributes',
    'passed',
    ({ signedBy, rsa }) => signedBy({ keyOf: rsa }, { withoutAttributes: true, signing: { pss } }),
  ],
  ...(
    [
      ['without the type of what is signed', '1.2.840.113549.1.9.3'],
      ['without the hash of what is signed', '1.2.840.113549.1.9.4'],
    ] as const
  ).flatMap(([what, id]): Row[] => [
    [
      what,
      malformed,
      ({ signedBy }) => signedBy({}, { rewrite: (all) => all.filter(({ type }) => type !== id) }),
    ],
    [
      what.replace('without', 'twice with'),
      malformed,
      ({ signedBy }) =>
        signedBy({}, { rewrite: (all) => [...all, ...all.filter(({ type }) => type === id)] }),
    ],
  ]),
  ['without the time of signing', 'passed', ({ signedBy }) => signedBy({}, { signedAt: null })],
  ...(['v1', 'v2', 'v2 with SHA-512'] as const).map(
    (naming): Row => [
      `that names its certificate by ${naming}`,
      'passed',
      ({ signedBy }) => signedBy({}, { naming }),
    ],
  ),
  ['that names no certificate', 'passed', ({ signedBy }) => signedBy({}, { naming: null })],
  [
    'that names another certificate',
    'indeterminate NO_SIGNING_CERTIFICATE_FOUND',
    ({ signedBy, root }) => signedBy({}, { named: root.certificate }),
  ],
  [
    'that names its certificate by nothing',
    'indeterminate NO_SIGNING_CERTIFICATE_FOUND',
    ({ signedBy }) => {
      const type = '1.2.840.113549.1.9.16.2.47';
      const nothing = new Attribute({ type, values: [new Sequence({ value: [] })] });
      return signedBy({}, { naming: null, attributes: [nothing] });
    },
  ],
  [
    'whose certificate did not come along',
    'indeterminate NO_SIGNING_CERTIFICATE_FOUND',
    ({ signedBy }) => signedBy({}, { isAlone: true }),
  ],
];

/** What is signed, how, and by which keys. */
export const algorithmCases = casesOf({ kind: 'signature', asked: ['openssl', 'nss'] }, [
  ...rsaPlain,
  ...ecPlain,
  ...mixedHashes,
  ...keyKinds,
  ...pssGrid,
  ...pssOdd,
  ...byCurve,
  ...edwards,
  ...certified,
  ...forms,
]);
