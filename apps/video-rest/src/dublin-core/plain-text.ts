import { decodeHtmlEntities } from './decode-html-entities.ts';
import { writableText } from './writable-text.ts';

/** Elements within a line: without their tags the words beside them stay together. */
const inline = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
);

/** `<p>`, `</p>`, `<br/>`, `<o:p>`, `<!doctype html>`; not `<3`, `a <b`, `<ada@example.org>` or `<https://example.org>`. */
const tag = /<[/!?]?([a-z][a-z\d-]*(?::[a-z][a-z\d-]*)?)(?=[\s/>])[^<>]*>/gi;

/**
 * HTML, or text that only looks a little like it, as one line of text for XML: tags stripped, entities decoded,
 * runs of white space collapsed. What was escaped stays (`&lt;b&gt;` reads `<b>`), and so does a `<` that opens
 * no tag.
 *
 * Takes time in proportion to the length, whatever the text: no tag reaches over another `<`, and a comment that
 * is not closed reaches to the end, as in a browser.
 */
export function plainText(html: string): string {
  return writableText(decodeHtmlEntities(withoutTags(html)))
    .replace(/\s{2,}|[^\S ]/g, ' ')
    .trim();
}

function withoutTags(html: string): string {
  if (!html.includes('<')) return html;
  return html
    .replace(/<!--.*?(?:-->|$)/gs, '')
    .replace(tag, (_tag, name: string) => (inline.has(name.toLowerCase()) ? '' : ' '));
}

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
