import {
  factorRemovalLink,
  factorsFact,
  formText,
  isUsername,
  type PeoplePages,
  type PersonOutcome,
  peopleRoutes,
  problemsAt,
  type ShownPerson,
  visitsWith,
} from '@campus/accounts';
import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import { type PersonPages, personRoutes, personWords } from '@campus/privacy';
import express, { type Router } from 'express';
import { AccountError } from '../../../accounts/account-error.ts';
import { people } from '../../../accounts/people.ts';
import { personalData } from '../../../accounts/personal-data.ts';
import { findAccount, type ListedAccount, listAccounts, type PersonDetails } from '../../../data/accounts.ts';
import type { Transaction } from '../../../data/open-database.ts';
import { isRole, roles } from '../../../domain/roles.ts';
import type { Scope } from '../../../domain/scope.ts';
import { signableKinds } from '../../../domain/signable.ts';
import { accountActionAddress, accountAddress, addresses, listAddress } from '../../addresses.ts';
import { InputError } from '../../receive/input-error.ts';
import { route } from '../../route.ts';
import { accountWords } from '../../said/account-words.ts';
import { kindWords } from '../../said/record-words.ts';
import { tokenWords } from '../../said/token-words.ts';
import { frameWords } from '../frame/frame-words.ts';
import { NotAllowedError, requireRight } from '../frame/require-right.ts';
import { instantText, type SaveDeps, saveLink, saveTable } from '../save/save-table.ts';
import { type KnownPlaces, knownPlaces } from '../scopes/known-places.ts';
import { scopeWords } from '../scopes/scope-words.ts';
import { scopeFields, scopeIn, scopeText } from '../scopes/scopes.ts';
import type { Reader, Visit } from '../session/reader.ts';
import { saveHistory, showHistory } from './account-history.ts';

/** The accounts of the staff, for administrators. No account is ever removed, since the history names people by them; what else is kept of them may be erased. */
export function accountRoutes(deps: SaveDeps): Router {
  const router = express.Router();
  const run = visitsWith(deps);
  const { add, one, ...actions } = peopleRoutes(deps, staff);
  router.use(requireRight(deps.sessions, 'manage-accounts'));
  route(router, '/', { get: run(listPage) });
  route(router, '/new', add);
  route(router, '/export', { get: run(saveAccounts) });
  route(router, '/history', { get: run(showHistory) });
  route(router, '/history/export', { get: run(saveHistory) });
  const data = personRoutes(deps, personPages);
  // What departments keep apart lies in one archive.
  router.use('/data', (request, _response, next) => {
    if (deps.sessions.accountOf(request)?.scope !== 'everything')
      throw new NotAllowedError('manage-accounts');
    next();
  });
  route(router, '/data', { get: data.show });
  route(router, '/data/export', { get: data.export });
  route(router, '/data/erase', data.erase);
  route(router, '/~:username', one);
  for (const [action, handlers] of Object.entries(actions)) route(router, `/~:username/${action}`, handlers);
  return router;
}

const personPages: PersonPages = {
  data: personalData,
  address: addresses.personalData,
  breadcrumbs,
  places: ({ account, address }, language) => ({
    ...(account && { accounts: [{ text: account.username, href: accountAddress(account.username) }] }),
    ...(address && {
      signables: signableKinds.map((kind) => ({
        text: kindWords[language].many[kind],
        href: ui.withQuery(listAddress(kind), { q: address }),
      })),
    }),
  }),
  refusals: AccountError,
};

/** What is typed about a person, right or wrong. */
interface TypedPerson {
  fullName: string;
  email: string;
  role: string;
  scope: Scope;
}

/** As the addresses of their pages say it. */
const outcomes = {
  created: 'created',
  changed: 'changed',
  passwordSet: 'password-set',
  deactivated: 'deactivated',
  activated: 'activated',
  factorsRemoved: 'factors-removed',
  repeated: undefined,
} satisfies Record<PersonOutcome, keyof (typeof accountWords)['en']['outcomes'] | undefined>;

const staff: PeoplePages<Transaction, PersonDetails, TypedPerson, ListedAccount, SaveDeps> = {
  people,
  words: accountWords,
  addresses: {
    list: addresses.accounts,
    add: addresses.newAccount,
    repeated: addresses.accounts,
    of: ({ username }, action) =>
      action === undefined ? accountAddress(username) : accountActionAddress(username, action),
    after: ({ username }, done) => accountAddress(username, outcomes[done]),
  },
  breadcrumbs,
  async find({ db }, request) {
    const username = String(request.params.username);
    // Not every text can be asked for: PostgreSQL holds no NUL.
    const account = isUsername(username) ? await findAccount(db.prisma, username) : null;
    if (account === null) throw new InputError('not_found', 'there is no account of this user name');
    return account;
  },
  nobody: { fullName: '', email: '', role: 'reader', scope: 'everything' },
  typedIn(request) {
    const text = (name: string) => formText(request, name).trim();
    return { fullName: text('fullName'), email: text('email'), role: text('role'), scope: scopeIn(request) };
  },
  detailsOf: ({ fullName, email, scope, role }) => ({
    fullName,
    email,
    scope,
    ...(isRole(role) && { role }),
  }),
  async newFields({ username, ...person }, { problems, language, deps }) {
    const shown = { problems, language, known: await knownOf(deps, language) };
    const say = accountWords[language];
    return html`${ui.textField({ name: 'username', label: say.username, help: say.usernameHelp, value: username, errors: problems.username, required: true, autocomplete: 'off' })}
${personFields(person, shown)}`;
  },
  problemsOf({ username, role }, language): ui.Problems {
    // A select lets nothing else be chosen: what is none changes nothing.
    if (username === undefined || isRole(role)) return {};
    return { role: [accountWords[language].chooseRole] };
  },
  problemsIn: problemsAt(AccountError, {
    account_not_found: 'role',
    invalid_full_name: 'fullName',
    invalid_scope: 'departments',
    last_administrator: 'role',
  }),
  page: accountPage,
  passwordForm: (form, content, language) => html`<p>${accountWords[language].setPasswordMeans}</p>
${form(content)}`,
  generated({ username }, done, language) {
    const say = accountWords[language];
    const title = done === 'created' ? say.createdTitle(username) : say.passwordTitle(username);
    const { text } = say.outcomes[outcomes[done]];
    return { title, breadcrumbs: breadcrumbs(language), done: text, account: say.toAccount };
  },
  form: { className: 'sheet narrow', isObeyedOnce: false },
};

/** One account, what has just been done with it, and the form that changes it. */
async function accountPage(
  { request, reader, csrf, ...deps }: SaveDeps & Visit,
  { person, factors, typed, problems }: ShownPerson<ListedAccount, TypedPerson>,
): Promise<ui.Page> {
  const { username, isActive, createdAt, lastSignInAt } = person;
  const { language } = reader;
  const say = accountWords[language];
  const address = accountAddress(username);
  return {
    title: username,
    breadcrumbs: breadcrumbs(language),
    scripts: ['known-values.js'],
    main: html`${ui.outcomeNotice(request.query.done, say.outcomes)}
<div class="sheet">${ui.facts([
      [say.username, username],
      [say.state, stateOf(isActive, language)],
      [say.created, ui.time(createdAt, reader)],
      [say.lastSignIn, ui.time(lastSignInAt, reader)],
      factorsFact(factors, language),
    ])}</div>
<form class="sheet narrow" method="post" action="${address}">${csrf()}
${personFields(typed, { problems, language, known: await knownOf(deps, language) })}
${ui.submitButton(say.save)}
</form>
<p class="row">${ui.buttonLink({ text: say.setPassword, href: accountActionAddress(username, 'password') }, { kind: 'plain' })}
${ui.buttonLink({ text: say.history, href: ui.withQuery(addresses.accountHistory, { account: username }) }, { kind: 'plain' })}
${ui.buttonLink({ text: personWords[language].title, href: ui.withQuery(addresses.personalData, { who: String(person.id) }) }, { kind: 'plain' })}
${factorRemovalLink(factors, { href: accountActionAddress(username, 'remove-factors'), language })}
${
  isActive
    ? ui.buttonLink(
        { text: say.deactivate, href: accountActionAddress(username, 'deactivate') },
        { kind: 'danger' },
      )
    : ui.buttonLink(
        { text: say.activate, href: accountActionAddress(username, 'activate') },
        { kind: 'plain' },
      )
}</p>`,
  };
}

/** Where a page about the accounts stands, or about one of them. */
function breadcrumbs(language: ui.Language, person?: { username: string }): ui.Link[] {
  const list = { text: accountWords[language].accounts, href: addresses.accounts };
  return person === undefined
    ? [list]
    : [list, { text: person.username, href: accountAddress(person.username) }];
}

/** Whoever gives scopes chooses from all there is. */
function knownOf({ db }: Pick<SaveDeps, 'db'>, language: ui.Language): Promise<KnownPlaces> {
  return knownPlaces({ lookups: db.pool, scope: 'everything', language });
}

function personFields(
  { fullName, email, role, scope }: TypedPerson,
  { problems, language, known }: { problems: ui.Problems; language: ui.Language; known: KnownPlaces },
): Html {
  const say = accountWords[language];
  const choices = roles.map((value) => ({ value, label: frameWords[language].roles[value] }));
  return html`${ui.textField({ name: 'fullName', label: say.fullName, value: fullName, errors: problems.fullName, autocomplete: 'off' })}
${ui.textField({ name: 'email', label: say.email, type: 'email', value: email, errors: problems.email, autocomplete: 'off' })}
${ui.selectField({ name: 'role', label: say.role, choices, value: role, errors: problems.role, required: true })}
${scopeFields(scope, { problems, language, known })}`;
}

/** All accounts, with their state. */
async function listPage({ lookups, reader, answer }: SaveDeps & Visit): Promise<void> {
  answer(pageOf(await listAccounts(lookups), reader));
}

function pageOf(accounts: readonly ListedAccount[], reader: Reader): ui.Page {
  const { language } = reader;
  const say = accountWords[language];
  const rows = accounts.map(({ username, fullName, email, role, scope, isActive, lastSignInAt }) => [
    html`<a href="${accountAddress(username)}">${username}</a>`,
    fullName,
    email,
    frameWords[language].roles[role],
    scopeText(scope, language),
    stateOf(isActive, language),
    ui.time(lastSignInAt, reader),
  ]);
  return {
    title: say.accounts,
    main: html`<p class="row">${ui.buttonLink({ text: say.newAccount, href: addresses.newAccount })}
${ui.buttonLink({ text: tokenWords[language].title, href: addresses.tokens }, { kind: 'plain' })}
${ui.buttonLink({ text: say.history, href: addresses.accountHistory }, { kind: 'plain' })}
${ui.buttonLink({ text: personWords[language].title, href: addresses.personalData }, { kind: 'plain' })}</p>
${ui.table({
  caption: say.accounts,
  headings: [
    say.username,
    say.fullName,
    say.email,
    say.role,
    scopeWords[language].scope,
    say.state,
    say.lastSignIn,
  ],
  rows,
})}
<p>${saveLink(addresses.accountsExport, { language })}</p>`,
  };
}

/** The accounts as a table for spreadsheets. */
async function saveAccounts(visit: SaveDeps & Visit): Promise<void> {
  const { lookups, reader } = visit;
  const pages = [await listAccounts(lookups)];
  await saveTable(visit, { name: 'accounts', pages, columns: accountColumns(reader) });
}

function accountColumns(reader: Reader): ui.CsvColumn<ListedAccount>[] {
  const { language } = reader;
  const say = accountWords[language];
  return [
    { heading: say.username, of: ({ username }) => username },
    { heading: say.fullName, of: ({ fullName }) => fullName },
    { heading: say.email, of: ({ email }) => email },
    { heading: say.role, of: ({ role }) => frameWords[language].roles[role] },
    { heading: scopeWords[language].scope, of: ({ scope }) => scopeText(scope, language) },
    { heading: say.state, of: ({ isActive }) => (isActive ? say.active : say.deactivated) },
    { heading: say.created, of: ({ createdAt }) => instantText(createdAt, reader) },
    { heading: say.lastSignIn, of: ({ lastSignInAt }) => instantText(lastSignInAt, reader) },
  ];
}

/** Whether somebody is let in. */
function stateOf(isActive: boolean, language: ui.Language): Html {
  const say = accountWords[language];
  return isActive ? ui.badge('good', say.active) : ui.badge('warning', say.deactivated);
}
