import type { Link } from '@campus/pages';
import { html, notice, type Page, submitButton } from '@campus/pages';
import { csrfOf, localAddress, type Sight } from './sight.ts';
import { words } from './words.ts';

/** What somebody is asked before it is done; a POST to the same address does it. */
export interface Question {
  title: string;
  /** What will happen. */
  sentence: string;
  button: string;
  /** Something is lost by it. */
  isDangerous: boolean;
  /** Where to go instead. */
  cancel: string;
  breadcrumbs: readonly Link[];
}

export function questionPage<Services>(
  { title, sentence, button, isDangerous, cancel, breadcrumbs }: Question,
  sight: Sight<Services>,
): Page {
  const say = words[sight.language];
  const main = html`${notice(isDangerous ? 'warning' : 'info', html`<p>${sentence}</p>`)}
<form method="post" action="${localAddress(sight.request.originalUrl)}">${csrfOf(sight)}
<div class="row">${submitButton(button, { kind: isDangerous ? 'danger' : 'primary' })}
<a class="button plain" href="${cancel}">${say.cancel}</a></div></form>`;
  return { title, breadcrumbs, main };
}
