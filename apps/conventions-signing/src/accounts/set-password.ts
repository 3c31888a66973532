import { type Actor, changeAs, hashNewPassword } from '@campus/accounts';
import { writePasswordHash } from '../data/accounts.ts';
import type { Database, Transaction } from '../data/open-database.ts';
import { AccountError } from './account-error.ts';

/**
 * Gives a person another password; the old one is refused from now on.
 *
 * @param change.by  whom the administration history names
 * @throws AccountError `account_not_found`, AccountRuleError, BudgetSpentError
 */
export async function setPassword(
  { prisma }: Database,
  { username, password, by }: { username: string; password: string; by: Actor },
): Promise<void> {
  const passwordHash = await hashNewPassword(password, { username, by: by.name });
  const isThere = await changeAs(prisma, by, (tx: Transaction) =>
    writePasswordHash(tx, { username, passwordHash }),
  );
  if (!isThere) throw new AccountError('account_not_found', { username });
}
