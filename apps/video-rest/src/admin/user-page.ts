import type { Language } from '@campus/language';
import { facts, type Html, html, type Link, notice, type Page, submitButton, time } from '@campus/pages';
import type { ListedAccount } from '../data/accounts.ts';
import { paths } from '../pages/open-people.ts';
import { addresses, withQuery } from './admin-addresses.ts';
import { adminWords } from './admin-words.ts';
import type { Problems } from './problems.ts';
import { type TypedUser, userFields } from './user-form.ts';
import { stateOf } from './user-list-page.ts';
import { userWords } from './user-words.ts';

/** Where a user's page is. */
export function addressOf({ id }: { id: number }): string {
  return `${addresses.users}${id}/`;
}

/** From the overview to the list of users, and to the page of one when the page shown is below it. */
export function userTrail(language: Language, user?: { id: number; username: string }): Link[] {
  const common = adminWords[language];
  return [
    { text: common.administration, href: addresses.overview },
    { text: common.users, href: addresses.users },
    ...(user === undefined ? [] : [{ text: user.username, href: addressOf(user) }]),
  ];
}

/** One user: who it is, what may be changed, and what else there is to do. */
export function userPage({
  language,
  timeZone,
  csrf,
  user,
  typed,
  problems,
  isReader,
  done,
}: {
  language: Language;
  timeZone: string;
  csrf: Html;
  user: ListedAccount;
  typed: TypedUser;
  problems: Problems;
  /** Whether it is the reader's own account. */
  isReader: boolean;
  /** What the reader has just done. */
  done: string | undefined;
}): Page {
  const say = userWords[language];
  const common = adminWords[language];
  const { username, isActive, dateJoined, lastSignInAt } = user;
  const own = addressOf(user);
  const [state, stateAddress] = isActive
    ? [say.deactivate, `${own}deactivate/`]
    : [say.activate, `${own}activate/`];
  return {
    title: username,
    breadcrumbs: userTrail(language),
    main: html`${done !== undefined && notice('good', done)}
<div class="columns">
<form class="sheet" method="post" action="${own}">${csrf}
${userFields(typed, { language, problems })}
${submitButton(say.save)}
</form>
<div class="sheet">
${facts([
  [say.username, username],
  [say.state, stateOf(user, language)],
  [say.joined, time(dateJoined, { language, timeZone })],
  [say.lastSignIn, lastSignInAt === null ? common.never : time(lastSignInAt, { language, timeZone })],
])}
<p class="row">
<a class="button plain" href="${withQuery(addresses.tokens, { q: username })}">${say.tokens}</a>
<a class="button plain" href="${withQuery(`${addresses.tokens}add/`, { user: username })}">${say.createToken}</a>
</p>
<p class="row">
${
  isReader
    ? html`<a class="button plain" href="${paths.accounts}/">${say.ownPassword}</a>`
    : html`<a class="button plain" href="${own}password/">${say.setPassword}</a>`
}
<a${isActive ? html` class="button danger"` : html` class="button plain"`} href="${stateAddress}">${state}</a>
</p>
</div>
</div>`,
  };
}
