import type { CertificateOptions } from '../test-pki.ts';
import { casesOf, type Expected, type Row } from './signature-case.ts';

const constrained: Expected = 'indeterminate CHAIN_CONSTRAINTS_FAILURE';

type Purposes = NonNullable<CertificateOptions['purposes']>['of'];

const ofSigners: [string, Purposes, Expected][] = [
  ['mail', ['mail'], 'passed'],
  ['documents', ['documents'], 'passed'],
  ['documents, as Adobe has it', ['documentsOfAdobe'], 'passed'],
  ['documents, as Microsoft has it', ['documentsOfMicrosoft'], 'passed'],
  ['anything', ['any'], 'passed'],
  ['people who log in', ['clientAuth'], 'passed'],
  ['people who log in, and mail', ['clientAuth', 'mail'], 'passed'],
  ['programs', ['codeSigning'], 'passed'],
  ['what nobody has heard of', ['unheardOf'], 'passed'],
  ['web servers', ['serverAuth'], constrained],
  ['web servers, and mail', ['serverAuth', 'mail'], 'passed'],
  ['web servers, and people who log in', ['serverAuth', 'clientAuth'], constrained],
  ['time stamps', ['timeStamping'], constrained],
  ['answers about revocation', ['ocspSigning'], constrained],
];

const rows = ofSigners.map(
  ([what, of, expected]): Row => [
    `by a certificate for ${what}`,
    expected,
    ({ signedBy }) => signedBy({ purposes: { of } }),
  ],
);

const decisive = (['mail', 'documents', 'serverAuth'] as const).map(
  (purpose): Row => [
    `by a certificate that is decisively for ${purpose}`,
    purpose === 'serverAuth' ? constrained : 'passed',
    ({ signedBy }) => signedBy({ purposes: { of: [purpose], critical: true } }),
  ],
);

const ofAuthorities = (
  [
    ['mail', ['mail'], 'passed'],
    ['documents', ['documents'], 'passed'],
    ['web servers', ['serverAuth'], constrained],
    ['people who log in', ['clientAuth'], 'passed'],
    ['time stamps', ['timeStamping'], constrained],
  ] as [string, Purposes, Expected][]
).map(
  ([what, of, expected]): Row => [
    `below an authority for ${what}`,
    expected,
    ({ below }) => below([{ purposes: { of } }]),
  ],
);

/** Extended key usage. */
export const purposeCases = casesOf({ kind: 'signature', asked: ['openssl', 'nss'] }, [
  ...rows,
  ...decisive,
  ...ofAuthorities,
]);
