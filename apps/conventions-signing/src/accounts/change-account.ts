import { type Actor, changeAs, checkEmail } from '@campus/accounts';
import {
  type AccountChanges,
  countAdministratorsWhoSignIn,
  lockAdministrators,
  updateAccount,
} from '../data/accounts.ts';
import type { Database, Transaction } from '../data/open-database.ts';
import { AccountError } from './account-error.ts';
import { checkFullName } from './full-name.ts';
import { checkScope } from './scope-rules.ts';

/**
 * Changes what is given of an account. Somebody who is deactivated is let in no more; one administrator who can
 * sign in is always left, also when several changes come at once.
 *
 * @param change.by  whom the administration history names
 * @throws AccountError `account_not_found`, `invalid_full_name`, `invalid_scope`, `last_administrator`; AccountRuleError `invalid_email`
 */
export async function changeAccount(
  { prisma }: Database,
  { username, by, ...changes }: { username: string; by: Actor } & AccountChanges,
): Promise<void> {
  checkFullName(changes.fullName ?? '');
  checkEmail(changes.email ?? '');
  checkScope(changes.scope ?? 'everything');
  // At the isolation level "read committed" each count sees what was committed before the lock was given.
  await changeAs(prisma, by, async (tx: Transaction) => {
    await lockAdministrators(tx);
    const before = await countAdministratorsWhoSignIn(tx);
    if (!(await updateAccount(tx, username, changes)))
      throw new AccountError('account_not_found', { username });
    // Where there was none before, nobody is taken away.
    if (before > 0 && (await countAdministratorsWhoSignIn(tx)) === 0)
      throw new AccountError('last_administrator');
  });
}
