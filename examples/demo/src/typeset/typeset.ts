import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import type { DocumentText, Party } from '../document-text.ts';
import { frenchSpacing } from '../french-spacing.ts';
import { articleHeight, setArticle } from './article.ts';
import { setBlock } from './block.ts';
import { colours, fonts, keepTogether, margins, type Page, textWidth } from './page-style.ts';
import { setSignatures, signaturesHeight } from './signatures.ts';

const closingHeight = 30;

/**
 * Sets a document in type on A4 pages: heading, parties, numbered articles, signature boxes, page numbers.
 * It knows how things look and no word of what they say.
 *
 * @returns the bytes of a PDF; equal texts give equal bytes
 */
export async function typeset(text: DocumentText): Promise<Buffer> {
  const drawnUpAt = new Date(`${text.drawnUpOn}T00:00:00Z`);
  const page = new PDFDocument({
    size: 'A4',
    margins,
    pdfVersion: '1.7',
    lang: 'fr-FR',
    displayTitle: true,
    // The foot of a page can only be set when the number of pages is known.
    bufferPages: true,
    // The file's identifier is made from these, so nothing in it depends on the clock.
    info: { Title: text.title, Author: text.author, CreationDate: drawnUpAt, ModDate: drawnUpAt },
  });
  const bytes = buffer(page);
  setHeading(page, text);
  for (const party of text.parties) setParty(page, party);
  page.y += 6;
  setArticles(page, text);
  setClosing(page, text.closing);
  setSignatures(page, text.signatures);
  setFooters(page, text.footer);
  page.end();
  return await bytes;
}

function setHeading(page: Page, { author, heading, subtitle }: DocumentText): void {
  page
    .font(fonts.label)
    .fontSize(9)
    .fillColor(colours.label)
    .text(author.toUpperCase(), { characterSpacing: 1 });
  page.moveDown(0.5);
  page.font(fonts.heading).fontSize(21).fillColor(colours.accent).text(frenchSpacing(heading));
  page.moveDown(0.15);
  page.font(fonts.label).fontSize(9.5).fillColor(colours.label).text(frenchSpacing(subtitle));
  page.moveDown(0.8);
  page.lineWidth(1.2).strokeColor(colours.accent);
  page
    .moveTo(margins.left, page.y)
    .lineTo(page.page.width - margins.right, page.y)
    .stroke();
  page.moveDown(1);
}

function setParty(page: Page, { heading, facts }: Party): void {
  page
    .font(fonts.heading)
    .fontSize(10)
    .fillColor(colours.accent)
    .text(frenchSpacing(heading), margins.left, page.y);
  page.moveDown(0.3);
  setBlock(page, { kind: 'facts', facts });
  page.y += 3;
}

/** An article is not torn across two pages, and the last one stays with the signatures: nobody signs a blank page. */
function setArticles(page: Page, { articles, signatures }: DocumentText): void {
  for (const [index, article] of articles.entries()) {
    const isLast = index === articles.length - 1;
    const after = isLast ? closingHeight + signaturesHeight(signatures) : 0;
    keepTogether(page, articleHeight(page, article) + after);
    setArticle(page, article, index + 1);
  }
}

function setClosing(page: Page, closing: string): void {
  const top = page.y + 6;
  page.font(fonts.text).fontSize(10.5).fillColor(colours.text);
  page.text(frenchSpacing(closing), margins.left, top, { lineBreak: false });
  page.y = top + closingHeight - 6;
}

function setFooters(page: Page, footer: string): void {
  const { start, count } = page.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    page.switchToPage(index);
    // Text below the bottom margin would start a new page.
    page.page.margins.bottom = 0;
    const top = page.page.height - 40;
    const line = { width: textWidth(page), lineBreak: false };
    page.font(fonts.label).fontSize(8).fillColor(colours.label);
    page.text(frenchSpacing(footer), margins.left, top, line);
    page.text(`Page ${index + 1} / ${count}`, margins.left, top, { ...line, align: 'right' });
  }
}
