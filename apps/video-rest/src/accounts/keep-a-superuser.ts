import { countSuperusersWhoSignIn, lockSuperusers } from '../data/accounts.ts';
import type { Transaction } from '../data/open-database.ts';
import { AccountError } from './account-error.ts';

/**
 * Does a change of a user that may take away a superuser (delete, disable, demote), and refuses it when none would be
 * left who can sign in. Two such changes at once are done one after the other.
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
  const before = await countSuperusersWhoSignIn(tx);
  const result = await change();
  // Where there was none before, nobody is taken away.
  if (before > 0 && (await countSuperusersWhoSignIn(tx)) === 0) throw new AccountError('last_superuser');
  return result;
}
