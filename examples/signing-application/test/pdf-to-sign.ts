import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';

/** A PDF as an institution might register it, with its cross-references in a classic table or in a stream. */
export async function pdfToSign(crossReference: 'table' | 'stream' = 'table'): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  document.addPage().drawText('Convention de stage', { font, x: 60, y: 700 });
  return document.save({ useObjectStreams: crossReference === 'stream' });
}
