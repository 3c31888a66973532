import {
  type Factors,
  factorAdministrationWords,
  factorsFact,
  hasFactors,
  newPasswordFields,
  type PasswordWay,
} from '@campus/accounts';
import {
  backLink,
  badge,
  buttonLink,
  confirmPage,
  facts,
  type Html,
  html,
  type Language,
  type Link,
  outcomeNotice,
  type Page,
  type Problems,
  selectField,
  submitButton,
  table,
  textField,
  time,
  withQuery,
} from '@campus/pages';
import { roles } from '../../../accounts/roles.ts';
import type { ListedAccount } from '../../../data/accounts.ts';
import type { Scope } from '../../../signing/scope.ts';
import { accountActionAddress, accountAddress, addresses } from '../../addresses.ts';
import { frameWords } from '../frame/frame-words.ts';
import { saveLink } from '../save/save-table.ts';
import { scopeFields } from '../scopes/scope-fields.ts';
import { scopeText } from '../scopes/scope-text.ts';
import { scopeWords } from '../scopes/scope-words.ts';
import type { Reader, Visit } from '../session/reader.ts';
import { tokenWords } from '../tokens/token-words.ts';
import { accountWords } from './account-words.ts';

/** Where the password of a new account may come from, and a new one of an account that is there. */
export const waysOfNew: readonly PasswordWay[] = ['generated', 'typed', 'none'];
export const waysOfChange: readonly PasswordWay[] = ['generated', 'typed'];

/** All accounts, with their state. */
export function accountListPage(accounts: readonly ListedAccount[], reader: Reader): Page {
  const { language } = reader;
  const say = accountWords[language];
  const rows = accounts.map(({ username, fullName, email, role, scope, isActive, lastSignInAt }) => [
    html`<a href="${accountAddress(username)}">${username}</a>`,
    fullName,
    email,
    frameWords[language].roles[role],
    scopeText(scope, language),
    stateOf(isActive, language),
    time(lastSignInAt, reader),
  ]);
  return {
    title: say.accounts,
    main: html`<p class="row">${buttonLink({ text: say.newAccount, href: addresses.newAccount })}
${buttonLink({ text: tokenWords[language].title, href: addresses.tokens }, { kind: 'plain' })}
${buttonLink({ text: say.history, href: addresses.accountHistory }, { kind: 'plain' })}</p>
${table({
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

/** What is typed about a person, right or wrong. */
export interface TypedPerson {
  fullName: string;
  email: string;
  role: string;
  scope: Scope;
}

/** The form of a new account. */
export function newAccountPage(
  { reader: { language }, csrf }: Visit,
  username: string,
  { person, way, problems }: { person: TypedPerson; way?: string; problems: Problems },
): Page {
  const say = accountWords[language];
  return {
    title: say.newAccount,
    breadcrumbs: accountBreadcrumbs(language),
    main: html`<form class="sheet narrow" method="post" action="${addresses.newAccount}">${csrf()}
${textField({ name: 'username', label: say.username, help: say.usernameHelp, value: username, errors: problems.username, required: true, autocomplete: 'off' })}
${personFields(person, { problems, language })}
${newPasswordFields({ way, ways: waysOfNew, problems, language })}
<p class="row">${submitButton(say.create)}${backLink(addresses.accounts, language)}</p>
</form>`,
  };
}

/** One account, what has just been done with it, and the form that changes it. */
export function accountPage(
  { request, reader, csrf }: Visit,
  { username, isActive, createdAt, lastSignInAt, factors }: ListedAccount & { factors: Factors },
  { person, problems }: { person: TypedPerson; problems: Problems },
): Page {
  const { language } = reader;
  const say = accountWords[language];
  const address = accountAddress(username);
  return {
    title: username,
    breadcrumbs: accountBreadcrumbs(language),
    main: html`${outcomeNotice(request.query.done, say.outcomes)}
<div class="sheet">${facts([
      [say.username, username],
      [say.state, stateOf(isActive, language)],
      [say.created, time(createdAt, reader)],
      [say.lastSignIn, time(lastSignInAt, reader)],
      factorsFact(factors, language),
    ])}</div>
<form class="sheet narrow" method="post" action="${address}">${csrf()}
${personFields(person, { problems, language })}
${submitButton(say.change)}
</form>
<p class="row">${buttonLink({ text: say.setPassword, href: accountActionAddress(username, 'password') }, { kind: 'plain' })}
${buttonLink({ text: say.history, href: withQuery(addresses.accountHistory, { account: username }) }, { kind: 'plain' })}
${
  hasFactors(factors) &&
  buttonLink(
    {
      text: factorAdministrationWords[language].remove,
      href: accountActionAddress(username, 'remove-factors'),
    },
    { kind: 'danger' },
  )
}
${
  isActive
    ? buttonLink(
        { text: say.deactivate, href: accountActionAddress(username, 'deactivate') },
        { kind: 'danger' },
      )
    : buttonLink({ text: say.activate, href: accountActionAddress(username, 'activate') }, { kind: 'plain' })
}</p>`,
  };
}

/** The form that gives an account a new password. */
export function passwordPage(
  { reader: { language }, csrf }: Visit,
  username: string,
  { way, problems }: { way?: string; problems: Problems },
): Page {
  const say = accountWords[language];
  return {
    title: say.setPasswordOf(username),
    breadcrumbs: accountBreadcrumbs(language, username),
    main: html`<p>${say.setPasswordMeans}</p>
<form class="sheet narrow" method="post" action="${accountActionAddress(username, 'password')}">${csrf()}
${newPasswordFields({ way, ways: waysOfChange, problems, language })}
<p class="row">${submitButton(say.setPassword)}${backLink(accountAddress(username), language)}</p>
</form>`,
  };
}

/** Asks before somebody is locked out, or let in again. */
export function activationPage(
  { reader: { language }, csrf }: Visit,
  username: string,
  { step, problem }: { step: 'deactivate' | 'activate'; problem?: string },
): Page {
  const say = accountWords[language];
  const isAway = step === 'deactivate';
  return confirmPage({
    title: isAway ? say.deactivateTitle(username) : say.activateTitle(username),
    breadcrumbs: accountBreadcrumbs(language, username),
    problem,
    content: html`<p>${isAway ? say.deactivateMeans(username) : say.activateMeans(username)}</p>`,
    csrf: csrf(),
    action: accountActionAddress(username, step),
    button: isAway ? say.deactivate : say.activate,
    isDangerous: isAway,
    back: accountAddress(username),
    language,
  });
}

/** Where a page about the accounts stands, or about one of them. */
export function accountBreadcrumbs(language: Language, username?: string): Link[] {
  const list = { text: accountWords[language].accounts, href: addresses.accounts };
  return username === undefined ? [list] : [list, { text: username, href: accountAddress(username) }];
}

function personFields(
  { fullName, email, role, scope }: TypedPerson,
  { problems, language }: { problems: Problems; language: Language },
): Html {
  const say = accountWords[language];
  const choices = roles.map((value) => ({ value, label: frameWords[language].roles[value] }));
  return html`${textField({ name: 'fullName', label: say.fullName, value: fullName, errors: problems.fullName, autocomplete: 'off' })}
${textField({ name: 'email', label: say.email, type: 'email', value: email, errors: problems.email, autocomplete: 'off' })}
${selectField({ name: 'role', label: say.role, choices, value: role, errors: problems.role, required: true })}
${scopeFields(scope, { problems, language })}`;
}

function stateOf(isActive: boolean, language: Language): Html {
  const say = accountWords[language];
  return isActive ? badge('good', say.active) : badge('warning', say.deactivated);
}
