import { attributes, type Html, html } from '@campus/pages';

/** A longer text has links alone: marks would make it several times as long. */
const maxMarkedCharacters = 96 * 1024;

/**
 * A value as indented JSON, in which the http and https addresses are links, and names, texts, numbers and words are
 * marked for the style sheet (`api.css`). What is read and copied of it stays the JSON.
 *
 * @param names  what people call the objects at some of the addresses: it is shown beside them
 */
export function linkedJson(value: unknown, names: ReadonlyMap<string, string> = new Map()): Html {
  const text = JSON.stringify(value, null, 2) ?? '';
  const isMarked = text.length <= maxMarkedCharacters;
  let done = 0;
  const parts: (Html | string)[] = [];
  for (const { index, 0: token, groups: { literal, isKey, number } = {} } of text.matchAll(tokens)) {
    const marked = literal ?? token;
    const kind = literal === undefined ? (number === undefined ? 'w' : 'n') : isKey === undefined ? 's' : 'k';
    const address: unknown = kind === 's' ? JSON.parse(marked) : undefined;
    const isLink = typeof address === 'string' && isAddress(address);
    if (!isMarked && !isLink) continue;
    const shown = isLink ? linked(marked, address) : marked;
    const name = isLink ? names.get(address) : undefined;
    parts.push(
      text.slice(done, index),
      html`<span${attributes({ class: kind, 'data-name': name })}>${shown}</span>`,
    );
    done = index + marked.length;
  }
  return html`${parts}${text.slice(done)}`;
}

/** A text of JSON whose content is a link, within its marks of quotation. */
function linked(literal: string, address: string): Html {
  return html`"<a href="${address}" rel="noreferrer">${literal.slice(1, -1)}</a>"`;
}

/** Every text, with the colon after it where it is the name of a member; every number; true, false and null. */
const tokens =
  /(?<literal>"[^"\\]*(?:\\.[^"\\]*)*")(?<isKey>:)?|(?<number>-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)|true|false|null/gi;

function isAddress(text: string): boolean {
  return /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && URL.canParse(text);
}
