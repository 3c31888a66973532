import { type Html, html } from '@campus/pages';

/** A value as indented JSON, in which the http and https addresses are links. */
export function linkedJson(value: unknown): Html {
  const text = JSON.stringify(value, null, 2) ?? '';
  let done = 0;
  const parts: (Html | string)[] = [];
  for (const { index, groups: { literal = '', isKey } = {} } of text.matchAll(strings)) {
    const address: unknown = JSON.parse(literal);
    if (isKey !== undefined || typeof address !== 'string' || !isAddress(address)) continue;
    const from = index + 1;
    const to = index + literal.length - 1;
    parts.push(
      text.slice(done, from),
      html`<a href="${address}" rel="noreferrer">${text.slice(from, to)}</a>`,
    );
    done = to;
  }
  return html`${parts}${text.slice(done)}`;
}

/** Every text, and the colon after it where it is the name of a member. */
const strings = /(?<literal>"[^"\\]*(?:\\.[^"\\]*)*")(?<isKey>:)?/g;

function isAddress(text: string): boolean {
  return /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && URL.canParse(text);
}
