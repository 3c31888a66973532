/** Certificates made for tests, with what their authorities say of them later (RFC 5280, RFC 6960). */
import { createHash, type KeyObject, type webcrypto } from 'node:crypto';
import {
  Boolean as Asn1Boolean,
  Set as Asn1Set,
  type BaseBlock,
  BitString,
  Enumerated,
  GeneralizedTime,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  Primitive,
  Sequence,
  Utf8String,
} from 'asn1js';
import {
  AttributeTypeAndValue,
  BasicConstraints,
  BasicOCSPResponse,
  CertID,
  Certificate,
  CertificateRevocationList,
  Extension,
  Extensions,
  ExtKeyUsage,
  GeneralName,
  GeneralSubtree,
  NameConstraints,
  OCSPResponse,
  PublicKeyInfo,
  RelativeDistinguishedNames,
  ResponseBytes,
  RevokedCertificate,
  SingleResponse,
  Time,
} from 'pkijs';
import { type Hash, type PssParameters, pssIdentifier, type Signing, signAnew } from './test-signing.ts';

/** Somebody with a key and a certificate of it: a signer, an authority. */
export interface TestSigner {
  privateKey: webcrypto.CryptoKey;
  certificate: Certificate;
}

const rsa = (modulusLength: number, name = 'RSASSA-PKCS1-v1_5') => ({
  name,
  hash: 'SHA-256',
  modulusLength,
  publicExponent: new Uint8Array([1, 0, 1]),
});

const algorithms = {
  EC: { name: 'ECDSA', namedCurve: 'P-256' },
  'EC P-384': { name: 'ECDSA', namedCurve: 'P-384' },
  RSA: rsa(2048),
  'RSA 1024': rsa(1024),
  'RSA-PSS': rsa(2048, 'RSA-PSS'),
};

/** RFC 5280 §4.2.1.3, by their bits. */
const keyUsages = ['digitalSignature', 'nonRepudiation', 'keyEncipherment', '', '', 'keyCertSign', 'cRLSign'];

/** RFC 5280 §4.2.1.12 */
export const purposes = {
  timeStamping: '1.3.6.1.5.5.7.3.8',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
  serverAuth: '1.3.6.1.5.5.7.3.1',
  clientAuth: '1.3.6.1.5.5.7.3.2',
  codeSigning: '1.3.6.1.5.5.7.3.3',
  mail: '1.3.6.1.5.5.7.3.4',
  documents: '1.3.6.1.5.5.7.3.36',
  documentsOfAdobe: '1.2.840.113583.1.1.5',
  documentsOfMicrosoft: '1.3.6.1.4.1.311.10.3.12',
  any: '2.5.29.37.0',
  unheardOf: '1.3.6.1.4.1.99999.8',
};

export interface CertificateOptions {
  /** Common name. */
  name?: string;
  /** Its own key signs when absent. */
  issuer?: TestSigner;
  /** Whose key it is; a new one when absent. */
  keyOf?: TestSigner;
  /** Its key, when of a kind that Web Crypto does not have; whoever signs by it says so again. */
  publicKey?: KeyObject;
  /** The parameters that its key is for alone (RFC 4055 §3.1). */
  keyHeldTo?: PssParameters;
  algorithm?: keyof typeof algorithms;
  /** Of its issuer's signature. */
  hash?: Hash;
  /** How its issuer signs, when not as the key and the hash have it. */
  signing?: Signing;
  validFrom?: Date;
  validTo?: Date;
  /** An authority, and how many others may come below it. */
  authority?: boolean | { pathLength: number };
  /** Null leaves it out. */
  keyUsage?: ('digitalSignature' | 'nonRepudiation' | 'keyEncipherment' | 'keyCertSign' | 'cRLSign')[] | null;
  purposes?: { of: (keyof typeof purposes)[]; critical?: boolean };
  /** What the names of an authority's certificates may be, and may not. */
  permitted?: GeneralName[];
  excluded?: GeneralName[];
  /** Other names of the holder. */
  alternatives?: GeneralName[];
  /** The whole name of the holder, and of the issuer when it is not written as that writes itself. */
  subject?: RelativeDistinguishedNames;
  issuerName?: RelativeDistinguishedNames;
  extensions?: Extension[];
}

let serials = 0x4000;

/** A key, and a certificate of it that its issuer signed. */
export async function issueCertificate({
  name = 'Ada Lovelace',
  issuer,
  keyOf,
  publicKey: oddKey,
  keyHeldTo,
  algorithm = 'EC',
  hash = 'SHA-256',
  signing,
  validFrom = new Date('2026-01-01T00:00:00Z'),
  validTo = new Date('2036-01-01T00:00:00Z'),
  authority = false,
  keyUsage = authority === false ? ['digitalSignature', 'nonRepudiation'] : ['keyCertSign', 'cRLSign'],
  purposes: restricted,
  permitted = [],
  excluded = [],
  alternatives = [],
  subject,
  issuerName,
  extensions = [],
}: CertificateOptions = {}): Promise<TestSigner> {
  const { privateKey, publicKey } = keyOf
    ? { privateKey: keyOf.privateKey, publicKey: await keyOf.certificate.getPublicKey() }
    : ((await crypto.subtle.generateKey(algorithms[algorithm], true, [
        'sign',
        'verify',
      ])) as webcrypto.CryptoKeyPair);
  const certificate = new Certificate({ version: 2 });
  serials += 1;
  certificate.serialNumber = new Integer({ value: serials });
  certificate.subject = subject ?? usualName(name);
  certificate.issuer = issuerName ?? issuer?.certificate.subject ?? certificate.subject;
  certificate.notBefore.value = validFrom;
  certificate.notAfter.value = validTo;
  certificate.extensions = [
    ...(authority === false ? [] : [basicConstraints(authority)]),
    ...(keyUsage === null ? [] : [keyUsageExtension(keyUsage)]),
    ...(restricted === undefined
      ? []
      : [
          new Extension({
            extnID: '2.5.29.37',
            critical: restricted.critical ?? false,
            extnValue: new ExtKeyUsage({ keyPurposes: restricted.of.map((one) => purposes[one]) })
              .toSchema()
              .toBER(),
          }),
        ]),
    ...(permitted.length + excluded.length === 0 ? [] : [nameConstraints(permitted, excluded)]),
    ...(alternatives.length === 0 ? [] : [alternativeNames(alternatives)]),
    ...extensions,
  ];
  await certificate.subjectPublicKeyInfo.importKey(publicKey);
  if (oddKey !== undefined)
    certificate.subjectPublicKeyInfo = PublicKeyInfo.fromBER(
      new Uint8Array(oddKey.export({ format: 'der', type: 'spki' })),
    );
  if (keyHeldTo !== undefined) certificate.subjectPublicKeyInfo.algorithm = pssIdentifier(keyHeldTo);
  await certificate.sign(issuer?.privateKey ?? privateKey, 'SHA-256');
  const other = signing ?? (hash === 'SHA-256' ? undefined : { hash });
  if (other !== undefined)
    certificate.signatureValue = await signAnew(
      certificate,
      issuer?.privateKey ?? privateKey,
      other,
      (by) => {
        certificate.signature = by;
        certificate.tbsView = new Uint8Array(certificate.encodeTBS().toBER());
        return certificate.tbsView;
      },
    );
  return { privateKey, certificate };
}

function usualName(name: string): RelativeDistinguishedNames {
  return nameOf({ C: 'FR', O: 'Analytical Engines, Ltd', CN: name });
}

const attributeIds = {
  C: '2.5.4.6',
  O: '2.5.4.10',
  OU: '2.5.4.11',
  CN: '2.5.4.3',
  E: '1.2.840.113549.1.9.1',
};

/** A name of its parts, from the widest on; encoded as UTF-8, unless otherwise said. */
export function nameOf(
  parts: Partial<Record<keyof typeof attributeIds, AttributeTypeAndValue['value'] | string>>,
): RelativeDistinguishedNames {
  const value = Object.entries(parts).map(([key, text]) => {
    const type = attributeIds[key as keyof typeof attributeIds];
    const one = new AttributeTypeAndValue({
      type,
      value: typeof text === 'string' ? new Utf8String({ value: text }) : text,
    });
    return new Asn1Set({ value: [one.toSchema()] });
  });
  // As encoded: pkijs would make one part of all.
  return RelativeDistinguishedNames.fromBER(new Sequence({ value }).toBER());
}

/** By the numbers of RFC 5280 §4.2.1.6. */
export const generalNames = {
  mail: (value: string) => new GeneralName({ type: 1, value }),
  host: (value: string) => new GeneralName({ type: 2, value }),
  directory: (parts: Parameters<typeof nameOf>[0]) => new GeneralName({ type: 4, value: nameOf(parts) }),
  address: (value: string) => new GeneralName({ type: 6, value }),
};

function basicConstraints(authority: true | { pathLength: number }): Extension {
  const constraints = new BasicConstraints({
    cA: true,
    ...(authority === true ? {} : { pathLenConstraint: authority.pathLength }),
  });
  return new Extension({
    extnID: '2.5.29.19',
    critical: true,
    extnValue: constraints.toSchema().toBER(),
  });
}

function keyUsageExtension(named: string[]): Extension {
  const bits = keyUsages.reduce((sum, usage, bit) => (named.includes(usage) ? sum | (0x80 >> bit) : sum), 0);
  const valueHex = new Uint8Array([bits]).buffer;
  return new Extension({
    extnID: '2.5.29.15',
    critical: true,
    extnValue: new BitString({ valueHex, unusedBits: 0 }).toBER(),
  });
}

function nameConstraints(permitted: GeneralName[], excluded: GeneralName[]): Extension {
  const trees = (names: GeneralName[]) => names.map((base) => new GeneralSubtree({ base }));
  const constraints = new NameConstraints({
    ...(permitted.length === 0 ? {} : { permittedSubtrees: trees(permitted) }),
    ...(excluded.length === 0 ? {} : { excludedSubtrees: trees(excluded) }),
  });
  return new Extension({ extnID: '2.5.29.30', critical: true, extnValue: constraints.toSchema().toBER() });
}

function alternativeNames(names: GeneralName[]): Extension {
  const extnValue = new Sequence({ value: names.map((name) => name.toSchema()) }).toBER();
  return new Extension({ extnID: '2.5.29.17', critical: false, extnValue });
}

/** RFC 5280 §4.2.1.4 */
export function policies(...ids: string[]): Extension {
  const value = ids.map((id) => new Sequence({ value: [new ObjectIdentifier({ value: id })] }));
  return new Extension({ extnID: '2.5.29.32', critical: false, extnValue: new Sequence({ value }).toBER() });
}

/** That a certificate says to be a qualified one (EN 319 412-5), and what for. */
export function qualifiedStatements({
  device = true,
  type = 'signature',
}: {
  device?: boolean;
  type?: 'signature' | 'seal' | 'web' | null;
} = {}): Extension {
  const statement = (id: string, ...more: Sequence[]) =>
    new Sequence({ value: [new ObjectIdentifier({ value: id }), ...more] });
  const types = { signature: '0.4.0.1862.1.6.1', seal: '0.4.0.1862.1.6.2', web: '0.4.0.1862.1.6.3' };
  const statements = [
    statement('0.4.0.1862.1.1'),
    ...(device ? [statement('0.4.0.1862.1.4')] : []),
    ...(type === null
      ? []
      : [
          statement(
            '0.4.0.1862.1.6',
            new Sequence({ value: [new ObjectIdentifier({ value: types[type] })] }),
          ),
        ]),
  ];
  const extnValue = new Sequence({ value: statements }).toBER();
  return new Extension({ extnID: '1.3.6.1.5.5.7.1.3', critical: false, extnValue });
}

/** RFC 6960 §4.2.2.2.1: nobody need ask for the revocation of this responder. */
export function noCheck(): Extension {
  return new Extension({
    extnID: '1.3.6.1.5.5.7.48.1.5',
    critical: false,
    extnValue: new Null().toBER(),
  });
}

/** What a certificate holds that nobody here knows, and says to be decisive. */
export function unknownCriticalExtension(): Extension {
  return extension('1.3.6.1.4.1.99999.7', new Asn1Boolean({ value: true }), { critical: true });
}

export function extension(extnID: string, value: BaseBlock, { critical = false } = {}): Extension {
  return new Extension({ extnID, critical, extnValue: value.toBER() });
}

export interface StatusOptions {
  thisUpdate?: Date;
  nextUpdate?: Date | null;
  signing?: Signing;
}

const day = new Date('2026-11-21T09:00:00Z');
const week = new Date('2026-11-28T09:00:00Z');

/** What an OCSP responder says of one certificate (RFC 6960); DER. */
export async function ocspResponse({
  certificate,
  issuer,
  responder = issuer,
  revokedAt,
  isUnknown = false,
  thisUpdate = day,
  nextUpdate = week,
  isAlone = false,
  isByKey = false,
  about = issuer,
  hashedBy = 'SHA-1',
  signing,
}: StatusOptions & {
  certificate: Certificate;
  issuer: TestSigner;
  /** Whose certificate it says to be about, when not the issuer's. */
  about?: TestSigner;
  /** Of the name and the key of the issuer. */
  hashedBy?: 'SHA-1' | 'SHA-256' | 'SHA-512';
  /** Who signs: the issuer, or one that it has delegated. */
  responder?: TestSigner;
  /** Leaves the certificate of the responder out. */
  isAlone?: boolean;
  /** Names the responder by its key. */
  isByKey?: boolean;
  revokedAt?: Date;
  isUnknown?: boolean;
}): Promise<Uint8Array> {
  const certID = new CertID();
  await certID.createForCertificate(certificate, {
    hashAlgorithm: hashedBy,
    issuerCertificate: about.certificate,
  });
  const good = new Primitive({ idBlock: { tagClass: 3, tagNumber: 0 } });
  const unknown = new Primitive({ idBlock: { tagClass: 3, tagNumber: 2 } });
  const single = new SingleResponse({ certID, certStatus: isUnknown ? unknown : good, thisUpdate });
  if (revokedAt !== undefined) single.certStatus = revoked(revokedAt);
  if (nextUpdate !== null) single.nextUpdate = nextUpdate;
  const response = new BasicOCSPResponse(isAlone ? {} : { certs: [responder.certificate] });
  response.tbsResponseData.responderID = isByKey ? keyHash(responder) : responder.certificate.subject;
  response.tbsResponseData.producedAt = thisUpdate;
  response.tbsResponseData.responses.push(single);
  await response.sign(responder.privateKey, 'SHA-256');
  if (signing !== undefined)
    response.signature = await signAnew(
      response,
      responder.privateKey,
      signing,
      () => new Uint8Array(response.tbsResponseData.toSchema().toBER()),
    );
  const whole = new OCSPResponse({
    responseStatus: new Enumerated({ value: 0 }),
    responseBytes: new ResponseBytes({
      responseType: '1.3.6.1.5.5.7.48.1.1',
      response: new OctetString({ valueHex: response.toSchema().toBER() }),
    }),
  });
  return new Uint8Array(whole.toSchema().toBER());
}

/** SHA-1 of the key alone (RFC 6960 §4.2.1). */
function keyHash({ certificate }: TestSigner): OctetString {
  const key = certificate.subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView;
  return new OctetString({ valueHex: new Uint8Array(createHash('sha1').update(key).digest()) });
}

/** `[1] IMPLICIT RevokedInfo` */
function revoked(at: Date): Sequence {
  const info = new Sequence({ value: [new GeneralizedTime({ valueDate: at })] });
  info.idBlock.tagClass = 3;
  info.idBlock.tagNumber = 1;
  return info;
}

/** A revocation list (RFC 5280 §5); DER. */
export async function revocationList({
  issuer,
  revoked: entries = [],
  thisUpdate = day,
  nextUpdate = week,
  signing,
  extensions = [],
}: StatusOptions & {
  issuer: TestSigner;
  extensions?: Extension[];
  revoked?: { certificate: Certificate | number; at: Date; extensions?: Extension[] }[];
}): Promise<Uint8Array> {
  const list = new CertificateRevocationList({ version: 1 });
  list.issuer = issuer.certificate.subject;
  list.thisUpdate = new Time({ type: 0, value: thisUpdate });
  if (nextUpdate !== null) list.nextUpdate = new Time({ type: 0, value: nextUpdate });
  if (entries.length > 0)
    list.revokedCertificates = entries.map(
      ({ certificate, at, extensions: more }) =>
        new RevokedCertificate({
          userCertificate:
            typeof certificate === 'number' ? new Integer({ value: certificate }) : certificate.serialNumber,
          revocationDate: new Time({ type: 0, value: at }),
          ...(more === undefined ? {} : { crlEntryExtensions: new Extensions({ extensions: more }) }),
        }),
    );
  list.crlExtensions = new Extensions({
    extensions: [
      new Extension({
        extnID: '2.5.29.20',
        critical: false,
        extnValue: new Integer({ value: 1 }).toBER(),
      }),
      ...extensions,
    ],
  });
  await list.sign(issuer.privateKey, 'SHA-256');
  if (signing !== undefined)
    list.signatureValue = await signAnew(list, issuer.privateKey, signing, (by) => {
      list.signature = by;
      const [content] = (list.toSchema(true) as Sequence).valueBlock.value;
      list.tbsView = new Uint8Array(content?.toBER() ?? []);
      return list.tbsView;
    });
  return new Uint8Array(list.toSchema().toBER());
}

/** DER of a certificate. */
export function encoded({ certificate }: Pick<TestSigner, 'certificate'>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(certificate.toSchema().toBER());
}

/** As PEM. */
export function pem(of: Pick<TestSigner, 'certificate'>): string {
  return pemOf('CERTIFICATE', encoded(of));
}

/** RFC 7468 */
export function pemOf(label: string, der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}

/** A small institution of trust: a root, an authority below it, a responder, a time-stamp authority and a signer. */
export async function createPki() {
  const root = await issueCertificate({ name: 'Root', authority: true, algorithm: 'EC P-384' });
  const authority = await issueCertificate({ name: 'Authority', issuer: root, authority: { pathLength: 0 } });
  const responder = await issueCertificate({
    name: 'Responder',
    issuer: authority,
    purposes: { of: ['ocspSigning'] },
    extensions: [noCheck()],
  });
  const stamps = await issueCertificate({
    name: 'Time-stamp authority',
    issuer: root,
    purposes: { of: ['timeStamping'], critical: true },
  });
  const signer = await issueCertificate({ name: 'Ada Lovelace', issuer: authority });
  return { root, authority, responder, stamps, signer };
}

export type TestPki = Awaited<ReturnType<typeof createPki>>;
