import { type Actor, changeAs, removeFactors as removeAll } from '@campus/accounts';
import { findAccount } from '../data/accounts.ts';
import type { Database, Transaction } from '../data/open-database.ts';
import { AccountError } from './account-error.ts';
import { type Role, roles } from './roles.ts';

/** Whether an account with a password needs a second factor, which this role and those above it do. */
export function mustHaveSecondFactor({ role }: { role: Role }, from: Role | undefined): boolean {
  return from !== undefined && roles.indexOf(role) >= roles.indexOf(from);
}

/**
 * Removes somebody's second factors, and ends their sessions: for a phone that is lost.
 *
 * @param change.by  whom the administration history names
 * @throws AccountError `account_not_found`
 */
export async function removeFactors(
  { prisma }: Database,
  { username, by }: { username: string; by: Actor },
): Promise<void> {
  await changeAs(prisma, by, async (tx: Transaction) => {
    const account = await findAccount(tx, username);
    if (account === null) throw new AccountError('account_not_found', { username });
    await removeAll(tx, account.id);
  });
}
