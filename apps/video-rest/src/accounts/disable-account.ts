import { type Actor, changeAs } from '@campus/accounts';
import { markActive } from '../data/accounts.ts';
import type { Database, Transaction } from '../data/open-database.ts';
import { AccountError } from './account-error.ts';
import { keepASuperuser } from './keep-a-superuser.ts';

/**
 * Lets a user in no more, by password or by token. Repeating it changes nothing.
 *
 * @param change.by  whom the administration history names
 * @throws AccountError `user_not_found`, `last_superuser`
 */
export async function disableAccount(
  { prisma }: Pick<Database, 'prisma'>,
  { username, by }: { username: string; by: Actor },
): Promise<void> {
  await changeAs(prisma, by, (tx: Transaction) =>
    keepASuperuser(tx, async () => {
      if (!(await markActive(tx, { username, isActive: false })))
        throw new AccountError('user_not_found', { username });
    }),
  );
}

/**
 * Lets a user in again, by the password and the tokens of before. Repeating it changes nothing.
 *
 * @param change.by  whom the administration history names
 * @throws AccountError `user_not_found`
 */
export async function enableAccount(
  { prisma }: Pick<Database, 'prisma'>,
  { username, by }: { username: string; by: Actor },
): Promise<void> {
  const isThere = await changeAs(prisma, by, (tx: Transaction) =>
    markActive(tx, { username, isActive: true }),
  );
  if (!isThere) throw new AccountError('user_not_found', { username });
}
