import * as accounts from '@campus/accounts';
import type { Queryable } from '@campus/database';
import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import { baseOf, parseDay, Refusal } from '@campus/rest';
import express, { type Router } from 'express';
import { AccountError } from '../../../accounts/account-error.ts';
import { createToken, revokeToken } from '../../../accounts/tokens.ts';
import { findAccounts, type SignInRow } from '../../../data/accounts.ts';
import { findToken, findTokens, type ListedToken } from '../../../data/tokens.ts';
import { addresses, tokenRevocationAddress, userAddress } from '../../addresses.ts';
import { queryText, search, searchedList } from '../lists/searched-list.ts';
import { type AdminDeps, adminBreadcrumbs, onlyIds } from './admin-visit.ts';
import { adminWords } from './admin-words.ts';
import { tokenWords } from './token-words.ts';

/** Access tokens: the list, a new one, its end. A key is shown by the answer that makes it and by nothing else. */
export function tokenRoutes(deps: AdminDeps): Router {
  const router = express.Router();
  const { add, revoke } = accounts.tokenRoutes(deps, tokens);
  router.param('id', onlyIds);
  // Addresses of platforms of this kind that guides and clients link to, with `?q=`.
  router.get(['/token', '/tokenproxy'], (request, response) => {
    response.redirect(301, ui.withQuery(addresses.tokens, { q: queryText(request, 'q') }));
  });
  router.get('/', accounts.visitsWith(deps)(listTokens));
  router.get('/add', add.get).post('/add', ...add.post);
  router.get('/:id/revoke', revoke.get).post('/:id/revoke', ...revoke.post);
  return router;
}

/** What somebody has typed so far. */
interface TypedToken {
  /** User name. */
  user: string;
  /** That a user is searched by. */
  userWords: string;
  label: string;
  /** A day, `2027-01-31`. */
  expires: string;
}

// As many as `search-select.js` asks for.
const shownChoices = 20;

const tokens: accounts.TokenPages<TypedToken, ListedToken, AdminDeps> = {
  addresses: { list: addresses.tokens, after: (done) => `${addresses.tokens}?done=${done}` },
  untyped: (request) => ({ user: queryText(request, 'user'), userWords: '', label: '', expires: '' }),
  typedIn(request) {
    const clean = (name: string) => accounts.formText(request, name).replace(/\0/g, '').trim();
    return {
      user: clean('user'),
      userWords: clean(ui.searchWordsName('user')),
      label: accounts.formText(request, 'label').trim(),
      expires: clean('expires'),
    };
  },
  isSearch: (request) => accounts.formText(request, ui.searchButtonName) !== '',
  form: tokenForm,
  problemsOf({ user, expires }, { language, timeZone }) {
    const say = tokenWords[language];
    return {
      ...(user === '' ? { user: [say.chooseUser] } : {}),
      ...(endOfDay(expires, timeZone) === null ? { expires: [say.noDay] } : {}),
    };
  },
  async make(visit, { user: username, label, expires }) {
    const { db, reader } = visit;
    const expiresAt = endOfDay(expires, reader.timeZone) ?? undefined;
    const made = { username, label, ...(expiresAt === undefined ? {} : { expiresAt }) };
    const { key } = await createToken(db, { ...made, by: accounts.actorOf(visit), now: reader.now });
    return tokenMadePage(reader, {
      base: baseOf(visit.request, visit),
      key,
      token: { username, label, expiresAt },
    });
  },
  problemsIn: accounts.problemsAt(AccountError, {
    user_not_found: 'user',
    invalid_label: 'label',
    expiry_in_past: 'expires',
  }),
  async find({ db }, request) {
    const token = await findToken(db.pool, Number(request.params.id));
    if (token === null) throw new Refusal('not_found');
    return token;
  },
  revocation(token, language) {
    const say = tokenWords[language];
    return {
      title: say.revokeTitle,
      breadcrumbs: adminBreadcrumbs(language, 'tokens'),
      content: html`${ui.facts([
        [say.key, html`<code>${token.keyPrefix}…</code>`],
        [say.user, token.username],
        [say.label, token.label],
      ])}
<p>${say.revokeMeans}</p>`,
      action: tokenRevocationAddress(token),
      button: say.revoke,
    };
  },
  revoke: (visit, { id }) =>
    revokeToken(visit.db, { id, by: accounts.actorOf(visit), now: visit.reader.now }),
};

/** The last millisecond of a day (`2027-01-31`) in a time zone; undefined: none; null when it is no day of the calendar. */
function endOfDay(text: string, timeZone: string): Date | null | undefined {
  if (text === '') return undefined;
  const day = parseDay(text);
  if (day === null || day >= '9999') return null;
  return new Date(ui.startOfDay(ui.nextDay(day), timeZone).getTime() - 1);
}

async function tokenForm(
  visit: AdminDeps & accounts.Visit<accounts.Account>,
  typed: TypedToken,
  problems: ui.Problems,
): Promise<ui.Page> {
  const { sessions, lookups, request, reader, csrf } = visit;
  const { language, timeZone } = reader;
  // Before what is found: the cookie of the form comes first in the answer.
  const hidden = html`${csrf()}${sessions.onceField(request)}`;
  const users = await userChoices(lookups, typed);
  const say = tokenWords[language];
  return {
    title: say.create,
    breadcrumbs: adminBreadcrumbs(language, 'tokens'),
    scripts: ['search-select.js'],
    main: html`<form class="sheet" method="post" action="${addresses.newToken}">${hidden}
${ui.searchSelect({
  name: 'user',
  label: say.user,
  help: say.userHelp,
  required: true,
  language,
  choices: users,
  value: typed.user,
  words: typed.userWords,
  source: addresses.apiUsers,
  valueMember: 'username',
  labelMember: 'username',
  errors: problems.user,
})}
${ui.textField({ name: 'label', label: say.label, help: say.labelHelp, value: typed.label, maxLength: 200, autocomplete: 'off', errors: problems.label })}
${ui.textField({ name: 'expires', label: say.expires, help: say.expiresHelp(timeZone), type: 'date', value: typed.expires, errors: problems.expires })}
<p class="row">${ui.submitButton(say.create)}${ui.backLink(addresses.tokens, language)}</p>
</form>`,
  };
}

/** Users to choose from by their names: those found by the words, and the one that is chosen already. */
async function userChoices(
  lookups: Queryable,
  { userWords: words, user: chosen }: TypedToken,
): Promise<ui.Choice[]> {
  const found = await findAccounts(lookups, { words, offset: 0, limit: shownChoices });
  const choices = found.map(({ username, firstName, lastName }) => {
    const name = `${firstName} ${lastName}`.trim();
    return { value: username, label: name === '' ? username : `${username} (${name})` };
  });
  const isThere = chosen === '' || choices.some(({ value }) => value === chosen);
  return isThere ? choices : [{ value: chosen, label: chosen }, ...choices];
}

/** Shows the key of a new token, the only time that anything does. */
function tokenMadePage(
  reader: accounts.Reader<accounts.Account>,
  made: {
    /** Public address of the service. */
    base: string;
    key: string;
    token: { username: string; label: string; expiresAt: Date | undefined };
  },
): ui.Page {
  const { base, key, token } = made;
  const { language } = reader;
  const say = tokenWords[language];
  const { username, label, expiresAt } = token;
  const command = `curl -H 'Authorization: Token ${key}' '${base}${addresses.apiUsers}'`;
  return {
    title: say.made,
    breadcrumbs: adminBreadcrumbs(language, 'tokens'),
    scripts: ['copy.js'],
    main: html`${ui.notice('warning', say.keep)}
<div class="sheet">
<h2>${say.key}</h2>
${ui.copyable(key, { id: 'key', language, label: say.copyKey })}
${ui.facts([
  [say.user, username],
  [say.label, label],
  [say.expiry, ui.time(expiresAt, reader)],
])}
<h2>${say.tryIt}</h2>
${ui.copyable(command, { id: 'command', language, label: say.copyCommand })}
</div>
<p class="row">${ui.buttonLink({ text: say.all, href: addresses.tokens }, { kind: 'plain' })}
${ui.buttonLink({ text: say.another, href: addresses.newToken }, { kind: 'plain' })}</p>`,
  };
}

type TokenState = keyof (typeof tokenWords)['en']['states'];

const moods = {
  valid: 'good',
  revoked: 'info',
  expired: 'warning',
  'user deactivated': 'warning',
} satisfies Record<TokenState, ui.Mood>;

/** Whether a key is let in, and why not. */
function stateOf(token: ListedToken, now: Date): TokenState {
  const state = accounts.tokenStateAt(now, token);
  if (state !== 'active') return state;
  return token.userIsActive ? 'valid' : 'user deactivated';
}

/** Tokens, with what there is to do about each. */
async function listTokens(visit: AdminDeps & accounts.Visit<SignInRow>): Promise<void> {
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
      ui.time(token.createdAt, reader),
      ui.time(token.lastUsedAt, reader),
      ui.time(token.expiresAt, reader),
      ui.badge(moods[state], say.states[state]),
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
  const none =
    tokens.words === ''
      ? ui.emptyState(say.none, { because: 'new' })
      : ui.emptyState(say.noneFound(tokens.words), { because: 'search' });
  const { tokens: title, search: button } = adminWords[language];
  const list = { address: addresses.tokens, label: say.searchHelp, button, caption: title };
  answer({
    title,
    breadcrumbs: adminBreadcrumbs(language),
    main: html`${ui.outcomeNotice(request.query.done, say.outcomes)}
<p>${ui.buttonLink({ text: say.create, href: addresses.newToken })}</p>
${searchedList({ ...list, headings, rows, none }, tokens, language)}`,
  });
}

function revokeLink(token: ListedToken, language: ui.Language): Html {
  const say = tokenWords[language];
  const link = { text: say.revoke, href: tokenRevocationAddress(token) };
  return ui.buttonLink(link, { kind: 'danger', label: say.revokeNamed(token.keyPrefix) });
}
