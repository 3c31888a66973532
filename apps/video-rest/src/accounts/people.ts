import { changeAs, checkEmail, peopleOf, personAt } from '@campus/accounts';
import type { Queryable } from '@campus/database';
import type { Jobs } from '@campus/jobs';
import * as accounts from '../data/accounts.ts';
import { refuseInUse } from '../data/conflicts.ts';
import type { Removed } from '../data/deletions.ts';
import type { Database, Transaction } from '../data/open-database.ts';
import { removeIn } from '../deletions/deletions.ts';
import { AccountError } from './account-error.ts';

/** All that is known of a user, beside the name and the password to sign in with. */
type Details = accounts.PersonDetails & Omit<accounts.AccountColumns, 'username' | 'passwordHash'>;

const usual: accounts.PersonDetails = {
  firstName: '',
  lastName: '',
  email: '',
  isStaff: false,
  isSuperuser: false,
};

/** What is done with users. @throws AccountError `user_not_found`, `last_superuser` */
export const people = peopleOf<Transaction, Details>({
  rows: {
    insert: accounts.insertAccount,
    update: accounts.updateAccount,
    findId: accounts.findUserId,
    lock: accounts.lockSuperusers,
    countAdministrators: accounts.countSuperusers,
    countWhoSignIn: accounts.countSuperusersWhoSignIn,
  },
  usual,
  check: ({ email }) => checkEmail(email),
  notFound: (username) => new AccountError('user_not_found', { username }),
  lastOne: () => new AccountError('last_superuser'),
  first: {
    what: 'superuser',
    parameters: { username: 'ROOT_USERNAME', password: 'ROOT_PASSWORD' },
    details: { ...usual, isStaff: true, isSuperuser: true },
  },
});

/** Refuses a change of many accounts that leaves no superuser, before it is committed. @throws AccountError `last_superuser` */
export async function requireSuperuser(tx: Queryable): Promise<void> {
  await accounts.lockSuperusers(tx);
  if ((await accounts.countActiveSuperusers(tx)) === 0) throw new AccountError('last_superuser');
}

/**
 * Removes an account with its tokens; false when it has vanished.
 *
 * @param caller  whom the administration history names
 * @throws AccountError `last_superuser`, InUseError while it owns videos
 */
export function removeAccount(
  deps: { db: Database; jobs: Jobs },
  id: number,
  caller: Removed['by'],
): Promise<boolean> {
  const { db } = deps;
  const removed = { table: 'users', id, by: caller };
  return refuseInUse({ pool: db.pool, id }, () =>
    changeAs(db, personAt(caller, caller.address), (tx: Transaction) =>
      people.keepOne(tx, () => removeIn(tx, deps, removed)),
    ),
  );
}
