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
import type { Scope } from '../signing/scope.ts';
import { checkFullName } from './full-name.ts';
import type { Role } from './roles.ts';
import { checkScope } from './scope-rules.ts';

/**
 * Makes an active account. Its user name stays for ever: the history names people by it.
 *
 * @param account.password  undefined: whoever it is signs in at the identity provider only
 * @throws AccountRuleError, AccountError `invalid_full_name`, `invalid_scope`, BudgetSpentError
 */
export async function createAccount(
  { prisma }: Database,
  account: {
    username: string;
    password: string | undefined;
    role: Role;
    fullName?: string | undefined;
    email?: string | undefined;
    scope?: Scope | undefined;
    /** Whom the administration history names. */
    by: Actor;
  },
): Promise<void> {
  const { username, password, role, fullName = '', email = '', scope = 'everything', by } = account;
  checkUsername(username);
  checkFullName(fullName);
  checkEmail(email);
  checkScope(scope);
  const passwordHash =
    password === undefined ? null : await hashNewPassword(password, { username, by: by.name });
  const isNew = await changeAs(prisma, by, (tx: Transaction) =>
    insertAccount(tx, { username, fullName, email, role, scope, passwordHash }),
  );
  if (!isNew) throw new AccountRuleError('username_taken');
}
