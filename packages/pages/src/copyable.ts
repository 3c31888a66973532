import { attributes, type Html, html } from './html.ts';
import type { Language } from './language/language.ts';
import { pageWords } from './page-words.ts';

/**
 * Text to copy, with a button where JavaScript is there (`copy.js`).
 *
 * @param options.label  of the button, where a page has several
 */
export function copyable(
  text: string,
  { id, language, label }: { id: string; language: Language; label?: string | undefined },
): Html {
  const say = pageWords[language];
  const button = { type: 'button', class: 'plain', hidden: true, 'data-copy': id, 'data-done': say.copied };
  return html`<div class="copyable"><pre id="${id}" tabindex="0">${text}</pre>
<button${attributes(button)}>${label ?? say.copy}</button></div>`;
}
