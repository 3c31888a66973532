/**
 * How every page looks. Only the standard fonts are used: they need no font file, and their character set
 * (Windows-1252) holds all of French.
 */
export const margins = { top: 56, bottom: 64, left: 62, right: 62 };
export const fonts = {
  text: 'Times-Roman',
  strong: 'Times-Bold',
  label: 'Helvetica',
  heading: 'Helvetica-Bold',
};
export const colours = { text: '#1c1c1c', label: '#5b6470', accent: '#1f3a5f', line: '#b8c2cc' };

export type Page = PDFKit.PDFDocument;

/** Points between the margins. */
export function textWidth(page: Page): number {
  return page.page.width - margins.left - margins.right;
}

/** Starts a new page when the next `height` points would not fit on this one. */
export function keepTogether(page: Page, height: number): void {
  if (page.y + height > page.page.height - margins.bottom) page.addPage();
}
