import { type Actor, changeAs, hashNewPassword } from '@campus/accounts';
import { writePasswordHash } from '../data/accounts.ts';
import type { Database, Transaction } from '../data/open-database.ts';
import { AccountError } from './account-error.ts';

/**
 * Gives a user another password; requests with the old one are refused from now on. Tokens stay.
 *
 * @param change.by  whom the administration history names
 * @throws AccountError `user_not_found`, AccountRuleError, BudgetSpentError
 */
export async function setPassword(
  { prisma }: Pick<Database, 'prisma'>,
  { username, password, by }: { username: string; password: string; by: Actor },
): Promise<void> {
  const passwordHash = await hashNewPassword(password, { username, by: by.name });
  const isThere = await changeAs(prisma, by, (tx: Transaction) =>
    writePasswordHash(tx, { username, passwordHash }),
  );
  if (!isThere) throw new AccountError('user_not_found', { username });
}
