import { submitButton } from './form/controls.ts';
import { type Html, html } from './html.ts';
import type { Language } from './language/language.ts';
import type { Link, Page } from './page.ts';
import { pageWords } from './page-words.ts';
import { buttonLink, notice } from './parts.ts';

/** The way out of a form. */
export function backLink(href: string, language: Language): Html {
  return buttonLink({ text: pageWords[language].back, href }, { kind: 'plain' });
}

/** Asks before something that is not easily undone; a POST to `action` does it. */
export function confirmPage({
  title,
  breadcrumbs,
  problem,
  content,
  csrf,
  fields,
  action,
  button,
  isDangerous = false,
  back,
  language,
}: {
  title: string;
  breadcrumbs: readonly Link[];
  /** Why it was refused, when it was. */
  problem?: string | undefined;
  /** What will happen, to what and to whom. */
  content: Html;
  /** The hidden field of the form; undefined for a reader who cannot send it. */
  csrf: Html | undefined;
  /** What else the form sends. */
  fields?: Html | undefined;
  action: string;
  button: string;
  /** Something is lost by it. */
  isDangerous?: boolean;
  /** Where to go instead. */
  back: string;
  language: Language;
}): Page {
  return {
    title,
    breadcrumbs,
    main: html`<div class="sheet">
${problem !== undefined && notice('bad', problem)}
${content}
<form method="post" action="${action}">${csrf}${fields}
<p class="row">${submitButton(button, { kind: isDangerous ? 'danger' : 'primary' })}${backLink(back, language)}</p>
</form>
</div>`,
  };
}
