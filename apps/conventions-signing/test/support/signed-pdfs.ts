/** PDFs with digital signatures, made for tests: sound ones as vendors make them, and odd ones. */
import { PDFDocument, PDFHexString, PDFName, PDFNumber, PDFString } from '@cantoo/pdf-lib';
import { type CmsOptions, createCms, timeStampToken } from './test-cms.ts';
import { type CertificateOptions, issueCertificate, type TestSigner } from './test-pki.ts';

export type { TestSigner };

/** A key with a certificate that it signed itself, or that another one signed, and that says no more than a name. */
export function createSigner(
  options: Pick<CertificateOptions, 'name' | 'issuer' | 'algorithm' | 'validFrom' | 'validTo'> = {},
): Promise<TestSigner> {
  return issueCertificate({ ...options, authority: true });
}

export interface SigningOptions extends CmsOptions {
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
  /** Bytes for the CMS. */
  room?: number;
  /** Other entries of its field. */
  field?: FieldEntries;
  /** Where its picture is seen on the first page, and the picture. */
  picture?: { rectangle: [number, number, number, number]; content: string };
}

/** Names, numbers, and lists and dictionaries of them. */
interface FieldEntries {
  [key: string]: string | number | number[] | FieldEntries;
}

const usualRoom = 4096;

/** The PDF with one more signature, as an incremental update: begins with the bytes given. */
export async function signedPdf(
  pdf: Uint8Array,
  signer: TestSigner,
  options: SigningOptions = {},
): Promise<Uint8Array> {
  const file = Buffer.from(await withField(pdf, options));
  const hole = `<${'0'.repeat((options.room ?? usualRoom) * 2)}>`;
  const start = file.indexOf(hole, pdf.byteLength, 'latin1');
  const end = start + hole.length;
  const right: [number, number, number, number] = [0, start, end, file.byteLength - end];
  const written = options.writeByteRange?.(right) ?? `[${right.join(' ')}]`;
  const byteRange = /\[[\s\d]+9{10}\s*\]/.exec(file.toString('latin1', pdf.byteLength));
  if (byteRange === null || written.length > byteRange[0].length)
    throw new Error('No room for the byte range');
  file.write(written.padEnd(byteRange[0].length), pdf.byteLength + byteRange.index, 'latin1');

  const covered = bytesOf(file, written) ?? bytesOf(file, `[${right.join(' ')}]`) ?? Buffer.alloc(0);
  const cms = await (options.subFilter === 'ETSI.RFC3161'
    ? timeStampToken(covered, signer, { at: options.signedAt ?? undefined, ...options })
    : createCms(covered, signer, options));
  if (cms.byteLength > (options.room ?? usualRoom)) throw new Error('No room for the CMS');
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
  for (const [key, value] of context.obj(options?.field ?? {}).entries()) field.set(key, value);
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
      Contents: PDFHexString.of('0'.repeat((options.room ?? usualRoom) * 2)),
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
