import type { Article } from '../document-text.ts';
import { frenchSpacing } from '../french-spacing.ts';
import { blockHeight, setBlock } from './block.ts';
import { colours, fonts, margins, type Page } from './page-style.ts';

const headingHeight = 18;
const gapAfter = 7;

/** Sets an article under its number. */
export function setArticle(page: Page, { heading, blocks }: Article, number: number): void {
  const top = page.y;
  page.font(fonts.heading).fontSize(10.5).fillColor(colours.accent);
  page.text(frenchSpacing(`Article ${number} – ${heading}`), margins.left, top, { lineBreak: false });
  page.y = top + headingHeight;
  for (const block of blocks) setBlock(page, block);
  page.y += gapAfter;
}

/** Points that `setArticle` will take. */
export function articleHeight(page: Page, { blocks }: Article): number {
  return blocks.reduce((sum, block) => sum + blockHeight(page, block), headingHeight + gapAfter);
}
