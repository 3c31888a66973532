import { attributes, type Html, html } from '../html.ts';
import type { Language } from '../language/language.ts';
import { type Count, countText } from './pager.ts';

/** A part of a list, such as what is in one state. */
export interface Tab {
  text: string;
  href: string;
  /** How many rows it has; absent where nobody has counted. */
  count?: Count | undefined;
  isOpen: boolean;
}

/** The parts of a list beside each other, one of which is open. */
export function tabs(all: readonly Tab[], { label, language }: { label: string; language: Language }): Html {
  return html`<nav class="tabs" aria-label="${label}"><ul>${all.map(
    ({ text, href, count, isOpen }) =>
      html`<li><a${attributes({ href, 'aria-current': isOpen ? 'page' : undefined })}>${text}${
        count !== undefined && html` <span class="count">${countText(count, language)}</span>`
      }</a></li>`,
  )}</ul></nav>`;
}

/**
 * The filter of a list: folded on a phone as long as nothing is set, in sight where there is room.
 *
 * @param form  with its own `role="search"`
 */
export function foldedFilter({ label, isSet }: { label: string; isSet: boolean }, form: Html): Html {
  return html`<details${attributes({ class: 'filter', open: isSet })}><summary>${label}</summary>${form}</details>`;
}
