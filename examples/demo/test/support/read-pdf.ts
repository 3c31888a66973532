import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The text of each page as a reader would copy it, every run of blanks as one space. */
export async function pageTexts(pdf: Buffer): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  try {
    const document = await task.promise;
    const texts: string[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const { items } = await (await document.getPage(number)).getTextContent();
      const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join('');
      texts.push(text.replace(/\s+/g, ' '));
    }
    return texts;
  } finally {
    await task.destroy();
  }
}
