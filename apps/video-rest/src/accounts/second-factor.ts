import { type Actor, changeAs, removeFactors as removeAll } from '@campus/accounts';
import { findUserId } from '../data/accounts.ts';
import type { Database, Transaction } from '../data/open-database.ts';
import { AccountError } from './account-error.ts';
import { isStaff } from './is-staff.ts';

/** What an account may be, as `SECOND_FACTOR_FROM_ROLE` calls it; each role may all that those before it may. */
export const accountRoles = ['user', 'staff', 'superuser'] as const;
export type AccountRole = (typeof accountRoles)[number];

/** Whether an account with a password needs a second factor. */
export function mustHaveSecondFactor(
  account: { isStaff: boolean; isSuperuser: boolean },
  from: AccountRole | undefined,
): boolean {
  if (from === undefined) return false;
  const role = account.isSuperuser ? 'superuser' : isStaff(account) ? 'staff' : 'user';
  return accountRoles.indexOf(role) >= accountRoles.indexOf(from);
}

/**
 * Removes somebody's second factors, and ends their sessions: for a phone that is lost.
 *
 * @param change.by  whom the administration history names
 * @throws AccountError `user_not_found`
 */
export async function removeFactors(
  { prisma }: Pick<Database, 'prisma'>,
  { username, by }: { username: string; by: Actor },
): Promise<void> {
  await changeAs(prisma, by, async (tx: Transaction) => {
    const id = await findUserId(tx, username);
    if (id === undefined) throw new AccountError('user_not_found', { username });
    await removeAll(tx, id);
  });
}
