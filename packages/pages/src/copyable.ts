import { attributes } from './attributes.ts';
import { type Html, html } from './html.ts';
import type { Language } from './language/language.ts';

const words = {
  en: { copy: 'Copy', copied: 'Copied' },
  fr: { copy: 'Copier', copied: 'Copié' },
} satisfies Record<Language, { copy: string; copied: string }>;

/**
 * Text to copy, with a button where JavaScript is there (`copy.js`).
 *
 * @param options.label  of the button, where a page has several
 */
export function copyable(
  text: string,
  { id, language, label }: { id: string; language: Language; label?: string | undefined },
): Html {
  const say = words[language];
  const button = { type: 'button', class: 'plain', hidden: true, 'data-copy': id, 'data-done': say.copied };
  return html`<div class="copyable"><pre id="${id}" tabindex="0">${text}</pre>
<button${attributes(button)}>${label ?? say.copy}</button></div>`;
}
