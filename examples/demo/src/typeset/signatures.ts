import type { SignatureBox } from '../document-text.ts';
import { frenchSpacing } from '../french-spacing.ts';
import { colours, fonts, margins, type Page, textWidth } from './page-style.ts';

const columns = 2;
const boxHeight = 92;
const gap = 12;
const padding = 10;

/** Points that `setSignatures` will take. */
export function signaturesHeight(signatures: readonly SignatureBox[]): number {
  return Math.ceil(signatures.length / columns) * (boxHeight + gap);
}

/** A box for each signatory, two in a row, with room for a date and a signature. */
export function setSignatures(page: Page, signatures: readonly SignatureBox[]): void {
  const top = page.y;
  const width = (textWidth(page) - gap * (columns - 1)) / columns;
  for (const [index, signature] of signatures.entries()) {
    setBox(page, signature, {
      left: margins.left + (index % columns) * (width + gap),
      top: top + Math.floor(index / columns) * (boxHeight + gap),
      width,
    });
  }
}

interface Place {
  left: number;
  top: number;
  width: number;
}

function setBox(page: Page, { role, name }: SignatureBox, { left, top, width }: Place): void {
  const inside = { width: width - 2 * padding, height: 12, ellipsis: true };
  page.lineWidth(0.75).strokeColor(colours.line).rect(left, top, width, boxHeight).stroke();
  page.font(fonts.label).fontSize(8.5).fillColor(colours.label);
  page.text(frenchSpacing(role), left + padding, top + 9, inside);
  page.font(fonts.strong).fontSize(10.5).fillColor(colours.text);
  page.text(name, left + padding, top + 22, inside);
  page.font(fonts.label).fontSize(7.5).fillColor(colours.label);
  page.text('Date et signature', left + padding, top + boxHeight - 16, inside);
}
