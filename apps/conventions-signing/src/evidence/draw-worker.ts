/** The thread of `draw-apart.ts`: one sheet in, its PDF out. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import PDFDocument from 'pdfkit';
import type { Block, Row, Sheet } from './sheet.ts';

/** DejaVu has the letters of every language of Europe, and its fonts are embedded. */
const fonts = path.join(
  path.dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')),
  'ttf',
);
const faces = {
  text: { font: path.join(fonts, 'DejaVuSansCondensed.ttf'), size: 9, color: '#1b1f24' },
  strong: { font: path.join(fonts, 'DejaVuSansCondensed-Bold.ttf'), size: 9, color: '#1b1f24' },
  quiet: { font: path.join(fonts, 'DejaVuSansCondensed.ttf'), size: 8, color: '#57606a' },
  code: { font: path.join(fonts, 'DejaVuSansMono.ttf'), size: 7, color: '#57606a' },
  title: { font: path.join(fonts, 'DejaVuSansCondensed-Bold.ttf'), size: 20, color: '#0b3d6e' },
  heading: { font: path.join(fonts, 'DejaVuSansCondensed-Bold.ttf'), size: 12, color: '#0b3d6e' },
} as const;
type Face = keyof typeof faces;

/** In points, on A4. */
const margin = { left: 56, right: 56, top: 56, bottom: 64 };
const labelWidth = 150;
const gap = 14;
const lineGap = 1.5;
const rowGap = 7;
const mostTogether = 260;
const rule = '#d0d7de';

/** Draws a sheet as PDF, with its fonts; memory grows with its length. */
async function drawSheet(sheet: Sheet, { madeAt }: { madeAt: Date }): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margins: margin,
    bufferPages: true,
    lang: sheet.language,
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: `${sheet.title} · ${sheet.subtitle}`, CreationDate: madeAt, ModDate: madeAt },
  });
  const pieces: Buffer[] = [];
  const isDrawn = new Promise<void>((resolve, reject) => {
    doc
      .on('data', (piece: Buffer) => pieces.push(piece))
      .on('end', resolve)
      .on('error', reject);
  });
  const width = doc.page.width - margin.left - margin.right;
  put(doc, 'title', sheet.title, { width });
  doc.moveDown(0.15);
  put(doc, 'text', sheet.subtitle, { width });
  for (const block of sheet.blocks) drawBlock(doc, block, width);
  numberPages(doc, sheet);
  doc.end();
  await isDrawn;
  return Buffer.concat(pieces);
}

type Doc = InstanceType<typeof PDFDocument>;

function drawBlock(doc: Doc, block: Block, width: number): void {
  if (block.kind === 'text') {
    doc.moveDown(0.4);
    put(doc, 'text', block.text, { width });
    doc.moveDown(0.4);
  } else if (block.kind === 'heading') {
    doc.moveDown(1.4);
    // Never alone at the foot of a page.
    if (doc.y > bottomOf(doc) - 70) doc.addPage();
    put(doc, 'heading', block.text, { width });
    doc.y += 3;
  } else {
    for (const row of block.rows) drawRow(doc, row, width);
  }
}

function drawRow(doc: Doc, { label, lines }: Row, width: number): void {
  const left = margin.left + labelWidth + gap;
  const valueWidth = width - labelWidth - gap;
  const heights = lines.map((line) => heightOf(doc, line.as ?? 'text', line.text, valueWidth));
  const whole = heights.reduce((sum, height) => sum + height, rowGap);
  // In one piece, unless it is longer than that is worth.
  const together = whole <= mostTogether ? whole : rowGap + (heights[0] ?? 0);
  if (doc.y + Math.max(together, heightOf(doc, 'quiet', label, labelWidth)) > bottomOf(doc)) doc.addPage();
  doc
    .moveTo(margin.left, doc.y)
    .lineTo(margin.left + width, doc.y)
    .lineWidth(0.5)
    .stroke(rule);
  doc.y += rowGap / 2;
  const top = doc.y;
  const page = doc.page;
  put(doc, 'quiet', label, { width: labelWidth, x: margin.left });
  const below = doc.y;
  doc.y = top;
  for (const { text, as = 'text' } of lines) {
    if (doc.y + heightOf(doc, as, text, valueWidth) > bottomOf(doc)) doc.addPage();
    put(doc, as, text, { width: valueWidth, x: left });
  }
  // A row that went over to another page ends where its lines do.
  if (doc.page === page) doc.y = Math.max(below, doc.y);
  doc.y += rowGap / 2;
}

function bottomOf(doc: Doc): number {
  return doc.page.height - margin.bottom;
}

function heightOf(doc: Doc, face: Face, text: string, width: number): number {
  const { font, size } = faces[face];
  return doc.font(font).fontSize(size).heightOfString(text, { width, lineGap });
}

function put(
  doc: Doc,
  face: Face,
  text: string,
  { width, x = margin.left }: { width: number; x?: number },
): void {
  const { font, size, color } = faces[face];
  doc.font(font).fontSize(size).fillColor(color).text(text, x, doc.y, { width, lineGap });
}

function numberPages(doc: Doc, { foot, pageOf }: Sheet): void {
  const { start, count } = doc.bufferedPageRange();
  const { font, size, color } = faces.quiet;
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(start + index);
    // Below the margin, where text would begin another page.
    doc.page.margins.bottom = 0;
    const y = doc.page.height - margin.bottom + 22;
    const width = doc.page.width - margin.left - margin.right;
    doc.font(font).fontSize(size).fillColor(color);
    doc.text(foot, margin.left, y, { width: width - 80, height: 12, ellipsis: true, lineBreak: false });
    const number = pageOf.replace('{page}', String(index + 1)).replace('{pages}', String(count));
    doc.text(number, margin.left, y, { width, align: 'right', lineBreak: false });
  }
}

const pdf = await drawSheet(workerData.sheet, { madeAt: workerData.madeAt });
parentPort?.postMessage(pdf);
