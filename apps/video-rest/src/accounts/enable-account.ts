import { markActive } from '../data/accounts.ts';
import type { Database } from '../data/open-database.ts';
import { AccountError } from './account-error.ts';

/**
 * Lets a user in again, by the password and the tokens of before. Repeating it changes nothing.
 *
 * @throws AccountError `user_not_found`
 */
export async function enableAccount({ prisma }: Pick<Database, 'prisma'>, username: string): Promise<void> {
  if (!(await markActive(prisma, { username, isActive: true })))
    throw new AccountError('user_not_found', { username });
}
