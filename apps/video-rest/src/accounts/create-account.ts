import {
  AccountRuleError,
  type Actor,
  changeAs,
  checkEmail,
  checkUsername,
  hashNewPassword,
} from '@campus/accounts';
import { insertAccount } from '../data/accounts.ts';
import type { Database, Transaction } from '../data/open-database.ts';

/**
 * Makes an active account.
 *
 * @returns its id
 * @throws AccountRuleError, BudgetSpentError
 */
export async function createAccount(
  { prisma }: Pick<Database, 'prisma'>,
  account: {
    username: string;
    /** Undefined: nobody signs in to it by password. */
    password: string | undefined;
    firstName?: string;
    lastName?: string;
    email?: string;
    isStaff?: boolean;
    isSuperuser?: boolean;
    /** Whom the administration history names. */
    by: Actor;
  },
): Promise<number> {
  const { username, password, firstName = '', lastName = '', email = '' } = account;
  const { isStaff = false, isSuperuser = false, by } = account;
  checkUsername(username);
  checkEmail(email);
  const passwordHash =
    password === undefined ? null : await hashNewPassword(password, { username, by: by.name });
  const names = { username, firstName, lastName, email };
  const id = await changeAs(prisma, by, (tx: Transaction) =>
    insertAccount(tx, { ...names, isStaff, isSuperuser, passwordHash }),
  );
  if (id === undefined) throw new AccountRuleError('username_taken');
  return id;
}
