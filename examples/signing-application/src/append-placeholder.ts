import { randomUUID } from 'node:crypto';
import { PDFDocument, PDFHexString, PDFName, PDFNumber, PDFString } from '@cantoo/pdf-lib';

// Measured: 1.1 KB with one test certificate and its issuer; a real chain with a time-stamp takes several KB.
const reservedBytes = 8192;
// Ten digits: room for any offset that a cross-reference table can name.
const unknownOffset = 9_999_999_999;

interface PreparedPdf {
  /** With the final `ByteRange`; zeros where the signature goes. */
  bytes: Buffer;
  /** Where that is: from the `<` of the hexadecimal string to behind its `>`. */
  contents: { start: number; end: number };
}

/**
 * Appends a signature field whose value covers the whole new file except its own `Contents`.
 *
 * @see ISO 32000-1 §12.8.1: `ByteRange` is two spans, and the gap between them is exactly the `Contents` string
 */
export async function appendPlaceholder(
  pdf: Uint8Array,
  { name, signedAt }: { name: string; signedAt: Date },
): Promise<PreparedPdf> {
  const document = await PDFDocument.load(pdf, { forIncrementalUpdate: true, updateMetadata: false });
  const { context, catalog } = document;
  const page = document.getPage(0);

  const signature = context.register(
    context.obj({
      Type: 'Sig',
      Filter: 'Adobe.PPKLite',
      SubFilter: 'adbe.pkcs7.detached',
      ByteRange: [0, unknownOffset, unknownOffset, unknownOffset],
      Contents: PDFHexString.of('0'.repeat(reservedBytes * 2)),
      Name: PDFHexString.fromText(name),
      M: PDFString.fromDate(signedAt),
    }),
  );
  const field = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      T: PDFString.of(`Signature-${randomUUID()}`),
      V: signature,
      P: page.ref,
      Rect: [0, 0, 0, 0],
      // Printed, and not to be moved: what a form tool would set (§12.5.3).
      F: 132,
    }),
  );
  page.node.addAnnot(field);
  const form = catalog.getOrCreateAcroForm();
  form.addField(field);
  // There are signatures, and the file may only be appended to (§12.7.2).
  form.dict.set(PDFName.of('SigFlags'), PDFNumber.of(3));

  const bytes = Buffer.from(await document.commit({ useObjectStreams: hasCrossReferenceStream(pdf) }));
  return fillByteRange(bytes, pdf.byteLength);
}

/** An update goes on in the form that the file has: a table after a stream, or the reverse, confuses readers. */
function hasCrossReferenceStream(pdf: Uint8Array): boolean {
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const offset = /startxref\s+(\d+)/.exec(file.toString('latin1', file.lastIndexOf('startxref')))?.[1];
  return !/^\s*xref/.test(file.toString('latin1', Number(offset), Number(offset) + 16));
}

/** @param from  where the update begins; before it are the signatures of others */
function fillByteRange(bytes: Buffer, from: number): PreparedPdf {
  const zeros = `<${'0'.repeat(reservedBytes * 2)}>`;
  const start = bytes.indexOf(zeros, from, 'latin1');
  const range = /\[\s*0\s+9{10}\s+9{10}\s+9{10}\s*\]/.exec(bytes.toString('latin1', from));
  if (start === -1 || range === null) throw new Error('The placeholder is not where it was written');
  const end = start + zeros.length;

  const actual = `[0 ${start} ${end} ${bytes.byteLength - end}]`;
  // Padded with blanks, so that no offset moves.
  bytes.write(actual.padEnd(range[0].length), from + range.index, 'latin1');
  return { bytes, contents: { start, end } };
}
