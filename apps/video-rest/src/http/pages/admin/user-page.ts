import { type Factors, factorAdministrationWords, factorsFact, hasFactors } from '@campus/accounts';
import {
  buttonLink,
  facts,
  type Html,
  html,
  type Language,
  type Link,
  outcomeNotice,
  type Page,
  type Problems,
  submitButton,
  time,
  withQuery,
} from '@campus/pages';
import { Refusal } from '@campus/rest';
import type { Request } from 'express';
import { findAccount, type ListedAccount } from '../../../data/accounts.ts';
import { addresses, userActionAddress, userAddress } from '../../addresses.ts';
import { adminBreadcrumbs } from './admin-breadcrumbs.ts';
import type { AdminDeps } from './admin-deps.ts';
import { type TypedUser, userFields } from './user-form.ts';
import { stateOf } from './user-list-page.ts';
import { userWords } from './user-words.ts';

/** From the overview to the list of users, and to the page of one when the page shown is below it. */
export function userBreadcrumbs(language: Language, user?: { id: number; username: string }): Link[] {
  const list = adminBreadcrumbs(language, 'users');
  return user === undefined ? list : [...list, { text: user.username, href: userAddress(user) }];
}

/** Whom the address of a request names. @throws Refusal */
export async function userIn({ db }: Pick<AdminDeps, 'db'>, request: Request): Promise<ListedAccount> {
  const user = await findAccount(db.prisma, Number(request.params.id));
  if (user === null) throw new Refusal('not_found');
  return user;
}

/** One user: who it is, what may be changed, and what else there is to do. */
export function userPage(view: {
  language: Language;
  timeZone: string;
  csrf: Html;
  user: ListedAccount;
  factors: Factors;
  typed: TypedUser;
  problems: Problems;
  /** Whether it is the reader's own account. */
  isReader: boolean;
  /** What the reader has just done, as the address says. */
  done: unknown;
}): Page {
  const { language, timeZone, csrf, user, factors, typed, problems, isReader, done } = view;
  const say = userWords[language];
  const { username, isActive, dateJoined, lastSignInAt } = user;
  const own = userAddress(user);
  const link = (text: string, href: string) => buttonLink({ text, href }, { kind: 'plain' });
  return {
    title: username,
    breadcrumbs: userBreadcrumbs(language),
    main: html`${outcomeNotice(done, say.outcomes)}
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
  [say.lastSignIn, time(lastSignInAt, { language, timeZone })],
  factorsFact(factors, language),
])}
<p class="row">
${link(say.tokens, withQuery(addresses.tokens, { q: username }))}
${link(say.createToken, withQuery(addresses.newToken, { user: username }))}
${link(say.history, withQuery(addresses.history, { account: username }))}
</p>
<p class="row">
${isReader ? link(say.ownPassword, addresses.ownAccount) : link(say.setPassword, userActionAddress(user, 'password'))}
${
  hasFactors(factors) &&
  buttonLink(
    { text: factorAdministrationWords[language].remove, href: userActionAddress(user, 'remove-factors') },
    { kind: 'danger' },
  )
}
${
  isActive
    ? buttonLink({ text: say.deactivate, href: userActionAddress(user, 'deactivate') }, { kind: 'danger' })
    : link(say.activate, userActionAddress(user, 'activate'))
}
</p>
</div>
</div>`,
  };
}
