import { type Actor, changeAs, checkEmail, peopleOf } from '@campus/accounts';
import type { Alongside } from '@campus/rest';
import {
  type AccountColumns,
  countSuperusers,
  countSuperusersWhoSignIn,
  deleteAccount,
  findUserId,
  insertAccount,
  insertColumns,
  lockSuperusers,
  type PersonDetails,
  updateAccount,
  updateNamed,
} from '../data/accounts.ts';
import { refuseInUse } from '../data/conflicts.ts';
import type { Database, Transaction } from '../data/open-database.ts';
import { AccountError } from './account-error.ts';

const usual: PersonDetails = { firstName: '', lastName: '', email: '', isStaff: false, isSuperuser: false };

/** What is done with users. @throws AccountError `user_not_found`, `last_superuser` */
export const people = peopleOf<Transaction, PersonDetails>({
  rows: {
    insert: insertAccount,
    update: updateNamed,
    findId: findUserId,
    lock: lockSuperusers,
    countAdministrators: countSuperusers,
    countWhoSignIn: countSuperusersWhoSignIn,
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

/**
 * Makes an account whose values have been judged one by one, its password hashed.
 *
 * @param given.by         whom the administration history names
 * @param given.alongside  what else is to happen in the same transaction
 * @returns its id
 * @throws TakenError
 */
export function addAccount(
  { prisma }: Pick<Database, 'prisma'>,
  { columns, by, alongside }: { columns: AccountColumns; by: Actor; alongside?: Alongside | undefined },
): Promise<number> {
  return changeAs(prisma, by, async (tx: Transaction) => {
    const id = await insertColumns(tx, columns);
    await alongside?.(tx, id);
    return id;
  });
}

/** What may be changed of an account. */
export type AccountChanges = Parameters<typeof updateAccount>[2];

/**
 * Changes an account, whose values have been judged one by one; false when it has vanished.
 *
 * @param change.by  whom the administration history names
 * @throws AccountError `last_superuser`, TakenError
 */
export function changeAccount(
  { prisma }: Pick<Database, 'prisma'>,
  id: number,
  { changes, by }: { changes: AccountChanges; by: Actor },
): Promise<boolean> {
  const takesAway = changes.isSuperuser === false || changes.isActive === false;
  return changeAs(prisma, by, (tx: Transaction) => {
    const change = () => updateAccount(tx, id, changes);
    return takesAway ? people.keepOne(tx, change) : change();
  });
}

/**
 * Removes an account with its tokens; false when it has vanished.
 *
 * @param change.by  whom the administration history names
 * @throws AccountError `last_superuser`, InUseError while it owns videos
 */
export function removeAccount(
  { prisma, pool }: Database,
  { id, by }: { id: number; by: Actor },
): Promise<boolean> {
  return refuseInUse({ pool, id }, () =>
    changeAs(prisma, by, (tx: Transaction) => people.keepOne(tx, () => deleteAccount(tx, id))),
  );
}
