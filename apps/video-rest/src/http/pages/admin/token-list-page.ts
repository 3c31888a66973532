import {
  badge,
  buttonLink,
  type Html,
  html,
  type Language,
  type Mood,
  outcomeNotice,
  type Page,
  pager,
  submitButton,
  table,
  textField,
  time,
  withQuery,
} from '@campus/pages';
import type { ListedToken } from '../../../data/tokens.ts';
import { addresses, tokenRevocationAddress, userAddress } from '../../addresses.ts';
import { adminBreadcrumbs } from './admin-breadcrumbs.ts';
import { adminWords } from './admin-words.ts';
import { tokenWords } from './token-words.ts';

type TokenState = keyof (typeof tokenWords)['en']['states'];

const moods = {
  valid: 'good',
  revoked: 'info',
  expired: 'warning',
  'user deactivated': 'warning',
} satisfies Record<TokenState, Mood>;

/** Whether a key is let in, and why not. */
function tokenState({ revokedAt, expiresAt, userIsActive }: ListedToken, now: Date): TokenState {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt !== null && expiresAt <= now) return 'expired';
  return userIsActive ? 'valid' : 'user deactivated';
}

/** Tokens, with what there is to do about each. */
export function tokenListPage(view: {
  language: Language;
  timeZone: string;
  now: Date;
  /** That were searched for; empty: all tokens. */
  words: string;
  page: number;
  tokens: readonly ListedToken[];
  hasNext: boolean;
  /** What the reader has just done, as the address says. */
  done: unknown;
}): Page {
  const { language, timeZone, now, words, page, tokens, hasNext, done } = view;
  const say = tokenWords[language];
  const common = adminWords[language];
  const at = (instant: Date | null) => time(instant, { language, timeZone });
  const rows = tokens.map((token) => {
    const state = tokenState(token, now);
    return [
      html`<code>${token.keyPrefix}…</code>`,
      html`<a href="${userAddress({ id: token.userId })}">${token.username}</a>`,
      token.label,
      at(token.createdAt),
      at(token.lastUsedAt),
      at(token.expiresAt),
      badge(moods[state], say.states[state]),
      state !== 'revoked' && revokeLink(token, language),
    ];
  });
  const headings = [
    say.key,
    say.user,
    say.label,
    say.created,
    say.lastUsed,
    say.expiry,
    say.state,
    say.actions,
  ];
  const none = words === '' ? say.none : say.noneFound(words);
  return {
    title: common.tokens,
    breadcrumbs: adminBreadcrumbs(language),
    main: html`${outcomeNotice(done, say.outcomes)}
<p>${buttonLink({ text: say.create, href: addresses.newToken })}</p>
<form class="row" role="search" method="get" action="${addresses.tokens}">
${textField({ name: 'q', label: say.searchHelp, type: 'search', value: words })}
${submitButton(common.search, { kind: 'plain' })}
</form>
${rows.length === 0 ? html`<p>${none}</p>` : table({ caption: common.tokens, headings, rows })}
${pager({ page, hasNext, language, addressOf: (to) => withQuery(addresses.tokens, { q: words, page: to }) })}`,
  };
}

function revokeLink(token: ListedToken, language: Language): Html {
  const say = tokenWords[language];
  const link = { text: say.revoke, href: tokenRevocationAddress(token) };
  return buttonLink(link, { kind: 'danger', label: say.revokeNamed(token.keyPrefix) });
}
