/** Signatures (RFC 5652) and time stamps (RFC 3161) made for tests, sound ones and odd ones. */
import { createHash } from 'node:crypto';
import { type BaseBlock, Integer, ObjectIdentifier, OctetString, Primitive, Sequence, UTCTime } from 'asn1js';
import {
  AlgorithmIdentifier,
  Attribute,
  type Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  type Extension,
  IssuerAndSerialNumber,
  MessageImprint,
  PKIStatusInfo,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';
import type { TestSigner } from './test-pki.ts';
import { type Hash, hashIds, nodeHash, type Signing, signBy } from './test-signing.ts';

/** How a signature names its certificate (RFC 5035). */
export type Naming = 'v1' | 'v2' | 'v2 with SHA-512';

export interface CmsOptions {
  /** In an attribute; null leaves it out. */
  signedAt?: Date | null;
  /** Signs over content that the CMS carries, instead of that given. */
  contentInside?: Uint8Array<ArrayBuffer>;
  /** Leaves the attributes out, and signs the bytes themselves. */
  withoutAttributes?: boolean;
  /** By version 2 when absent, null for not at all. */
  naming?: Naming | null;
  /** The certificate that it names, when not its own. */
  named?: Certificate;
  /** Certificates that come along, beside the signer's. */
  chain?: Certificate[];
  /** Of what is signed; of a time stamp, of what is stamped too. */
  hash?: Hash;
  /** How the signature itself is made, when not as the key and the hash have it. */
  signing?: Signing;
  /** Other signed attributes. */
  attributes?: Attribute[];
  /** Attributes that are made of the signature's value, and not signed. */
  afterwards?: (signature: Uint8Array<ArrayBuffer>) => Promise<Attribute[]>;
  /** Changed once it is signed. */
  spoilt?: boolean;
  /** Names the signer by its key (RFC 5652 §5.3). */
  isByKey?: boolean;
  /** Leaves the signer's certificate out. */
  isAlone?: boolean;
  /** What the attributes are made to be before they are signed. */
  rewrite?: (attributes: Attribute[]) => Attribute[];
}

const timeStampContent = '1.2.840.113549.1.9.16.1.4';

/** A signature of the bytes; DER. */
export async function createCms(
  covered: Uint8Array<ArrayBuffer>,
  { privateKey, certificate }: TestSigner,
  {
    signedAt = new Date('2026-11-21T08:30:00Z'),
    contentInside,
    contentType = ContentInfo.DATA,
    withoutAttributes,
    naming = 'v2',
    named = certificate,
    chain = [],
    hash = 'SHA-256',
    signing,
    attributes: more = [],
    afterwards,
    spoilt = false,
    isByKey = false,
    isAlone = false,
    rewrite = (all) => all,
  }: CmsOptions & { contentType?: string },
): Promise<Buffer> {
  const data = contentInside ?? covered;
  const digest = createHash(nodeHash(hash)).update(data).digest();
  const time = new UTCTime({ valueDate: signedAt ?? new Date(0) });
  const attributes = rewrite([
    new Attribute({
      type: '1.2.840.113549.1.9.3',
      values: [new ObjectIdentifier({ value: contentType })],
    }),
    ...(signedAt === null ? [] : [new Attribute({ type: '1.2.840.113549.1.9.5', values: [time] })]),
    new Attribute({
      type: '1.2.840.113549.1.9.4',
      values: [new OctetString({ valueHex: new Uint8Array(digest).buffer })],
    }),
    ...(naming === null ? [] : [namingAttribute(named, naming)]),
    ...more,
  ]);
  const signerInfo = new SignerInfo({
    version: isByKey ? 3 : 1,
    sid: isByKey ? keyIdentifierOf(certificate) : issuerAndNumberOf(certificate),
    ...(withoutAttributes === true
      ? {}
      : { signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes }) }),
  });
  const cms = new SignedData({
    version: contentType === ContentInfo.DATA ? 1 : 3,
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: contentType,
      ...(contentInside === undefined
        ? {}
        : { eContent: new OctetString({ valueHex: new Uint8Array(contentInside).buffer }) }),
    }),
    certificates: isAlone ? chain : [certificate, ...chain],
    signerInfos: [signerInfo],
  });
  if (signing === undefined) await cms.sign(privateKey, 0, hash, data);
  else {
    const algorithm = new AlgorithmIdentifier({ algorithmId: hashIds[hash] });
    signerInfo.digestAlgorithm = algorithm;
    cms.digestAlgorithms = [algorithm];
    const signed = signerInfo.signedAttrs;
    const made = await signBy(privateKey, signing, signed === undefined ? data : asSet(signed));
    signerInfo.signatureAlgorithm = made.algorithm;
    signerInfo.signature = new OctetString({ valueHex: made.value.buffer });
  }
  const signature = new Uint8Array(signerInfo.signature.valueBlock.valueHexView);
  if (spoilt) {
    signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1;
    signerInfo.signature = new OctetString({ valueHex: signature.buffer });
  }
  const unsigned = (await afterwards?.(signature)) ?? [];
  if (unsigned.length > 0)
    signerInfo.unsignedAttrs = new SignedAndUnsignedAttributes({ type: 1, attributes: unsigned });
  const content = cms.toSchema(true);
  return Buffer.from(new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content }).toSchema().toBER());
}

function issuerAndNumberOf({ issuer, serialNumber }: Certificate): IssuerAndSerialNumber {
  return new IssuerAndSerialNumber({ issuer, serialNumber });
}

/** `[0] IMPLICIT SubjectKeyIdentifier`, of a certificate that has one. */
function keyIdentifierOf({ extensions = [] }: Certificate): Primitive {
  const { parsedValue } = extensions.find(({ extnID }) => extnID === '2.5.29.14') ?? {};
  return new Primitive({
    idBlock: { tagClass: 3, tagNumber: 0 },
    valueHex: (parsedValue as OctetString).valueBlock.valueHexView,
  });
}

/** RFC 5652 §5.4: signed as what they are, not as they stand in the signature. */
function asSet(attributes: SignedAndUnsignedAttributes): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(attributes.toSchema().toBER());
  bytes[0] = 0x31;
  return bytes;
}

/** `signing-certificate` (RFC 2634 §5.4) or `signing-certificate-v2` (RFC 5035 §3). */
function namingAttribute(certificate: Certificate, naming: Naming): Attribute {
  const encoded = Buffer.from(certificate.toSchema().toBER());
  const algorithm = { v1: 'sha1', v2: 'sha256', 'v2 with SHA-512': 'sha512' }[naming];
  const hash = new Uint8Array(createHash(algorithm).update(encoded).digest()).buffer;
  const id: BaseBlock[] = [new OctetString({ valueHex: hash })];
  if (naming === 'v2 with SHA-512')
    id.unshift(new AlgorithmIdentifier({ algorithmId: '2.16.840.1.101.3.4.2.3' }).toSchema());
  const ids = new Sequence({ value: [new Sequence({ value: id })] });
  const type = naming === 'v1' ? '1.2.840.113549.1.9.16.2.12' : '1.2.840.113549.1.9.16.2.47';
  return new Attribute({ type, values: [new Sequence({ value: [ids] })] });
}

export interface StampOptions extends CmsOptions {
  /** When the authority says that it was. */
  at?: Date | undefined;
  nonce?: Integer;
  /** Of what is stamped, when not that of the signature. */
  imprint?: Hash;
  /** What is stamped, when not what the token is for. */
  over?: Uint8Array<ArrayBuffer>;
  version?: number;
  extensions?: Extension[];
}

/** A time stamp of the bytes; DER. */
export async function timeStampToken(
  stamped: Uint8Array<ArrayBuffer>,
  authority: TestSigner,
  options: StampOptions = {},
): Promise<Buffer> {
  const { hash = 'SHA-256', imprint: by = hash, over = stamped } = options;
  const digest = new Uint8Array(createHash(nodeHash(by)).update(over).digest());
  const imprint = new MessageImprint({
    hashAlgorithm: new AlgorithmIdentifier({ algorithmId: hashIds[by] }),
    hashedMessage: new OctetString({ valueHex: digest.buffer }),
  });
  return tokenOf(imprint, authority, options);
}

let stamps = 0;

/** RFC 3161 §2.4.2 */
function tokenOf(
  messageImprint: MessageImprint,
  authority: TestSigner,
  { at = new Date('2026-11-21T08:30:00Z'), nonce, extensions, version = 1, ...options }: StampOptions,
): Promise<Buffer> {
  stamps += 1;
  const info = new TSTInfo({
    version,
    policy: '1.3.6.1.4.1.99999.1',
    messageImprint,
    serialNumber: new Integer({ value: stamps }),
    genTime: at,
    ...(nonce === undefined ? {} : { nonce }),
    ...(extensions === undefined ? {} : { extensions }),
  });
  const contentInside = new Uint8Array(info.toSchema().toBER());
  const contentType = timeStampContent;
  return createCms(new Uint8Array(), authority, { signedAt: at, ...options, contentInside, contentType });
}

/** What a time-stamp authority answers to a request over HTTP (RFC 3161 §3.4), both as DER. */
export async function answerTimeStampRequest(
  request: Uint8Array<ArrayBuffer>,
  authority: TestSigner,
  options: Omit<StampOptions, 'nonce'> = {},
): Promise<Buffer> {
  const { messageImprint, nonce } = TimeStampReq.fromBER(request);
  const token = await tokenOf(messageImprint, authority, {
    at: new Date(),
    ...options,
    ...(nonce === undefined ? {} : { nonce }),
  });
  const answer = new TimeStampResp({
    status: new PKIStatusInfo({ status: 0 }),
    timeStampToken: ContentInfo.fromBER(new Uint8Array(token)),
  });
  return Buffer.from(answer.toSchema().toBER());
}
