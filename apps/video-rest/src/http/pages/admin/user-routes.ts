import * as accounts from '@campus/accounts';
import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import { type PersonPages, personWords } from '@campus/privacy';
import { Refusal } from '@campus/rest';
import express, { type Router } from 'express';
import { AccountError } from '../../../accounts/account-error.ts';
import { people } from '../../../accounts/people.ts';
import { personalData } from '../../../accounts/personal-data.ts';
import { findAccount, findAccounts, type ListedAccount, type PersonDetails } from '../../../data/accounts.ts';
import type { Transaction } from '../../../data/open-database.ts';
import { addresses, userActionAddress, userAddress } from '../../addresses.ts';
import { search, searchedList } from '../lists/searched-list.ts';
import { type AdminDeps, type AdminVisit, adminBreadcrumbs, onlyIds } from './admin-visit.ts';
import { adminWords } from './admin-words.ts';
import { userWords } from './user-words.ts';

/** Users: the list, a new one, and what there is to do with one. */
export function userRoutes(deps: AdminDeps): Router {
  const router = express.Router();
  const { add, one, ...actions } = accounts.peopleRoutes(deps, users);
  router.param('id', onlyIds);
  router.get('/', accounts.visitsWith(deps)(listUsers));
  const places = { '/add': add, '/:id': one };
  for (const [action, handlers] of Object.entries(actions))
    Object.assign(places, { [`/:id/${action}`]: handlers });
  for (const [path, { get, post }] of Object.entries(places)) router.get(path, get).post(path, ...post);
  return router;
}

/** What is kept about people, whether or not they are users. */
export const personPages: PersonPages = {
  data: personalData,
  address: addresses.personalData,
  breadcrumbs: (language) => adminBreadcrumbs(language),
  places({ account }): Record<string, ui.Link[]> {
    if (account === undefined) return {};
    const { username: text } = account;
    const videos = ui.withQuery(addresses.videos, { owner: text });
    return { users: [{ text, href: userAddress(account) }], videos: [{ text, href: videos }] };
  },
  refusals: AccountError,
};

/** In characters, as the table has them. */
const maxNameCharacters = 150;

const users: accounts.PeoplePages<Transaction, PersonDetails, PersonDetails, ListedAccount, AdminDeps> = {
  people,
  words: userWords,
  addresses: {
    list: addresses.users,
    add: addresses.newUser,
    repeated: `${addresses.users}?done=repeated`,
    of: (user, action) => (action === undefined ? userAddress(user) : userActionAddress(user, action)),
    after: (user, done) => `${userAddress(user)}?done=${done}`,
  },
  breadcrumbs,
  async find({ db }, request) {
    const user = await findAccount(db.prisma, Number(request.params.id));
    if (user === null) throw new Refusal('not_found');
    return user;
  },
  nobody: { firstName: '', lastName: '', email: '', isStaff: false, isSuperuser: false },
  typedIn(request) {
    const clean = (name: string) => accounts.formText(request, name).trim();
    return {
      firstName: clean('firstName'),
      lastName: clean('lastName'),
      email: clean('email'),
      isStaff: accounts.isTicked(request, 'isStaff'),
      isSuperuser: accounts.isTicked(request, 'isSuperuser'),
    };
  },
  detailsOf: (typed) => typed,
  newFields(typed, shown) {
    const say = userWords[shown.language];
    return html`${ui.textField({ name: 'username', label: say.username, help: say.usernameHelp, value: typed.username, required: true, maxLength: 150, autocomplete: 'off', errors: shown.problems.username })}
${userFields(typed, shown)}`;
  },
  problemsOf({ username, firstName, lastName, email }, language) {
    return {
      ...(username === undefined
        ? {}
        : brokenRule('username', () => accounts.checkUsername(username), language)),
      ...nameProblem('firstName', firstName, language),
      ...nameProblem('lastName', lastName, language),
      ...brokenRule('email', () => accounts.checkEmail(email), language),
    };
  },
  problemsIn: accounts.problemsAt(AccountError, { last_superuser: 'isSuperuser' }),
  page: userPage,
  passwordForm: (form, content, language) =>
    form(html`<p>${userWords[language].passwordMeans}</p>
${content}`),
  generated(user, done, language) {
    const say = userWords[language];
    return {
      title: say.generated(user.username),
      breadcrumbs: breadcrumbs(language, user),
      done: say.outcomes[done].text,
      account: say.toUser(user.username),
    };
  },
  form: { className: 'sheet', isObeyedOnce: true },
};

/** From the overview to the list of users, and to the page of one when the page shown is below it. */
function breadcrumbs(language: ui.Language, user?: { id: number; username: string }): ui.Link[] {
  const list = adminBreadcrumbs(language, 'users');
  return user === undefined ? list : [...list, { text: user.username, href: userAddress(user) }];
}

function nameProblem(field: string, text: string, language: ui.Language): ui.Problems {
  const say = userWords[language];
  if ([...text].length > maxNameCharacters) return { [field]: [say.tooLong(maxNameCharacters)] };
  return /\p{Cc}/u.test(text) ? { [field]: [say.controlCharacters] } : {};
}

function brokenRule(field: string, check: () => void, language: ui.Language): ui.Problems {
  try {
    check();
    return {};
  } catch (error) {
    if (error instanceof accounts.AccountRuleError) return { [field]: [error.sentence(language)] };
    throw error;
  }
}

/** Names, address and rights. */
function userFields(
  typed: PersonDetails,
  { language, problems }: { language: ui.Language; problems: ui.Problems },
): Html {
  const say = userWords[language];
  return html`${ui.textField({ name: 'firstName', label: say.firstName, value: typed.firstName, maxLength: maxNameCharacters, autocomplete: 'off', errors: problems.firstName })}
${ui.textField({ name: 'lastName', label: say.lastName, value: typed.lastName, maxLength: maxNameCharacters, autocomplete: 'off', errors: problems.lastName })}
${ui.textField({ name: 'email', label: say.email, type: 'email', value: typed.email, autocomplete: 'off', errors: problems.email })}
<fieldset><legend>${say.rights}</legend>
${ui.checkbox({ name: 'isStaff', label: say.isStaff, checked: typed.isStaff, errors: problems.isStaff })}
${ui.checkbox({ name: 'isSuperuser', label: say.isSuperuser, checked: typed.isSuperuser, errors: problems.isSuperuser })}
</fieldset>`;
}

/** One user: who it is, what may be changed, and what else there is to do. */
function userPage(
  { request, reader, csrf }: accounts.Visit<accounts.Account>,
  { person: user, factors, typed, problems }: accounts.ShownPerson<ListedAccount, PersonDetails>,
): ui.Page {
  const { language } = reader;
  const say = userWords[language];
  const { username, isActive, dateJoined, lastSignInAt } = user;
  const isReader = reader.account.id === user.id;
  const own = userAddress(user);
  const link = (text: string, href: string) => ui.buttonLink({ text, href }, { kind: 'plain' });
  return {
    title: username,
    breadcrumbs: breadcrumbs(language),
    main: html`${ui.outcomeNotice(request.query.done, say.outcomes)}
<div class="columns">
<form class="sheet" method="post" action="${own}">${csrf()}
${userFields(typed, { language, problems })}
${ui.submitButton(say.save)}
</form>
<div class="sheet">
${ui.facts([
  [say.username, username],
  [say.state, stateOf(user, language)],
  [say.created, ui.time(dateJoined, reader)],
  [say.lastSignIn, ui.time(lastSignInAt, reader)],
  accounts.factorsFact(factors, language),
])}
<p class="row">
${link(say.tokens, ui.withQuery(addresses.tokens, { q: username }))}
${link(say.createToken, ui.withQuery(addresses.newToken, { user: username }))}
${link(say.history, ui.withQuery(addresses.history, { account: username }))}
${link(personWords[language].title, ui.withQuery(addresses.personalData, { who: String(user.id) }))}
</p>
<p class="row">
${isReader ? link(say.ownPassword, addresses.ownAccount) : link(say.setPassword, userActionAddress(user, 'password'))}
${accounts.factorRemovalLink(factors, { href: userActionAddress(user, 'remove-factors'), language })}
${
  isActive
    ? ui.buttonLink({ text: say.deactivate, href: userActionAddress(user, 'deactivate') }, { kind: 'danger' })
    : link(say.activate, userActionAddress(user, 'activate'))
}
</p>
</div>
</div>`,
  };
}

/** Users, as they are searched for. */
async function listUsers(visit: AdminVisit): Promise<void> {
  const { lookups, request, reader, answer } = visit;
  const { language } = reader;
  const users = await search(request, (asked) => findAccounts(lookups, asked));
  const say = userWords[language];
  const rows = users.rows.map((user) => [
    html`<a href="${userAddress(user)}">${user.username}</a>`,
    `${user.firstName} ${user.lastName}`.trim(),
    user.email,
    rightsOf(user, language),
    stateOf(user, language),
    ui.time(user.lastSignInAt, reader),
  ]);
  const headings = [say.username, say.name, say.email, say.rights, say.state, say.lastSignIn];
  const { users: title, search: button } = adminWords[language];
  const list = { address: addresses.users, label: say.searchHelp, button, caption: title };
  const none = ui.notice('info', say.none(users.words));
  answer({
    title,
    breadcrumbs: adminBreadcrumbs(language),
    main: html`${ui.outcomeNotice(request.query.done, say.outcomes)}
<p>${ui.buttonLink({ text: say.create, href: addresses.newUser })}</p>
${searchedList({ ...list, headings, rows, none }, users, language)}`,
  });
}

/** Badges of what somebody may do beyond their own videos; nothing for everybody else. */
function rightsOf(
  { isStaff, isSuperuser }: { isStaff: boolean; isSuperuser: boolean },
  language: ui.Language,
): Html {
  const { flags } = userWords[language];
  return html`${isSuperuser && ui.badge('warning', flags.superuser)} ${isStaff && ui.badge('info', flags.staff)}`;
}

/** Whether somebody is let in. */
function stateOf({ isActive }: { isActive: boolean }, language: ui.Language): Html {
  const say = userWords[language];
  return isActive ? ui.badge('good', say.active) : ui.badge('bad', say.deactivated);
}
