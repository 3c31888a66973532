import type { Language } from '@campus/language';
import { copyable, facts, html, notice, type Page, time } from '@campus/pages';
import { paths } from '../pages/open-people.ts';
import { addresses } from './admin-addresses.ts';
import { adminWords } from './admin-words.ts';
import { tokenWords } from './token-words.ts';

/** Shows the key of a new token, the only time that anything does. */
export function tokenMadePage({
  language,
  timeZone,
  base,
  key,
  token,
}: {
  language: Language;
  timeZone: string;
  /** Public address of the service. */
  base: string;
  key: string;
  token: { username: string; label: string; expiresAt: Date | undefined };
}): Page {
  const say = tokenWords[language];
  const common = adminWords[language];
  const { username, label, expiresAt } = token;
  const command = `curl -H 'Authorization: Token ${key}' '${base}${paths.rest}/users/'`;
  return {
    title: say.made,
    breadcrumbs: [
      { text: common.administration, href: addresses.overview },
      { text: common.tokens, href: addresses.tokens },
    ],
    scripts: ['copy.js'],
    main: html`${notice('warning', say.keep)}
<div class="sheet">
<h2>${say.key}</h2>
${copyable(key, { id: 'key', label: say.copyKey, done: say.copied })}
${facts([
  [say.user, username],
  [say.label, label],
  [say.expiry, expiresAt === undefined ? common.never : time(expiresAt, { language, timeZone })],
])}
<h2>${say.tryIt}</h2>
${copyable(command, { id: 'command', label: say.copyCommand, done: say.copied })}
</div>
<p class="row"><a class="button plain" href="${addresses.tokens}">${say.all}</a><a class="button plain" href="${addresses.tokens}add/">${say.another}</a></p>`,
  };
}
