import { checkPasswordRules, hashPassword } from '@campus/accounts';
import { writePasswordHash } from '../data/accounts.ts';
import type { Database } from '../data/open-database.ts';
import { AccountError } from './account-error.ts';

/**
 * Gives a user another password; requests with the old one are refused from now on. Tokens stay.
 *
 * @throws AccountError `user_not_found`, AccountRuleError
 */
export async function setPassword(
  { prisma }: Pick<Database, 'prisma'>,
  { username, password }: { username: string; password: string },
): Promise<void> {
  checkPasswordRules(password, { username });
  const passwordHash = await hashPassword(password);
  if (!(await writePasswordHash(prisma, { username, passwordHash })))
    throw new AccountError('user_not_found', { username });
}
