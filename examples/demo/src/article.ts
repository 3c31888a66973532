import type { Article } from './document-text.ts';

/** An article of plain paragraphs. */
export function article(heading: string, ...paragraphs: readonly string[]): Article {
  return { heading, blocks: paragraphs.map((text) => ({ kind: 'paragraph', text })) };
}
