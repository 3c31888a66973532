import {
  badge,
  buttonLink,
  type Html,
  html,
  type Language,
  notice,
  outcomeNotice,
  time,
} from '@campus/pages';
import { findAccounts } from '../../../data/accounts.ts';
import { addresses, userAddress } from '../../addresses.ts';
import { search, searchedList } from '../lists/searched-list.ts';
import { requesterOf } from '../sign-in/visit.ts';
import { adminBreadcrumbs } from './admin-breadcrumbs.ts';
import type { AdminVisit } from './admin-deps.ts';
import { adminWords } from './admin-words.ts';
import { userWords } from './user-words.ts';

/** Users, as they are searched for. */
export async function listUsers(visit: AdminVisit): Promise<void> {
  const { db, request, reader, answer } = visit;
  const { language } = reader;
  const requester = requesterOf(visit);
  const users = await search(request, (asked) =>
    db.lookups.withPrisma(requester, (tx) => findAccounts(tx, asked)),
  );
  const say = userWords[language];
  const rows = users.rows.map((user) => [
    html`<a href="${userAddress(user)}">${user.username}</a>`,
    `${user.firstName} ${user.lastName}`.trim(),
    user.email,
    rightsOf(user, language),
    stateOf(user, language),
    time(user.lastSignInAt, reader),
  ]);
  const headings = [say.username, say.name, say.email, say.rights, say.state, say.lastSignIn];
  const { users: title, search: button } = adminWords[language];
  const list = { address: addresses.users, label: say.searchHelp, button, caption: title };
  const none = notice('info', say.none(users.words));
  answer({
    title,
    breadcrumbs: adminBreadcrumbs(language),
    main: html`${outcomeNotice(request.query.done, say.outcomes)}
<p>${buttonLink({ text: say.create, href: addresses.newUser })}</p>
${searchedList({ ...list, headings, rows, none }, users, language)}`,
  });
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
