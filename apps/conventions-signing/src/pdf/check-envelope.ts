/**
 * Whether the bytes begin and end as a PDF does, without parsing what lies between.
 *
 * Readers repair a file that was cut off: pdfjs then looks for objects from the start and opens what it finds.
 * A signed document must be whole, so the end is checked here. What a mail gateway or a web server adds
 * around a whole file is tolerated to the extent that readers tolerate it.
 */
import { PdfRefusal } from './pdf-refusal.ts';

// ISO 32000-1 annex H.3, notes 13 and 18: readers take a header within the first 1,024 bytes
// and want `%%EOF` within the last 1,024.
const toleratedBytes = 1024;

/**
 * Looks at 1 KiB at each end only, so that no size or content makes it slow.
 *
 * @throws PdfRefusal  `not_a_pdf`: empty, without header, or cut off
 */
export function checkEnvelope(bytes: Uint8Array): void {
  if (bytes.byteLength === 0) throw new PdfRefusal('not_a_pdf', 'The file is empty; send a PDF.');
  const header = '%PDF-';
  const start = latin1(bytes.subarray(0, toleratedBytes + header.length));
  if (!start.includes(header)) {
    throw new PdfRefusal('not_a_pdf', `This is not a PDF: "${header}" is missing at its beginning.`);
  }
  const flaw = flawOfEnding(bytes);
  if (flaw !== undefined) {
    throw new PdfRefusal('not_a_pdf', `The PDF is not complete: ${flaw}. Send the whole file.`);
  }
}

/** ISO 32000-1 §7.5.5: `startxref`, the offset of the last cross-reference section, `%%EOF`. */
function flawOfEnding(bytes: Uint8Array): string | undefined {
  const end = latin1(bytes.subarray(-toleratedBytes));
  const markerAt = end.lastIndexOf('%%EOF');
  if (markerAt === -1) return 'it does not end with "%%EOF"';

  // An update that follows a complete revision (§7.5.6) begins with an object or with its cross-reference
  // table: here it was cut before its own end, perhaps in the middle of the first object's number.
  const after = end.slice(markerAt + '%%EOF'.length);
  if (/^\s*(\d|xref)|\d\s+\d+\s+obj/.test(after))
    return 'something begins after its last "%%EOF" and does not end';

  const trailerAt = Math.max(0, bytes.byteLength - toleratedBytes) + markerAt;
  const trailer = latin1(bytes.subarray(Math.max(0, trailerAt - toleratedBytes), trailerAt));
  const offset = /startxref\s+(\d{1,15})(?!.*startxref)/s.exec(trailer)?.[1];
  if (offset === undefined) return 'the "startxref" with its number is missing before the last "%%EOF"';
  // 0 ends the first section of a linearized file (annex F.3.4), never the file.
  if (Number(offset) === 0 || Number(offset) >= trailerAt)
    return `"startxref ${offset}" points outside the file`;
  return undefined;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
