import {
  badge,
  buttonLink,
  type Html,
  html,
  type Language,
  notice,
  outcomeNotice,
  type Page,
  pager,
  submitButton,
  table,
  textField,
  time,
  withQuery,
} from '@campus/pages';
import type { ListedAccount } from '../../../data/accounts.ts';
import { addresses, userAddress } from '../../addresses.ts';
import { adminBreadcrumbs } from './admin-breadcrumbs.ts';
import { adminWords } from './admin-words.ts';
import { userWords } from './user-words.ts';

export function userListPage(view: {
  language: Language;
  timeZone: string;
  /** That were searched for; empty: all users. */
  words: string;
  page: number;
  users: readonly ListedAccount[];
  hasNext: boolean;
  /** What the reader has just done, as the address says. */
  done: unknown;
}): Page {
  const { language, timeZone, words, page, users, hasNext, done } = view;
  const say = userWords[language];
  const common = adminWords[language];
  const rows = users.map((user) => [
    html`<a href="${userAddress(user)}">${user.username}</a>`,
    `${user.firstName} ${user.lastName}`.trim(),
    user.email,
    rightsOf(user, language),
    stateOf(user, language),
    time(user.lastSignInAt, { language, timeZone }),
  ]);
  const headings = [say.username, say.name, say.email, say.rights, say.state, say.lastSignIn];
  return {
    title: common.users,
    breadcrumbs: adminBreadcrumbs(language),
    main: html`${outcomeNotice(done, say.outcomes)}
<p>${buttonLink({ text: say.create, href: addresses.newUser })}</p>
<form class="row" role="search" method="get" action="${addresses.users}">
${textField({ name: 'q', label: say.searchHelp, type: 'search', value: words })}
${submitButton(common.search, { kind: 'plain' })}
</form>
${rows.length === 0 ? notice('info', say.none(words)) : table({ caption: common.users, headings, rows })}
${pager({ page, hasNext, language, addressOf: (to) => withQuery(addresses.users, { q: words, page: to }) })}`,
  };
}

/** Badges of what somebody may do beyond their own videos; nothing for everybody else. */
function rightsOf(
  { isStaff, isSuperuser }: { isStaff: boolean; isSuperuser: boolean },
  language: Language,
): Html {
  const { flags } = userWords[language];
  return html`${isSuperuser && badge('warning', flags.superuser)} ${isStaff && badge('info', flags.staff)}`;
}

/** Whether somebody is let in. */
export function stateOf({ isActive }: { isActive: boolean }, language: Language): Html {
  const say = userWords[language];
  return isActive ? badge('good', say.active) : badge('bad', say.inactive);
}
