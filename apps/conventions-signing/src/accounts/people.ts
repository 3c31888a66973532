import { changeAs, checkEmail, peopleOf, personAt } from '@campus/accounts';
import * as accounts from '../data/accounts.ts';
import type { Database, Transaction } from '../data/open-database.ts';
import { AccountError } from './account-error.ts';
import { checkScope } from './scope-rules.ts';

/** Of a name, in characters, as the table holds them. */
const maxCharacters = 150;

const usual: accounts.PersonDetails = { fullName: '', email: '', role: 'reader', scope: 'everything' };

/**
 * What is done with the accounts of the staff. A user name stays for ever: the history names people by it.
 *
 * @throws AccountError `account_not_found`, `invalid_full_name`, `invalid_scope`, `last_administrator`
 */
export const people = peopleOf<Transaction, accounts.PersonDetails>({
  rows: {
    insert: accounts.insertAccount,
    update: accounts.updateAccount,
    findId: accounts.findAccountId,
    lock: accounts.lockAdministrators,
    countAdministrators: accounts.countAdministrators,
    countWhoSignIn: accounts.countAdministratorsWhoSignIn,
  },
  usual,
  check({ fullName, email, scope }) {
    // Signs that turn the direction of a text would make the words around the name read otherwise than they are.
    if ([...fullName].length > maxCharacters || /[\p{Cc}\p{Bidi_Control}]/u.test(fullName))
      throw new AccountError('invalid_full_name', { maxCharacters });
    checkEmail(email);
    checkScope(scope);
  },
  notFound: (username) => new AccountError('account_not_found', { username }),
  lastOne: () => new AccountError('last_administrator'),
  first: {
    what: 'administrator',
    parameters: { username: 'root.username', password: 'root.password' },
    details: { ...usual, role: 'administrator' },
  },
});

/**
 * The account of somebody whom the identity provider has sent: the one of this subject; else the active one of exactly
 * this user name that has no subject yet, which has it from now on.
 *
 * @param identity.address  of the client, for the administration history
 */
export async function accountOfIdentity(
  db: Database,
  identity: { subject: string; username: string | undefined; address: string | undefined },
): Promise<accounts.Account | undefined> {
  const { subject, username, address } = identity;
  const known = await accounts.findBySubject(db.pool, subject);
  if (known !== undefined || username === undefined) return known;
  const by = personAt({ username }, address);
  return changeAs(db, by, (tx: Transaction) => accounts.bindSubject(tx, { subject, username }));
}
