import { attributes, type Html, html } from './html.ts';
import type { Link } from './page.ts';

/**
 * A link that looks like a button: where it leads, something can be done.
 *
 * @param options.label  what it says where the text alone does not tell, such as in the rows of a table
 */
export function buttonLink(
  { text, href }: Link,
  {
    kind = 'primary',
    id,
    label,
  }: { kind?: 'primary' | 'plain' | 'danger'; id?: string | undefined; label?: string | undefined } = {},
): Html {
  return html`<a${attributes({ class: `button ${kind}`, id, href, 'aria-label': label })}>${text}</a>`;
}
