import { tokenStateAt, type Visit } from '@campus/accounts';
import {
  badge,
  buttonLink,
  type Html,
  html,
  type Language,
  type Mood,
  outcomeNotice,
  time,
} from '@campus/pages';
import type { SignInRow } from '../../../data/accounts.ts';
import { findTokens, type ListedToken } from '../../../data/tokens.ts';
import { addresses, tokenRevocationAddress, userAddress } from '../../addresses.ts';
import { search, searchedList } from '../lists/searched-list.ts';
import { type AdminDeps, adminBreadcrumbs } from './admin-visit.ts';
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
function stateOf(token: ListedToken, now: Date): TokenState {
  const state = tokenStateAt(now, token);
  if (state !== 'active') return state;
  return token.userIsActive ? 'valid' : 'user deactivated';
}

/** Tokens, with what there is to do about each. */
export async function listTokens(visit: AdminDeps & Visit<SignInRow>): Promise<void> {
  const { lookups, request, reader, answer } = visit;
  const { language } = reader;
  const tokens = await search(request, (asked) => findTokens(lookups, asked));
  const say = tokenWords[language];
  const rows = tokens.rows.map((token) => {
    const state = stateOf(token, reader.now);
    return [
      html`<code>${token.keyPrefix}…</code>`,
      html`<a href="${userAddress({ id: token.userId })}">${token.username}</a>`,
      token.label,
      time(token.createdAt, reader),
      time(token.lastUsedAt, reader),
      time(token.expiresAt, reader),
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
  answer({
    title,
    breadcrumbs: adminBreadcrumbs(language),
    main: html`${outcomeNotice(request.query.done, say.outcomes)}
<p>${buttonLink({ text: say.create, href: addresses.newToken })}</p>
${searchedList({ ...list, headings, rows, none }, tokens, language)}`,
  });
}

function revokeLink(token: ListedToken, language: Language): Html {
  const say = tokenWords[language];
  const link = { text: say.revoke, href: tokenRevocationAddress(token) };
  return buttonLink(link, { kind: 'danger', label: say.revokeNamed(token.keyPrefix) });
}
