/** PDFs with digital signatures, made for tests: sound ones as vendors make them, and odd ones. */
import { createHash, type webcrypto } from 'node:crypto';
import { PDFDocument, PDFHexString, PDFName, PDFNumber, PDFString } from '@cantoo/pdf-lib';
import {
  type BaseBlock,
  Integer,
  ObjectIdentifier,
  OctetString,
  Sequence,
  UTCTime,
  Utf8String,
} from 'asn1js';
import {
  AlgorithmIdentifier,
  Attribute,
  AttributeTypeAndValue,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  MessageImprint,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TSTInfo,
} from 'pkijs';

export interface TestSigner {
  privateKey: webcrypto.CryptoKey;
  certificate: Certificate;
}

const algorithms = {
  EC: { name: 'ECDSA', namedCurve: 'P-256' },
  'EC P-384': { name: 'ECDSA', namedCurve: 'P-384' },
  RSA: {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  },
  'RSA-PSS': {
    name: 'RSA-PSS',
    hash: 'SHA-256',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  },
};

/** A key with a certificate that it signed itself, or that another one signed. */
export async function createSigner({
  name = 'Ada Lovelace',
  issuer,
  algorithm = 'EC',
  validFrom = new Date('2026-01-01T00:00:00Z'),
  validTo = new Date('2036-01-01T00:00:00Z'),
}: {
  name?: string;
  issuer?: TestSigner;
  algorithm?: keyof typeof algorithms;
  validFrom?: Date;
  validTo?: Date;
} = {}): Promise<TestSigner> {
  const { privateKey, publicKey } = (await crypto.subtle.generateKey(algorithms[algorithm], false, [
    'sign',
    'verify',
  ])) as webcrypto.CryptoKeyPair;
  const certificate = new Certificate({ version: 2 });
  certificate.serialNumber = new Integer({ value: 4711 });
  for (const [type, value] of [
    ['2.5.4.6', 'FR'],
    ['2.5.4.10', 'Analytical Engines, Ltd'],
    ['2.5.4.3', name],
  ] as const) {
    const part = new AttributeTypeAndValue({ type, value: new Utf8String({ value }) });
    certificate.subject.typesAndValues.push(part);
  }
  certificate.issuer = issuer?.certificate.subject ?? certificate.subject;
  certificate.notBefore.value = validFrom;
  certificate.notAfter.value = validTo;
  await certificate.subjectPublicKeyInfo.importKey(publicKey);
  await certificate.sign(issuer?.privateKey ?? privateKey, 'SHA-256');
  return { privateKey, certificate };
}

export interface SigningOptions {
  /** In the CMS; null leaves it to the dictionary, as PAdES wants it. */
  signedAt?: Date | null;
  subFilter?: 'adbe.pkcs7.detached' | 'ETSI.CAdES.detached' | 'ETSI.RFC3161';
  /** Other entries of the dictionary. */
  entries?: Record<string, string>;
  withSigFlags?: boolean;
  /** Makes it a certification with so much allowed afterwards (ISO 32000-2 §12.8.2.2): 1 nothing … 3 comments. */
  certifies?: 1 | 2 | 3;
  /** What to write for the byte range, given the right one; what it covers is signed, if it can be. */
  writeByteRange?: (right: [number, number, number, number]) => string;
  /** What to put for the CMS, given the right one. */
  replaceContents?: (right: Buffer) => Buffer;
  /** Signs over content that the CMS carries, instead of the file. */
  contentInside?: Uint8Array<ArrayBuffer>;
  /** Leaves the attributes out, and signs the bytes themselves. */
  withoutAttributes?: boolean;
  /** How the signature names its certificate (RFC 5035): by version 2 when absent, null for not at all. */
  naming?: 'v1' | 'v2' | 'v2 with SHA-512' | null;
  /** The certificate that it names, when not its own. */
  named?: Certificate;
  /** Certificates that come along, beside the signer's. */
  chain?: Certificate[];
  /** Where its picture is seen on the first page, and the picture. */
  picture?: { rectangle: [number, number, number, number]; content: string };
}

const room = 4096;

/** The PDF with one more signature, as an incremental update: begins with the bytes given. */
export async function signedPdf(
  pdf: Uint8Array,
  signer: TestSigner,
  options: SigningOptions = {},
): Promise<Uint8Array> {
  const file = Buffer.from(await withField(pdf, options));
  const hole = `<${'0'.repeat(room * 2)}>`;
  const start = file.indexOf(hole, pdf.byteLength, 'latin1');
  const end = start + hole.length;
  const right: [number, number, number, number] = [0, start, end, file.byteLength - end];
  const written = options.writeByteRange?.(right) ?? `[${right.join(' ')}]`;
  const byteRange = /\[[\s\d]+9{10}\s*\]/.exec(file.toString('latin1', pdf.byteLength));
  if (byteRange === null || written.length > byteRange[0].length)
    throw new Error('No room for the byte range');
  file.write(written.padEnd(byteRange[0].length), pdf.byteLength + byteRange.index, 'latin1');

  const covered = bytesOf(file, written) ?? bytesOf(file, `[${right.join(' ')}]`) ?? Buffer.alloc(0);
  const cms = await createCms(covered, signer, options);
  const contents = options.replaceContents?.(cms) ?? cms;
  file.write(contents.toString('hex'), start + 1, 'latin1');
  return new Uint8Array(file);
}

/** What a reader that trusts the byte range would verify. */
function bytesOf(file: Buffer, byteRange: string): Buffer<ArrayBuffer> | undefined {
  const numbers = byteRange.match(/-?\d+/g)?.map(Number) ?? [];
  const [start = -1, firstLength = -1, secondStart = -1, secondLength = -1] = numbers;
  if (Math.min(start, firstLength, secondStart, secondLength) < 0) return undefined;
  return Buffer.concat([
    file.subarray(start, start + firstLength),
    file.subarray(secondStart, secondStart + secondLength),
  ]);
}

/** The PDF with a signature field that waits for its signature. */
export async function withEmptySignatureField(pdf: Uint8Array): Promise<Uint8Array> {
  return withField(pdf, undefined);
}

async function withField(pdf: Uint8Array, options: SigningOptions | undefined): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, { forIncrementalUpdate: true, updateMetadata: false });
  const { context, catalog } = document;
  const page = document.getPage(0);
  const field = context.obj({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    T: PDFString.of(`Signature ${pdf.byteLength}`),
    P: page.ref,
    Rect: [0, 0, 0, 0],
    F: 132,
  });
  if (options?.picture !== undefined) {
    const { rectangle, content } = options.picture;
    const [left, bottom, right, top] = rectangle;
    const BBox = [0, 0, right - left, top - bottom];
    const picture = context.stream(content, { Type: 'XObject', Subtype: 'Form', BBox });
    field.set(PDFName.of('Rect'), context.obj(rectangle));
    field.set(PDFName.of('AP'), context.obj({ N: context.register(picture) }));
  }
  if (options !== undefined) {
    const dictionary = context.obj({
      Type: options.subFilter === 'ETSI.RFC3161' ? 'DocTimeStamp' : 'Sig',
      Filter: 'Adobe.PPKLite',
      SubFilter: options.subFilter ?? 'adbe.pkcs7.detached',
      ByteRange: [0, 9_999_999_999, 9_999_999_999, 9_999_999_999, 9_999_999_999],
      Contents: PDFHexString.of('0'.repeat(room * 2)),
    });
    for (const [key, value] of Object.entries(options.entries ?? {}))
      dictionary.set(PDFName.of(key), PDFString.of(value));
    const value = context.register(dictionary);
    field.set(PDFName.of('V'), value);
    if (options.certifies !== undefined) {
      const TransformParams = { Type: 'TransformParams', P: options.certifies, V: '1.2' };
      const reference = { Type: 'SigRef', TransformMethod: 'DocMDP', TransformParams };
      dictionary.set(PDFName.of('Reference'), context.obj([reference]));
      catalog.set(PDFName.of('Perms'), context.obj({ DocMDP: value }));
    }
  }
  const reference = context.register(field);
  page.node.addAnnot(reference);
  const form = catalog.getOrCreateAcroForm();
  form.addField(reference);
  if (options?.withSigFlags !== false) form.dict.set(PDFName.of('SigFlags'), PDFNumber.of(3));
  return document.commit({ useObjectStreams: hasCrossReferenceStream(pdf) });
}

/** An update goes on in the form that the file has. */
function hasCrossReferenceStream(pdf: Uint8Array): boolean {
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const offset = Number(/\d+/.exec(file.toString('latin1', file.lastIndexOf('startxref')))?.[0]);
  return !/^\s*xref/.test(file.toString('latin1', offset, offset + 16));
}

async function createCms(
  covered: Uint8Array<ArrayBuffer>,
  { privateKey, certificate }: TestSigner,
  {
    signedAt = new Date('2026-11-21T08:30:00Z'),
    subFilter,
    contentInside,
    withoutAttributes,
    naming = 'v2',
    named = certificate,
    chain = [],
  }: SigningOptions,
): Promise<Buffer> {
  const isTimeStamp = subFilter === 'ETSI.RFC3161';
  const inside = isTimeStamp ? timeStampOf(covered, signedAt ?? new Date(0)) : contentInside;
  const data = inside ?? covered;
  const type = isTimeStamp ? '1.2.840.113549.1.9.16.1.4' : ContentInfo.DATA;
  const digest = createHash('sha256').update(data).digest();
  const time = new UTCTime({ valueDate: signedAt ?? new Date(0) });
  const attributes = [
    new Attribute({ type: '1.2.840.113549.1.9.3', values: [new ObjectIdentifier({ value: type })] }),
    ...(signedAt === null ? [] : [new Attribute({ type: '1.2.840.113549.1.9.5', values: [time] })]),
    new Attribute({
      type: '1.2.840.113549.1.9.4',
      values: [new OctetString({ valueHex: new Uint8Array(digest).buffer })],
    }),
    ...(naming === null ? [] : [namingAttribute(named, naming)]),
  ];
  const cms = new SignedData({
    version: isTimeStamp ? 3 : 1,
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: type,
      ...(inside === undefined
        ? {}
        : { eContent: new OctetString({ valueHex: new Uint8Array(inside).buffer }) }),
    }),
    certificates: [certificate, ...chain],
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({
          issuer: certificate.issuer,
          serialNumber: certificate.serialNumber,
        }),
        ...(withoutAttributes === true
          ? {}
          : { signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes }) }),
      }),
    ],
  });
  await cms.sign(privateKey, 0, 'SHA-256', data);
  const content = cms.toSchema(true);
  return Buffer.from(new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content }).toSchema().toBER());
}

/** `signing-certificate` (RFC 2634 §5.4) or `signing-certificate-v2` (RFC 5035 §3). */
function namingAttribute(certificate: Certificate, naming: 'v1' | 'v2' | 'v2 with SHA-512'): Attribute {
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

/** RFC 3161 §2.4.2 */
function timeStampOf(covered: Uint8Array, genTime: Date): Uint8Array<ArrayBuffer> {
  const digest = new Uint8Array(createHash('sha256').update(covered).digest());
  const info = new TSTInfo({
    version: 1,
    policy: '1.3.6.1.4.1.99999.1',
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: '2.16.840.1.101.3.4.2.1' }),
      hashedMessage: new OctetString({ valueHex: digest.buffer }),
    }),
    serialNumber: new Integer({ value: 1 }),
    genTime,
  });
  return new Uint8Array(info.toSchema().toBER());
}
