import {
  badge,
  buttonLink,
  type Html,
  html,
  type Language,
  notice,
  outcomeNotice,
  type Page,
  time,
} from '@campus/pages';
import type { ListedAccount } from '../../../data/accounts.ts';
import { addresses, userAddress } from '../../addresses.ts';
import { type Searched, searchedList } from '../lists/searched-list.ts';
import { adminBreadcrumbs } from './admin-breadcrumbs.ts';
import { adminWords } from './admin-words.ts';
import { userWords } from './user-words.ts';

/** @param view.done  what the reader has just done, as the address says */
export function userListPage(
  users: Searched<ListedAccount>,
  { language, timeZone, done }: { language: Language; timeZone: string; done: unknown },
): Page {
  const say = userWords[language];
  const rows = users.rows.map((user) => [
    html`<a href="${userAddress(user)}">${user.username}</a>`,
    `${user.firstName} ${user.lastName}`.trim(),
    user.email,
    rightsOf(user, language),
    stateOf(user, language),
    time(user.lastSignInAt, { language, timeZone }),
  ]);
  const headings = [say.username, say.name, say.email, say.rights, say.state, say.lastSignIn];
  const { users: title, search: button } = adminWords[language];
  const list = { address: addresses.users, label: say.searchHelp, button, caption: title };
  const none = notice('info', say.none(users.words));
  return {
    title,
    breadcrumbs: adminBreadcrumbs(language),
    main: html`${outcomeNotice(done, say.outcomes)}
<p>${buttonLink({ text: say.create, href: addresses.newUser })}</p>
${searchedList({ ...list, headings, rows, none }, users, language)}`,
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
