/** Certificates as RFC 5280 has them, read once and cheaply; nothing of one is believed for being read. */
import { createHash, X509Certificate } from 'node:crypto';
import { at, contextTag, Der, partOf, tags } from './der.ts';
import { comparableName, textOf } from './distinguished-name.ts';
import { algorithmsOf } from './reliable-algorithms.ts';

/** By their bits (RFC 5280 §4.2.1.3). */
const keyUsages = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
] as const;

type KeyUsage = (typeof keyUsages)[number];

export type Certificate = ReturnType<typeof readCertificate>;

/** From a certificate up to an anchor, which is the last. */
export type Path = [Certificate, ...Certificate[]];

/** Object identifiers of the extensions that are known here. */
export const extensionIds = {
  keyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  alternativeName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  distributionPoints: '2.5.29.31',
  policies: '2.5.29.32',
  policyConstraints: '2.5.29.36',
  noAnyPolicy: '2.5.29.54',
  purposes: '2.5.29.37',
  noRevocation: '2.5.29.56',
  qualifiedStatements: '1.3.6.1.5.5.7.1.3',
  noCheck: '1.3.6.1.5.5.7.48.1.5',
  shortTerm: '0.4.0.194121.2.1',
};

const knownExtensions = new Set([
  ...Object.values(extensionIds),
  '2.5.29.18', // issuer's other names
  '2.5.29.33', // policies that stand for others: they are not followed
  '2.5.29.35', // the issuer's key
]);

/** @throws Error  for what is no certificate */
export function readCertificate(der: Uint8Array) {
  const whole = new Der(der);
  const [tbs, algorithm] = whole.children;
  if (tbs === undefined || algorithm === undefined) throw new Error('A part is missing');
  const parts = tbs.children;
  const base = parts[0]?.tag === contextTag(0) ? 1 : 0;
  const validity = at(parts, base + 3).children;
  const issuer = at(parts, base + 2);
  const subject = at(parts, base + 4);
  const keyInfo = at(parts, base + 5);
  const x509 = once(() => new X509Certificate(whole.whole));
  const key = once(() => x509().publicKey);
  return {
    der: whole.whole,
    /** SHA-256 of it. */
    id: sha256(whole.whole),
    /** Comparable: two that are equal are of one name, however they are encoded. */
    subject: comparableName(subject),
    issuer: comparableName(issuer),
    /** As encoded. */
    encoded: { subject, issuer },
    /** In hexadecimal. */
    serial: at(parts, base).hex,
    notBefore: at(validity, 0).time,
    notAfter: at(validity, 1).time,
    /** Common name, or all that names the holder. */
    name: nameOf(subject),
    /** SHA-256 of its `SubjectPublicKeyInfo`: who has the same has the same key. */
    keyId: sha256(keyInfo.whole),
    /** Of the key alone, as OCSP hashes it. */
    keyBits: at(keyInfo.children, 1).content.subarray(1),
    publicKey: key,
    /** Whether this key made the signature of the other. */
    signed(other: { der: Uint8Array }) {
      try {
        return new X509Certificate(other.der).verify(key());
      } catch {
        // A key of another kind than the signature's, or one that is unknown here.
        return false;
      }
    },
    /** Of its issuer's signature. */
    algorithms: algorithmsOf(algorithm),
    extensions: extensionsIn(partOf(parts, contextTag(3))),
  };
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The name of the holder alone, of a certificate that is one of thousands. */
export function subjectOf(der: Uint8Array): string {
  const parts = at(new Der(der).children, 0).children;
  return comparableName(at(parts, parts[0]?.tag === contextTag(0) ? 5 : 4));
}

/** Read as `[3] EXPLICIT SEQUENCE OF Extension`. */
export function extensionsIn(
  explicit: Der | undefined,
): ReadonlyMap<string, { critical: boolean; value: Der }> {
  const extensions = new Map<string, { critical: boolean; value: Der }>();
  for (const extension of explicit?.children[0]?.children ?? []) {
    const parts = extension.children;
    const id = at(parts, 0).oid;
    // RFC 5280 §4.2: one of a kind; of two, nobody could tell which is meant.
    if (extensions.has(id)) throw new Error('An extension is there twice');
    const critical = parts[1]?.tag === tags.boolean && parts[1].content[0] !== 0;
    extensions.set(id, { critical, value: at(parts, parts.length - 1).inner });
  }
  return extensions;
}

const commonName = '2.5.4.3';

function nameOf(subject: Der): string {
  const texts = subject.children.flatMap((set) =>
    set.children.map((one) => {
      const [type, value] = one.children;
      return { type: type?.oid, text: (value && textOf(value)) ?? '' };
    }),
  );
  const common = texts.find(({ type }) => type === commonName);
  return (common === undefined ? texts.map(({ text }) => text).join(', ') : common.text)
    .slice(0, 200)
    .replace(/\p{C}/gu, ' ');
}

/** Undefined when the certificate restricts nothing. */
export function keyUsageOf({ extensions }: Certificate): ReadonlySet<KeyUsage> | undefined {
  const extension = extensions.get(extensionIds.keyUsage);
  if (extension === undefined) return undefined;
  const bits = extension.value.content[1] ?? 0;
  return new Set(keyUsages.filter((_, bit) => (bits & (0x80 >> bit)) !== 0));
}

/** Whether its key is for signatures, of whatever. */
export function maySign(certificate: Certificate): boolean {
  const usage = keyUsageOf(certificate);
  return usage === undefined || usage.has('digitalSignature') || usage.has('nonRepudiation');
}

/** RFC 5280 §4.2: whoever does not know what is decisive must reject the certificate. */
export function saysUnknown({ extensions }: Certificate): boolean {
  return [...extensions].some(([id, { critical }]) => critical && !knownExtensions.has(id));
}

/** RFC 5280 §4.2.1.12; undefined when any purpose is allowed. */
export function purposesOf({ extensions }: Certificate): { of: string[]; critical: boolean } | undefined {
  const extension = extensions.get(extensionIds.purposes);
  if (extension === undefined) return undefined;
  return { of: extension.value.children.map((part) => part.oid), critical: extension.critical };
}

/** RFC 5280 §4.2.1.9 */
export function authorityOf({ extensions }: Certificate): {
  isAuthority: boolean;
  pathLength: number | undefined;
} {
  const parts = extensions.get(extensionIds.basicConstraints)?.value.children ?? [];
  const isAuthority = parts[0]?.tag === tags.boolean && parts[0].content[0] !== 0;
  const length = partOf(parts, tags.integer);
  return { isAuthority, pathLength: length?.count };
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
