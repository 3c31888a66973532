import { insertAccount } from '../data/accounts.ts';
import type { Database } from '../data/open-database.ts';
import { AccountError } from './account-error.ts';
import { isEmail } from './email.ts';
import { hashPassword } from './password-hash.ts';
import { checkPasswordRules } from './password-rules.ts';
import { checkUsername } from './username.ts';

/**
 * Makes an active account with a password.
 *
 * @throws AccountError `invalid_username`, `username_too_long`, `invalid_email`, `username_taken`, or a rule of
 *   passwords
 */
export async function createAccount(
  { prisma }: Pick<Database, 'prisma'>,
  account: {
    username: string;
    password: string;
    email?: string;
    isStaff?: boolean;
    isSuperuser?: boolean;
  },
): Promise<void> {
  const { username, password, email = '', isStaff = false, isSuperuser = false } = account;
  checkUsername(username);
  if (email !== '' && !isEmail(email)) throw new AccountError('invalid_email');
  checkPasswordRules(password);
  const passwordHash = await hashPassword(password);
  const id = await insertAccount(prisma, { username, email, isStaff, isSuperuser, passwordHash });
  if (id === undefined) throw new AccountError('username_taken');
}
