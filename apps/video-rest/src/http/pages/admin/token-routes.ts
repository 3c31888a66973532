import {
  type Account,
  actorOf,
  formText,
  type Reader,
  tokenRoutes as routesOf,
  type TokenPages,
  type Visit,
  visitsWith,
} from '@campus/accounts';
import type { Queryable } from '@campus/database';
import {
  backLink,
  buttonLink,
  type Choice,
  copyable,
  facts,
  html,
  nextDay,
  notice,
  type Page,
  type Problems,
  searchButtonName,
  searchSelect,
  searchWordsName,
  startOfDay,
  submitButton,
  textField,
  time,
  withQuery,
} from '@campus/pages';
import { baseOf, parseDay, Refusal } from '@campus/rest';
import express, { type Router } from 'express';
import { AccountError } from '../../../accounts/account-error.ts';
import { createToken, revokeToken } from '../../../accounts/tokens.ts';
import { findAccounts } from '../../../data/accounts.ts';
import { findToken, type ListedToken } from '../../../data/tokens.ts';
import { addresses, tokenRevocationAddress } from '../../addresses.ts';
import { queryText } from '../lists/list-query.ts';
import { type AdminDeps, adminBreadcrumbs } from './admin-visit.ts';
import { onlyIds } from './only-ids.ts';
import { listTokens } from './token-list.ts';
import { tokenWords } from './token-words.ts';

/** Access tokens: the list, a new one, its end. A key is shown by the answer that makes it and by nothing else. */
export function tokenRoutes(deps: AdminDeps): Router {
  const router = express.Router();
  const { add, revoke } = routesOf(deps, tokens);
  router.param('id', onlyIds);
  // Addresses of platforms of this kind that guides and clients link to, with `?q=`.
  router.get(['/token', '/tokenproxy'], (request, response) => {
    response.redirect(301, withQuery(addresses.tokens, { q: queryText(request, 'q') }));
  });
  router.get('/', visitsWith(deps)(listTokens));
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

/** The field of the form that an error is about. */
const fields: Partial<Record<AccountError['code'], keyof TypedToken>> = {
  user_not_found: 'user',
  invalid_label: 'label',
  expiry_in_past: 'expires',
};

const tokens: TokenPages<TypedToken, ListedToken, AdminDeps> = {
  addresses: { list: addresses.tokens, after: (done) => `${addresses.tokens}?done=${done}` },
  untyped: (request) => ({ user: queryText(request, 'user'), userWords: '', label: '', expires: '' }),
  typedIn(request) {
    const clean = (name: string) => formText(request, name).replace(/\0/g, '').trim();
    return {
      user: clean('user'),
      userWords: clean(searchWordsName('user')),
      label: formText(request, 'label').trim(),
      expires: clean('expires'),
    };
  },
  isSearch: (request) => formText(request, searchButtonName) !== '',
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
    const { key } = await createToken(db, { ...made, by: actorOf(visit), now: reader.now });
    return tokenMadePage(reader, {
      base: baseOf(visit.request, visit),
      key,
      token: { username, label, expiresAt },
    });
  },
  problemsIn(error, language) {
    const field = error instanceof AccountError ? fields[error.code] : undefined;
    return error instanceof AccountError && field !== undefined
      ? { [field]: [error.sentence(language)] }
      : undefined;
  },
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
      content: html`${facts([
        [say.key, html`<code>${token.keyPrefix}…</code>`],
        [say.user, token.username],
        [say.label, token.label],
      ])}
<p>${say.revokeMeans}</p>`,
      action: tokenRevocationAddress(token),
      button: say.revoke,
    };
  },
  revoke: (visit, { id }) => revokeToken(visit.db, { id, by: actorOf(visit), now: visit.reader.now }),
};

/** The last millisecond of a day (`2027-01-31`) in a time zone; undefined: none; null when it is no day of the calendar. */
function endOfDay(text: string, timeZone: string): Date | null | undefined {
  if (text === '') return undefined;
  const day = parseDay(text);
  if (day === null || day >= '9999') return null;
  return new Date(startOfDay(nextDay(day), timeZone).getTime() - 1);
}

async function tokenForm(
  visit: AdminDeps & Visit<Account>,
  typed: TypedToken,
  problems: Problems,
): Promise<Page> {
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
${searchSelect({
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
${textField({ name: 'label', label: say.label, help: say.labelHelp, value: typed.label, maxLength: 200, autocomplete: 'off', errors: problems.label })}
${textField({ name: 'expires', label: say.expires, help: say.expiresHelp(timeZone), type: 'date', value: typed.expires, errors: problems.expires })}
<p class="row">${submitButton(say.create)}${backLink(addresses.tokens, language)}</p>
</form>`,
  };
}

/** Users to choose from by their names: those found by the words, and the one that is chosen already. */
async function userChoices(
  lookups: Queryable,
  { userWords: words, user: chosen }: TypedToken,
): Promise<Choice[]> {
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
  reader: Reader<Account>,
  {
    base,
    key,
    token,
  }: {
    /** Public address of the service. */
    base: string;
    key: string;
    token: { username: string; label: string; expiresAt: Date | undefined };
  },
): Page {
  const { language } = reader;
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
  [say.expiry, time(expiresAt, reader)],
])}
<h2>${say.tryIt}</h2>
${copyable(command, { id: 'command', language, label: say.copyCommand })}
</div>
<p class="row">${buttonLink({ text: say.all, href: addresses.tokens }, { kind: 'plain' })}
${buttonLink({ text: say.another, href: addresses.newToken }, { kind: 'plain' })}</p>`,
  };
}
