import {
  badge,
  buttonLink,
  type Html,
  html,
  type Language,
  type Mood,
  outcomeNotice,
  type Page,
  time,
} from '@campus/pages';
import type { ListedToken } from '../../../data/tokens.ts';
import { addresses, tokenRevocationAddress, userAddress } from '../../addresses.ts';
import { type Searched, searchedList } from '../lists/searched-list.ts';
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

/**
 * Tokens, with what there is to do about each.
 *
 * @param view.done  what the reader has just done, as the address says
 */
export function tokenListPage(
  tokens: Searched<ListedToken>,
  { language, timeZone, now, done }: { language: Language; timeZone: string; now: Date; done: unknown },
): Page {
  const say = tokenWords[language];
  const at = (instant: Date | null) => time(instant, { language, timeZone });
  const rows = tokens.rows.map((token) => {
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
  const none = html`<p>${tokens.words === '' ? say.none : say.noneFound(tokens.words)}</p>`;
  const { tokens: title, search: button } = adminWords[language];
  const list = { address: addresses.tokens, label: say.searchHelp, button, caption: title };
  return {
    title,
    breadcrumbs: adminBreadcrumbs(language),
    main: html`${outcomeNotice(done, say.outcomes)}
<p>${buttonLink({ text: say.create, href: addresses.newToken })}</p>
${searchedList({ ...list, headings, rows, none }, tokens, language)}`,
  };
}

function revokeLink(token: ListedToken, language: Language): Html {
  const say = tokenWords[language];
  const link = { text: say.revoke, href: tokenRevocationAddress(token) };
  return buttonLink(link, { kind: 'danger', label: say.revokeNamed(token.keyPrefix) });
}
