import type { Block, Fact } from '../document-text.ts';
import { frenchSpacing } from '../french-spacing.ts';
import { colours, fonts, margins, type Page, textWidth } from './page-style.ts';

const textSize = 10.5;
const labelSize = 8.5;
const labelWidth = 112;
const itemIndent = 14;
const lineGap = 1.5;
const gapAfter = 4;

/** Sets a paragraph, a list or a table of facts, and leaves a small gap after it. */
export function setBlock(page: Page, block: Block): void {
  for (const line of linesOf(page, block)) setLine(page, line);
  page.y += gapAfter;
}

/** Points that `setBlock` will take. */
export function blockHeight(page: Page, block: Block): number {
  const heights = linesOf(page, block).map((line) => lineHeight(page, line));
  return heights.reduce((sum, height) => sum + height, gapAfter);
}

/** Text with what stands in the margin before it: nothing, the dash of a list, the label of a fact. */
interface Line {
  mark: string;
  markFont: string;
  markSize: number;
  text: string;
  indent: number;
}

function linesOf(page: Page, block: Block): Line[] {
  const dash = { mark: '–', markFont: fonts.text, markSize: textSize, indent: itemIndent };
  switch (block.kind) {
    case 'paragraph':
      return [{ ...dash, mark: '', text: frenchSpacing(block.text), indent: 0 }];
    case 'list':
      return block.items.map((item) => ({ ...dash, text: frenchSpacing(item) }));
    case 'facts':
      return block.facts.map((fact) => factLine(fact, Math.min(labelWidth, textWidth(page) / 3)));
  }
}

function factLine([label, value]: Fact, indent: number): Line {
  return { mark: label, markFont: fonts.label, markSize: labelSize, text: frenchSpacing(value), indent };
}

function setLine(page: Page, { mark, markFont, markSize, text, indent }: Line): void {
  const top = page.y;
  if (mark !== '') {
    page.font(markFont).fontSize(markSize).fillColor(colours.label);
    // Smaller type starts lower, so that both stand on one baseline.
    page.text(mark, margins.left, top + (textSize - markSize) * 0.8, { lineBreak: false });
  }
  page.font(fonts.text).fontSize(textSize).fillColor(colours.text);
  page.text(text, margins.left + indent, top, { width: textWidth(page) - indent, lineGap });
}

function lineHeight(page: Page, { text, indent }: Line): number {
  page.font(fonts.text).fontSize(textSize);
  return page.heightOfString(text, { width: textWidth(page) - indent, lineGap });
}
