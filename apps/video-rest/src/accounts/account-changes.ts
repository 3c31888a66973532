import {
  countSuperusers,
  deactivate,
  insertAccount,
  lockSuperusers,
  writePasswordHash,
} from '../data/accounts.ts';
import type { Database, Transaction } from '../data/open-database.ts';
import { AccountError } from './account-error.ts';
import { hashPassword } from './password-hash.ts';
import { checkPasswordRules } from './password-rules.ts';
import { isUsername } from './username.ts';

type Deps = Pick<Database, 'prisma'>;

/**
 * Makes an active account with a password.
 *
 * @throws AccountError `invalid_username`, `invalid_email`, `username_taken`, or a rule of passwords
 */
export async function createAccount(
  { prisma }: Deps,
  account: {
    username: string;
    password: string;
    email?: string;
    isStaff?: boolean;
    isSuperuser?: boolean;
  },
): Promise<void> {
  const { username, password, email = '', isStaff = false, isSuperuser = false } = account;
  if (!isUsername(username)) throw new AccountError('invalid_username');
  // Only what cannot be an address at all; whether it is one shows when it is written to.
  if (email !== '' && !(email.length <= 254 && /^[^\s\p{Cc}@]+@[^\s\p{Cc}@]+$/u.test(email)))
    throw new AccountError('invalid_email');
  checkPasswordRules(password);
  const passwordHash = await hashPassword(password);
  const id = await insertAccount(prisma, { username, email, isStaff, isSuperuser, passwordHash });
  if (id === undefined) throw new AccountError('username_taken');
}

/**
 * Gives a user another password; requests with the old one are refused from now on. Tokens stay.
 *
 * @throws AccountError `user_not_found`, or a rule of passwords
 */
export async function setPassword(
  { prisma }: Deps,
  { username, password }: { username: string; password: string },
): Promise<void> {
  checkPasswordRules(password);
  const passwordHash = await hashPassword(password);
  if (!(await writePasswordHash(prisma, { username, passwordHash })))
    throw new AccountError('user_not_found', { username });
}

/**
 * Lets a user in no more, by password or by token. Repeating it changes nothing.
 *
 * @throws AccountError `user_not_found`, `last_superuser`
 */
export async function disable({ prisma }: Deps, username: string): Promise<void> {
  await prisma.$transaction((tx) =>
    keepASuperuser(tx, async () => {
      if (!(await deactivate(tx, username))) throw new AccountError('user_not_found', { username });
    }),
  );
}

/**
 * Does a change of a user that may take away a superuser (delete, deactivate, demote), and refuses it when no active
 * one would be left. Two such changes at once are done one after the other.
 *
 * Call it before anything else in the transaction that writes users, and let its error end the transaction. The
 * isolation level must be PostgreSQL's own, "read committed".
 *
 * @throws AccountError `last_superuser`; whatever `change` throws
 */
export async function keepASuperuser<Result>(
  tx: Transaction,
  change: () => Promise<Result>,
): Promise<Result> {
  await lockSuperusers(tx);
  const before = await countSuperusers(tx, { onlyActive: true });
  const result = await change();
  // Where there was none before, nobody is taken away.
  if (before > 0 && (await countSuperusers(tx, { onlyActive: true })) === 0)
    throw new AccountError('last_superuser');
  return result;
}
