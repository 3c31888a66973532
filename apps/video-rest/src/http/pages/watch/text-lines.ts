import { plainText } from '../../../dublin-core/plain-text.ts';

/** Tags that begin or end a line of their own. */
const breaking =
  /<\/?(?:p|div|li|ul|ol|h[1-6]|tr|table|blockquote|pre|section|article|br|hr)(?=[\s/>])[^<>]*>/gi;

/** A character of private use: nothing that reads text takes it for white space. */
const lineEnd = '\uE000';

/**
 * A description as its author wrote it, in lines of plain text: those of a text, those that the blocks of HTML make.
 * At most one empty line in a row, none at the ends.
 */
export function textLines(description: string): string[] {
  const marked = description.replace(breaking, lineEnd);
  const whole = marked === description ? description.replace(/\r\n?|\n/g, lineEnd) : marked;
  const lines = plainText(whole)
    .split(lineEnd)
    .map((line) => line.trim());
  const isKept = (line: string, index: number) => line !== '' || (lines[index - 1] ?? '') !== '';
  const kept = lines.filter(isKept);
  if (kept.at(-1) === '') kept.pop();
  return kept;
}
