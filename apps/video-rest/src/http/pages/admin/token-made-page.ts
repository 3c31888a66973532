import { buttonLink, copyable, facts, html, type Language, notice, type Page, time } from '@campus/pages';
import { addresses } from '../../addresses.ts';
import { adminBreadcrumbs } from './admin-breadcrumbs.ts';
import { tokenWords } from './token-words.ts';

/** Shows the key of a new token, the only time that anything does. */
export function tokenMadePage(view: {
  language: Language;
  timeZone: string;
  /** Public address of the service. */
  base: string;
  key: string;
  token: { username: string; label: string; expiresAt: Date | undefined };
}): Page {
  const { language, timeZone, base, key, token } = view;
  const say = tokenWords[language];
  const { username, label, expiresAt } = token;
  const command = `curl -H 'Authorization: Token ${key}' '${base}${addresses.apiUsers}'`;
  return {
    title: say.made,
    breadcrumbs: adminBreadcrumbs(language, 'tokens'),
    scripts: ['copy.js'],
    main: html`${notice('warning', say.keep)}
<div class="sheet">
<h2>${say.key}</h2>
${copyable(key, { id: 'key', language, label: say.copyKey })}
${facts([
  [say.user, username],
  [say.label, label],
  [say.expiry, time(expiresAt, { language, timeZone })],
])}
<h2>${say.tryIt}</h2>
${copyable(command, { id: 'command', language, label: say.copyCommand })}
</div>
<p class="row">${buttonLink({ text: say.all, href: addresses.tokens }, { kind: 'plain' })}
${buttonLink({ text: say.another, href: addresses.newToken }, { kind: 'plain' })}</p>`,
  };
}
