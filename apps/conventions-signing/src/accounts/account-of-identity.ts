import { changeAs, personAt } from '@campus/accounts';
import { type Account, bindSubject, findBySubject } from '../data/accounts.ts';
import type { Database, Transaction } from '../data/open-database.ts';

/**
 * The account of somebody whom the identity provider has sent: the one of this subject; else the active one of exactly
 * this user name that has no subject yet, which has it from now on.
 *
 * @param identity.address  of the client, for the administration history
 */
export async function accountOfIdentity(
  db: Database,
  identity: { subject: string; username: string | undefined; address: string | undefined },
): Promise<Account | undefined> {
  const { subject, username, address } = identity;
  const known = await findBySubject(db.pool, subject);
  if (known !== undefined || username === undefined) return known;
  const by = personAt({ username }, address);
  return changeAs(db, by, (tx: Transaction) => bindSubject(tx, { subject, username }));
}
