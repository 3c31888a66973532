import { BitString, Enumerated, Integer, Null, Primitive, Sequence } from 'asn1js';
import { type Extension, GeneralName } from 'pkijs';
import {
  type CertificateOptions,
  extension,
  issueCertificate,
  noCheck,
  ocspResponse,
  revocationList,
  unknownCriticalExtension,
} from '../test-pki.ts';
import { explicit } from '../test-signing.ts';
import { type Cast, casesOf, type Expected, type Planned, type Row } from './signature-case.ts';

const nothing: Expected = 'indeterminate TRY_LATER';
const revoked: Expected = 'indeterminate REVOKED_NO_POE';

const before = new Date('2026-11-20T00:00:00Z');
const inFuture = new Date('2026-11-25T00:00:00Z');
const old = { thisUpdate: new Date('2026-11-01T00:00:00Z'), nextUpdate: new Date('2026-11-02T00:00:00Z') };
const tomorrow = { thisUpdate: new Date('2026-11-23T00:00:00Z') };

type ListOptions = Omit<Parameters<typeof revocationList>[0], 'issuer'>;

/** The authority's list is such. */
function listed(
  options: ListOptions | ((planned: Planned, cast: Cast) => ListOptions & { issuer?: Cast['root'] }),
  holder: CertificateOptions = {},
): (cast: Cast) => Promise<Planned> {
  return async (cast) => {
    const planned = await cast.signedBy(holder);
    const made = typeof options === 'function' ? options(planned, cast) : options;
    const [ofRoot] = planned.lists;
    const list = await revocationList({ issuer: cast.authority, ...made });
    return { ...planned, lists: [ofRoot as Uint8Array, list] };
  };
}

/** The same of the signer's certificate. */
function entry(
  options: Omit<NonNullable<ListOptions['revoked']>[number], 'certificate'>,
  more: ListOptions = {},
) {
  return listed(({ by }) => ({ ...more, revoked: [{ ...by, ...options }] }));
}

const reason = (number: number) => [extension('2.5.29.21', new Enumerated({ value: number }))];

const flag = (tagNumber: number) =>
  new Primitive({ idBlock: { tagClass: 3, tagNumber }, valueHex: new Uint8Array([0xff]).buffer });

/** RFC 5280 §5.2.5 */
const part = (...value: (Primitive | Sequence)[]) => [
  extension('2.5.29.28', new Sequence({ value }), { critical: true }),
];

const place = (address: string) => explicit(0, named(address));

function named(address: string): Sequence {
  const sequence = new Sequence({ value: [new GeneralName({ type: 6, value: address }).toSchema()] });
  sequence.idBlock.tagClass = 3;
  sequence.idBlock.tagNumber = 0;
  return sequence;
}

/** RFC 5280 §4.2.1.13 */
const pointsTo = (address: string): Extension[] => [
  extension('2.5.29.31', new Sequence({ value: [new Sequence({ value: [explicit(0, named(address))] })] })),
];

const changed = (der: Uint8Array) => {
  const bytes = new Uint8Array(der);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  return bytes;
};

/** RFC 9608 */
const neverRevoked = () => extension('2.5.29.56', new Null());

const lists: Row[] = [
  ['that is in no list', 'passed', listed({})],
  [
    'that is not in a list of others',
    'passed',
    listed((_, { signer }) => ({ revoked: [{ ...signer, at: before }] })),
  ],
  ['that was revoked', revoked, entry({ at: before })],
  ['that was revoked for a compromised key', revoked, entry({ at: before, extensions: reason(1) })],
  ['that is on hold', revoked, entry({ at: before, extensions: reason(6) })],
  ['that was taken off a list of changes', 'passed', entry({ at: before, extensions: reason(8) })],
  ['that is revoked from a day on that is to come', 'passed', entry({ at: inFuture })],
  [
    'that was revoked with a decisive extension that nobody knows',
    revoked,
    entry({ at: before, extensions: [unknownCriticalExtension()] }),
  ],
  [
    'in a list that says something decisive of others that nobody knows',
    nothing,
    listed((_, { signer }) => ({
      revoked: [{ ...signer, at: before, extensions: [unknownCriticalExtension()] }],
    })),
  ],
  [
    'without a list',
    nothing,
    async ({ signedBy }) => {
      const planned = await signedBy();
      return { ...planned, lists: planned.lists.slice(0, 1) };
    },
  ],
  [
    'without a list about its authority',
    nothing,
    async ({ signedBy }) => {
      const planned = await signedBy();
      return { ...planned, lists: planned.lists.slice(1) };
    },
  ],
  [
    'that says never to be revoked',
    'passed',
    async ({ signedBy }) => {
      const planned = await signedBy({ extensions: [neverRevoked()] });
      return { ...planned, lists: planned.lists.slice(0, 1) };
    },
  ],
  [
    'below an authority that says never to be revoked',
    nothing,
    async ({ below }) => {
      const planned = await below([{ extensions: [neverRevoked()] }]);
      return { ...planned, lists: planned.lists.slice(1) };
    },
  ],
  ['with an old list', nothing, listed(old)],
  ['with an old list that has it', revoked, entry({ at: before }, old)],
  ['with a list of tomorrow', nothing, listed(tomorrow)],
  [
    'with a list that names no next one',
    'passed',
    listed({ nextUpdate: null, thisUpdate: new Date('2026-11-22T08:00:00Z') }),
  ],
  [
    'with a list of a month ago that names no next one',
    nothing,
    listed({ nextUpdate: null, thisUpdate: new Date('2026-10-22T08:00:00Z') }),
  ],
  [
    'with a list that was changed',
    nothing,
    async ({ signedBy }) => {
      const planned = await signedBy();
      return { ...planned, lists: planned.lists.map((list, index) => (index === 1 ? changed(list) : list)) };
    },
  ],
  ['with a list of another authority', nothing, listed((_, { stranger }) => ({ issuer: stranger }))],
  [
    'with a list by somebody else of the name of its authority',
    nothing,
    listed((_, { namesakeOfAuthority }) => ({ issuer: namesakeOfAuthority })),
  ],
  [
    'with a list by an authority that may make none',
    nothing,
    ({ below }) => below([{ keyUsage: ['keyCertSign'] }]),
  ],
  ['with a list that is signed by SHA-1', nothing, listed({ signing: { hash: 'SHA-1' } })],
  ['with a list that is signed by SHA-512', 'passed', listed({ signing: { hash: 'SHA-512' } })],
  [
    'with a list that is signed by RSA-PSS with a mask by SHA-1',
    'passed',
    async ({ below, rsa }) => {
      const planned = await below([{ keyOf: rsa }]);
      const list = await revocationList({
        issuer: planned.issuer,
        signing: { pss: { hash: 'SHA-256', mask: 'SHA-1', salt: 32 } },
      });
      return { ...planned, lists: [...planned.lists.slice(0, 1), list] };
    },
  ],
  [
    'with a list of changes',
    nothing,
    listed({ extensions: [extension('2.5.29.27', new Integer({ value: 1 }), { critical: true })] }),
  ],
  [
    'with a list that holds something decisive that nobody knows',
    nothing,
    listed({ extensions: [unknownCriticalExtension()] }),
  ],
  ['with a list of people alone', 'passed', listed({ extensions: part(flag(1)) })],
  ['with a list of authorities alone', nothing, listed({ extensions: part(flag(2)) })],
  ['with a list of attributes alone', nothing, listed({ extensions: part(flag(5)) })],
  ['with a list for others', nothing, listed({ extensions: part(flag(4)) })],
  [
    'with a list of some reasons',
    nothing,
    listed({
      extensions: part(
        new Primitive({
          idBlock: { tagClass: 3, tagNumber: 3 },
          valueHex: new BitString({ valueHex: new Uint8Array([0x40]).buffer }).toBER().slice(2),
        }),
      ),
    }),
  ],
  [
    'with the list that it points to',
    'passed',
    listed(
      { extensions: part(place('http://example.org/1')) },
      { extensions: pointsTo('http://example.org/1') },
    ),
  ],
  [
    'with another list than it points to',
    nothing,
    listed(
      { extensions: part(place('http://example.org/2')) },
      { extensions: pointsTo('http://example.org/1') },
    ),
  ],
  [
    'that points to no list, with a part of one',
    nothing,
    listed({ extensions: part(place('http://example.org/1')) }),
  ],
  [
    'whose authority was revoked',
    'indeterminate REVOKED_CA_NO_POE',
    async ({ signedBy, root, authority }) => {
      const planned = await signedBy();
      const list = await revocationList({ issuer: root, revoked: [{ ...authority, at: before }] });
      return { ...planned, lists: [list, ...planned.lists.slice(1)] };
    },
  ],
  [
    'in the older one of two lists',
    'passed',
    async (cast) => {
      const planned = await entry(
        { at: before },
        { ...old, nextUpdate: new Date('2026-12-01T00:00:00Z') },
      )(cast);
      return { ...planned, lists: [...planned.lists, await revocationList({ issuer: cast.authority })] };
    },
  ],
  [
    'in the newer one of two lists',
    revoked,
    async (cast) => {
      const planned = await listed({ ...old, nextUpdate: new Date('2026-12-01T00:00:00Z') })(cast);
      const newer = await revocationList({
        issuer: cast.authority,
        revoked: [{ ...planned.by, at: before }],
      });
      return { ...planned, lists: [...planned.lists, newer] };
    },
  ],
];

type AnswerOptions = Partial<Parameters<typeof ocspResponse>[0]>;

/** The authority's answer is such. */
function answered(
  options: AnswerOptions | ((cast: Cast, planned: Planned) => AnswerOptions | Promise<AnswerOptions>) = {},
  change: (der: Uint8Array) => Uint8Array = (der) => der,
): (cast: Cast) => Promise<Planned> {
  return async (cast) => {
    const planned = await cast.signedBy();
    const made = typeof options === 'function' ? await options(cast, planned) : options;
    const answer = await ocspResponse({ ...planned.by, issuer: cast.authority, ...made });
    return { ...planned, lists: planned.lists.slice(0, 1), answers: [change(answer)] };
  };
}

/** By somebody with such a certificate. */
function delegated(options: CertificateOptions, more: AnswerOptions = {}): (cast: Cast) => Promise<Planned> {
  return answered(async ({ authority }) => ({
    ...more,
    responder: await issueCertificate({
      name: 'Responder',
      issuer: authority,
      purposes: { of: ['ocspSigning'] },
      extensions: [noCheck()],
      ...options,
    }),
  }));
}

const answers: Row[] = [
  ['with an answer of its authority', 'passed', answered()],
  ['with an answer of its authority that names it by its key', 'passed', answered({ isByKey: true })],
  ['with an answer that hashes by SHA-256', 'passed', answered({ hashedBy: 'SHA-256' })],
  ['with an answer that hashes by SHA-512', 'passed', answered({ hashedBy: 'SHA-512' })],
  ['with an answer that it was revoked', revoked, answered({ revokedAt: before })],
  ['with an answer that it is unknown', nothing, answered({ isUnknown: true })],
  ['with an old answer', nothing, answered(old)],
  ['with an answer of tomorrow', nothing, answered(tomorrow)],
  [
    'with an answer of an hour ago that names no next one',
    'passed',
    answered({ nextUpdate: null, thisUpdate: new Date('2026-11-22T08:00:00Z') }),
  ],
  [
    'with an answer of a month ago that names no next one',
    nothing,
    answered({ nextUpdate: null, thisUpdate: new Date('2026-10-22T08:00:00Z') }),
  ],
  [
    'with an answer about another certificate',
    nothing,
    answered(({ signer }) => ({ certificate: signer.certificate })),
  ],
  [
    'with an answer about one of another authority',
    nothing,
    answered(({ stranger }) => ({ about: stranger })),
  ],
  ['with an answer that was changed', nothing, answered({ isAlone: true }, changed)],
  ['with an answer that is signed by SHA-1', nothing, answered({ signing: { hash: 'SHA-1' } })],
  ['with an answer that is signed by SHA-512', 'passed', answered({ signing: { hash: 'SHA-512' } })],
  ['with an answer by a stranger', nothing, answered(({ stranger }) => ({ responder: stranger }))],
  [
    'with an answer by somebody who has the name of its authority',
    nothing,
    answered(({ namesakeOfAuthority }) => ({ responder: namesakeOfAuthority })),
  ],
  ['with an answer by the authority above', nothing, answered(({ root }) => ({ responder: root }))],
  ['with an answer by a responder', 'passed', delegated({})],
  ['with an answer by a responder that is named by its key', 'passed', delegated({}, { isByKey: true })],
  [
    'with an answer by a responder whose purpose is decisive',
    'passed',
    delegated({ purposes: { of: ['ocspSigning'], critical: true } }),
  ],
  [
    'with an answer by a responder who is for more',
    'passed',
    delegated({ purposes: { of: ['ocspSigning', 'mail'] } }),
  ],
  ['with an answer by somebody for anything', nothing, delegated({ purposes: { of: ['any'] } })],
  ['with an answer by somebody for mail', nothing, delegated({ purposes: { of: ['mail'] } })],
  [
    'with an answer by somebody of whom no purpose is told',
    nothing,
    answered(async ({ authority }) => ({
      responder: await issueCertificate({ issuer: authority, name: 'Responder' }),
    })),
  ],
  [
    'with an answer by a responder that has expired',
    nothing,
    delegated({ validTo: new Date('2026-11-20T00:00:00Z') }),
  ],
  [
    'with an answer by a responder that is not yet valid',
    nothing,
    delegated({ validFrom: new Date('2026-11-25T00:00:00Z') }),
  ],
  [
    'with an answer by a responder that has expired since',
    'passed',
    delegated({ validTo: new Date('2026-11-21T20:00:00Z') }),
  ],
  [
    'with an answer by a responder whose key is for something else',
    nothing,
    delegated({ keyUsage: ['keyEncipherment'] }),
  ],
  [
    'with an answer by a responder with something decisive that nobody knows',
    nothing,
    delegated({ extensions: [noCheck(), unknownCriticalExtension()] }),
  ],
  [
    'with an answer by a responder of the authority above',
    nothing,
    answered(async ({ root }) => ({
      responder: await issueCertificate({
        issuer: root,
        purposes: { of: ['ocspSigning'] },
        extensions: [noCheck()],
      }),
    })),
  ],
  [
    'with an answer by a responder whom its authority certifies by SHA-1',
    nothing,
    delegated({ hash: 'SHA-1' }),
  ],
  [
    'with an answer by a responder whose certificate did not come along',
    nothing,
    delegated({}, { isAlone: true }),
  ],
];

/** What is told of revocation. */
export const revocationCases = casesOf({ kind: 'signature', asked: ['openssl'] }, [...lists, ...answers]);
