import { Boolean as Asn1Boolean, Integer, Primitive, Sequence } from 'asn1js';
import { extension, nameOf, policies, unknownCriticalExtension } from '../test-pki.ts';
import { casesOf, type Expected, type Row } from './signature-case.ts';

const constrained: Expected = 'indeterminate CHAIN_CONSTRAINTS_FAILURE';
const outOfBounds: Expected = 'indeterminate OUT_OF_BOUNDS_NO_POE';

const expired = { validTo: new Date('2026-11-21T20:00:00Z') };
const notYet = { validFrom: new Date('2026-11-26T00:00:00Z') };

const levels: Row[] = [
  ['right below the anchor', 'passed', ({ below }) => below([])],
  ['of three levels', 'passed', ({ below }) => below([{}])],
  ['of four levels', 'passed', ({ below }) => below([{}, {}])],
  ['of six levels', 'passed', ({ below }) => below([{}, {}, {}, {}])],
  [
    'by somebody who signed the certificate alone',
    'indeterminate NO_CERTIFICATE_CHAIN_FOUND',
    async ({ signedBy, stranger }) => ({ ...(await signedBy()), by: stranger }),
  ],
  [
    'below another anchor',
    'indeterminate NO_CERTIFICATE_CHAIN_FOUND',
    async ({ below, stranger, root }) => ({ ...(await below([{}], {}, { anchor: stranger })), anchor: root }),
  ],
  [
    'below an anchor of the same name and another key',
    'indeterminate NO_CERTIFICATE_CHAIN_FOUND',
    async ({ below, namesake, root }) => ({ ...(await below([{}], {}, { anchor: namesake })), anchor: root }),
  ],
  [
    'whose issuer did not come along',
    'indeterminate NO_CERTIFICATE_CHAIN_FOUND',
    ({ signedBy }) => signedBy({}, { chain: [] }),
  ],
  [
    'whose issuer is there with another key',
    'indeterminate NO_CERTIFICATE_CHAIN_FOUND',
    async ({ signedBy, otherAuthority }) => signedBy({}, { chain: [otherAuthority.certificate] }),
  ],
  [
    'whose issuer is the anchor, and below another',
    'passed',
    async ({ signedBy, authority }) => ({ ...(await signedBy()), anchor: authority }),
  ],
  [
    'whose issuer comes along twice, once with another key',
    'passed',
    async ({ signedBy, authority, otherAuthority }) =>
      signedBy({}, { chain: [otherAuthority.certificate, authority.certificate] }),
  ],
];

const validity: Row[] = [
  ['by a certificate that has expired', outOfBounds, ({ signedBy }) => signedBy(expired)],
  ['by a certificate that is not yet valid', 'failed NOT_YET_VALID', ({ signedBy }) => signedBy(notYet)],
  ['below an authority that has expired', outOfBounds, ({ below }) => below([expired])],
  ['below an authority that is not yet valid', outOfBounds, ({ below }) => below([notYet])],
  [
    'of four levels, the upper authority of which has expired',
    outOfBounds,
    ({ below }) => below([expired, {}]),
  ],
  [
    'of four levels, the upper authority of which is not yet valid',
    outOfBounds,
    ({ below }) => below([notYet, {}]),
  ],
  [
    'of four levels, the lower authority of which has expired',
    outOfBounds,
    ({ below }) => below([{}, expired]),
  ],
  [
    'of four levels, the lower authority of which is not yet valid',
    outOfBounds,
    ({ below }) => below([{}, notYet]),
  ],
  [
    'below an anchor that has expired',
    'passed',
    ({ below, expiredRoot }) => below([{}], {}, { anchor: expiredRoot }),
  ],
  [
    'below an anchor that is not yet valid',
    'passed',
    ({ below, laterRoot }) => below([{}], {}, { anchor: laterRoot }),
  ],
  [
    'by a certificate that outlives its authority',
    'passed',
    ({ below }) =>
      below([{ validTo: new Date('2027-01-01T00:00:00Z') }], { validTo: new Date('2040-01-01T00:00:00Z') }),
  ],
];

const basicConstraints = '2.5.29.19';
const saying = (...value: (Asn1Boolean | Integer)[]) => ({
  authority: false as const,
  keyUsage: ['keyCertSign' as const, 'cRLSign' as const],
  extensions: [extension(basicConstraints, new Sequence({ value }), { critical: true })],
});

const authorities: Row[] = [
  [
    'below somebody who is no authority',
    constrained,
    ({ below }) => below([{ authority: false, keyUsage: ['keyCertSign', 'cRLSign'] }]),
  ],
  ['below somebody who says to be no authority', constrained, ({ below }) => below([saying()])],
  [
    'below somebody who says that false is what it is',
    constrained,
    ({ below }) => below([saying(new Asn1Boolean({ value: false }))]),
  ],
  [
    'below somebody who says how many may come below, and not to be an authority',
    constrained,
    ({ below }) => below([saying(new Integer({ value: 3 }))]),
  ],
  [
    'below an authority that says so where nobody need look',
    'passed',
    ({ below }) => {
      const flag = new Sequence({ value: [new Asn1Boolean({ value: true })] });
      return below([
        {
          authority: false,
          keyUsage: ['keyCertSign', 'cRLSign'],
          extensions: [extension(basicConstraints, flag)],
        },
      ]);
    },
  ],
  [
    'by an authority itself',
    'passed',
    ({ signedBy }) => signedBy({ authority: true, keyUsage: ['digitalSignature', 'keyCertSign', 'cRLSign'] }),
  ],
  [
    'by the anchor itself',
    'passed',
    async ({ signedBy, signer }) => ({ ...(await signedBy()), by: signer, anchor: signer }),
  ],
  [
    'with no authority below one that may have none',
    'passed',
    ({ below }) => below([{ authority: { pathLength: 0 } }]),
  ],
  [
    'with one authority below one that may have none',
    constrained,
    ({ below }) => below([{ authority: { pathLength: 0 } }, {}]),
  ],
  [
    'with one authority below one that may have one',
    'passed',
    ({ below }) => below([{ authority: { pathLength: 1 } }, {}]),
  ],
  [
    'with two authorities below one that may have one',
    constrained,
    ({ below }) => below([{ authority: { pathLength: 1 } }, {}, {}]),
  ],
  [
    'with two authorities below one that may have one, of which the other allows more',
    constrained,
    ({ below }) => below([{ authority: { pathLength: 1 } }, { authority: { pathLength: 7 } }, {}]),
  ],
  [
    'with an authority that was issued in its own name below one that may have none',
    'passed',
    ({ below }) => below([{ name: 'Renewed', authority: { pathLength: 0 } }, { name: 'Renewed' }]),
  ],
  [
    'with a number of levels below zero',
    'indeterminate CERTIFICATE_CHAIN_GENERAL_FAILURE',
    ({ below }) => below([{ authority: { pathLength: -1 } }]),
  ],
  [
    'below an anchor that may have no authority below it',
    constrained,
    ({ below, flatRoot }) => below([{}], {}, { anchor: flatRoot }),
  ],
];

const keyUsages: Row[] = [
  ...(
    [
      ['digital signatures alone', ['digitalSignature'], 'passed'],
      ['what cannot be denied alone', ['nonRepudiation'], 'passed'],
      ['encryption alone', ['keyEncipherment'], constrained],
      ['certificates alone', ['keyCertSign'], constrained],
      ['encryption and signatures', ['digitalSignature', 'keyEncipherment'], 'passed'],
      ['nothing at all', [], constrained],
    ] as const
  ).map(
    ([what, keyUsage, expected]): Row => [
      `by a key for ${what}`,
      expected,
      ({ signedBy }) => signedBy({ keyUsage: [...keyUsage] }),
    ],
  ),
  ['by a key of which no use is told', 'passed', ({ signedBy }) => signedBy({ keyUsage: null })],
  [
    'below an authority whose key is not for certificates',
    constrained,
    ({ below }) => below([{ keyUsage: ['digitalSignature', 'cRLSign'] }]),
  ],
  ['below an authority whose key is told no use of', 'passed', ({ below }) => below([{ keyUsage: null }])],
  [
    'below an anchor whose key is not for certificates',
    constrained,
    ({ below, mutedRoot }) => below([{}], {}, { anchor: mutedRoot }),
  ],
];

const unheardOf = '1.3.6.1.4.1.99999.7';
const odd = () => extension(unheardOf, new Asn1Boolean({ value: true }));
const policy = '1.3.6.1.4.1.99999.20';
const otherPolicy = '1.3.6.1.4.1.99999.21';
const anyPolicy = '2.5.29.32.0';
/** RFC 5280 §4.2.1.11: after so many certificates a policy is asked for; or none may stand for another. */
const policyConstraints = (skip: number, tagNumber = 0) => {
  const inner = new Uint8Array([skip]);
  const value = [new Primitive({ idBlock: { tagClass: 3, tagNumber }, valueHex: inner.buffer })];
  return extension('2.5.29.36', new Sequence({ value }), { critical: true });
};

const extensions: Row[] = [
  [
    'with a decisive extension that nobody knows',
    constrained,
    ({ signedBy }) => signedBy({ extensions: [unknownCriticalExtension()] }),
  ],
  [
    'with an extension that nobody knows, nor need',
    'passed',
    ({ signedBy }) => signedBy({ extensions: [odd()] }),
  ],
  [
    'below an authority with a decisive extension that nobody knows',
    constrained,
    ({ below }) => below([{ extensions: [unknownCriticalExtension()] }]),
  ],
  [
    'below an anchor with a decisive extension that nobody knows',
    'passed',
    ({ below, oddRoot }) => below([{}], {}, { anchor: oddRoot }),
  ],
  [
    'with an extension twice',
    'indeterminate CERTIFICATE_CHAIN_GENERAL_FAILURE',
    ({ signedBy }) => signedBy({ extensions: [odd(), odd()] }),
  ],
  ['with policies', 'passed', ({ signedBy }) => signedBy({ extensions: [policies(policy)] })],
  [
    'without the policy that an authority asks for',
    constrained,
    ({ below }) => below([{ extensions: [policyConstraints(0)] }]),
  ],
  [
    'with a policy that an authority asks for, and does not have',
    constrained,
    ({ below }) => below([{ extensions: [policyConstraints(0)] }], { extensions: [policies(policy)] }),
  ],
  [
    'with the policy that an authority asks for',
    'passed',
    ({ below }) =>
      below([{ extensions: [policyConstraints(0), policies(policy)] }], { extensions: [policies(policy)] }),
  ],
  [
    'with another policy than the authority that asks for one',
    constrained,
    ({ below }) =>
      below([{ extensions: [policyConstraints(0), policies(otherPolicy)] }], {
        extensions: [policies(policy)],
      }),
  ],
  [
    'with a policy below an authority that asks for one, and has any',
    'passed',
    ({ below }) =>
      below([{ extensions: [policyConstraints(0), policies(anyPolicy)] }], {
        extensions: [policies(policy)],
      }),
  ],
  [
    'without a policy that is asked for two levels below alone',
    'passed',
    ({ below }) => below([{ extensions: [policyConstraints(2)] }]),
  ],
  [
    'below an authority that lets no policy stand for another',
    'passed',
    ({ below }) => below([{ extensions: [policyConstraints(0, 1)] }]),
  ],
];

const names: Row[] = [
  [
    'whose issuer is written in another case than it writes itself',
    'passed',
    ({ below }) =>
      below([{ subject: nameOf({ C: 'FR', O: 'Analytical Engines', CN: 'L' }) }], {
        issuerName: nameOf({ C: 'FR', O: 'analytical  ENGINES', CN: 'L' }),
      }),
  ],
  [
    'whose issuer has another name',
    'indeterminate NO_CERTIFICATE_CHAIN_FOUND',
    ({ below }) => below([{}], { issuerName: nameOf({ C: 'FR', O: 'Somebody else', CN: 'L' }) }),
  ],
];

/** Ways to an anchor. */
export const pathCases = casesOf({ kind: 'signature', asked: ['openssl', 'nss'] }, [
  ...levels,
  ...validity,
  ...authorities,
  ...keyUsages,
  ...extensions,
  ...names,
]);
