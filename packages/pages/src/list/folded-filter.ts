import { attributes, type Html, html } from '../html.ts';

/**
 * The filter of a list: folded on a phone as long as nothing is set, in sight where there is room.
 *
 * @param form  with its own `role="search"`
 */
export function foldedFilter({ label, isSet }: { label: string; isSet: boolean }, form: Html): Html {
  return html`<details${attributes({ class: 'filter', open: isSet })}><summary>${label}</summary>${form}</details>`;
}
