/** PDFs made for tests: good ones by libraries, bad ones by hand. */
import { createCipheriv } from 'node:crypto';
import { deflateRawSync, deflateSync, constants as zlib } from 'node:zlib';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import PDFKit from 'pdfkit';

/**
 * A readable, unencrypted PDF.
 *
 * @param options.bytes           about this size, by an attached stream that nothing shows
 * @param options.crossReference  `table` is the classic form, `stream` the one of PDF 1.5
 */
export async function validPdf({
  pages = 1,
  text = 'Convention de stage',
  bytes = 0,
  crossReference = 'table',
}: {
  pages?: number;
  text?: string;
  bytes?: number;
  crossReference?: 'table' | 'stream';
} = {}): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let page = 1; page <= pages; page += 1)
    document.addPage().drawText(`${text} ${page}`, { font, x: 60, y: 700 });
  if (bytes > 0) document.context.register(document.context.stream(incompressible(bytes)));
  return document.save({ useObjectStreams: crossReference === 'stream' });
}

/** Cannot be opened without its (user) password. */
export function encryptedPdf(): Promise<Uint8Array> {
  return lockedPdf({ userPassword: 'secret of the reader', ownerPassword: 'secret of the owner' });
}

/** Opens for everybody, with restrictions that the owner's password lifts. */
export function ownerLockedPdf(): Promise<Uint8Array> {
  return lockedPdf({ ownerPassword: 'secret of the owner', permissions: { modifying: false } });
}

/** The first half of a PDF. */
export async function truncatedPdf(): Promise<Uint8Array> {
  const whole = await validPdf({ bytes: 20_000 });
  return whole.slice(0, Math.floor(whole.byteLength / 2));
}

/** The same document with a change appended as an incremental update; begins with the bytes given. */
export async function incrementallyUpdated(pdf: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, { forIncrementalUpdate: true });
  document.setSubject('Updated');
  return document.commit();
}

/**
 * A small file whose catalog lies in an object stream that inflates to the size given, twice compressed.
 *
 * Zeros are white space in a PDF, so a parser that looks for the first object reads them all.
 */
export function inflatingPdf({ gibibytes = 4 }: { gibibytes?: number } = {}): Uint8Array {
  // Deflate blocks that end on a byte may be repeated; compressing gigabytes would take the test's time.
  const blockBytes = 16 * 2 ** 20;
  const block = deflateRawSync(new Uint8Array(blockBytes), { finishFlush: zlib.Z_FULL_FLUSH });
  const repeated = Array.from({ length: (gibibytes * 2 ** 30) / blockBytes }, () => block);
  const inner = Buffer.concat([Buffer.from([0x78, 0x9c]), ...repeated, deflateRawSync(new Uint8Array(0))]);
  const stream = deflateSync(inner);
  const objectStream = Buffer.concat([
    latin1(
      `1 0 obj\n<< /Type /ObjStm /N 1 /First 8 /Filter [/FlateDecode /FlateDecode] /Length ${stream.byteLength} >>\n`,
    ),
    latin1('stream\n'),
    stream,
    latin1('\nendstream\nendobj\n'),
  ]);
  const header = latin1('%PDF-1.7\n');
  const startOfTable = header.byteLength + objectStream.byteLength;
  const entries = [
    entry(0, 0, 65535),
    entry(1, header.byteLength, 0),
    entry(2, 1, 0),
    entry(1, startOfTable, 0),
  ];
  return Buffer.concat([
    header,
    objectStream,
    latin1('3 0 obj\n<< /Type /XRef /Size 4 /W [1 4 2] /Root 2 0 R /Length 28 >>\nstream\n'),
    ...entries,
    latin1(`\nendstream\nendobj\nstartxref\n${startOfTable}\n%%EOF\n`),
  ]);
}

/**
 * A PDF from the text of its objects, numbered from 1, the first one its catalog; with a classic table.
 */
export function handWrittenPdf(objects: string[]): Uint8Array {
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const startOfTable = text.length;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\n`;
  return latin1(`${text}startxref\n${startOfTable}\n%%EOF\n`);
}

/** Bytes that no compression shortens, the same in every run. */
function incompressible(length: number): Uint8Array {
  return createCipheriv('aes-128-ctr', new Uint8Array(16), new Uint8Array(16)).update(new Uint8Array(length));
}

async function lockedPdf(options: PDFKit.PDFDocumentOptions): Promise<Uint8Array> {
  const document = new PDFKit(options);
  document.text('Convention de stage');
  document.end();
  const pieces: Uint8Array[] = [];
  for await (const piece of document) pieces.push(piece as Uint8Array);
  return Buffer.concat(pieces);
}

function entry(type: number, first: number, second: number): Uint8Array {
  const bytes = Buffer.alloc(7);
  bytes.writeUInt8(type, 0);
  bytes.writeUInt32BE(first, 1);
  bytes.writeUInt16BE(second, 5);
  return bytes;
}

function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}
