import { changeAs, type Identity, IdentityError, identityProvider, personAt } from '@campus/accounts';
import type { SignInRow } from '../data/accounts.ts';
import * as identities from '../data/identities.ts';
import type { Database, Transaction } from '../data/open-database.ts';
import { type ClaimRules, personInClaims } from '../domain/person-in-claims.ts';

/** What is done with what an identity provider says of those who sign in by it. */
export interface IdentityRules extends ClaimRules {
  /** Whoever has no account gets one. */
  createsAccounts: boolean;
  /** Names and mail address are taken over at every sign-in, and not only into a new account. */
  refreshesNames: boolean;
}

/** The claims that the rules read. */
export function claimsReadBy(rules: IdentityRules): string[] {
  const { createsAccounts, refreshesNames, firstName, lastName, email, affiliation, groups, staff } = rules;
  const names = createsAccounts || refreshesNames ? [firstName, lastName, email] : [];
  return [...names, ...[affiliation, groups, staff].flatMap((rule) => rule?.claim ?? [])];
}

/**
 * The account of somebody whom the identity provider has sent, with what it says of them written down: the one that is
 * theirs already; else the active one of their name that is nobody's yet; else, where accounts come by themselves, a
 * new one. Undefined when there is none. Nothing is written to one that is not active.
 *
 * Where accounts come by themselves, everybody at the provider gets in, and a superuser is no more found by a name.
 *
 * @param options.address   of the client, for the administration history
 * @throws IdentityError `name_taken`
 */
export async function accountOfIdentity(
  db: Database,
  identity: Identity,
  options: { protocol: identities.Subject['protocol']; rules: IdentityRules; address: string | undefined },
): Promise<SignInRow | undefined> {
  const { protocol, rules, address } = options;
  const { username, claims } = identity;
  const subject: identities.Subject = { protocol, subject: identity.subject };
  const { createsAccounts, refreshesNames, affiliation, groups, staff } = rules;
  const found = await findOrBind(
    db,
    { ...subject, username, address },
    { sparesSuperusers: createsAccounts },
  );
  const newName = found === undefined && createsAccounts ? username : undefined;
  const isWritten = refreshesNames || [affiliation, groups, staff].some((rule) => rule !== undefined);
  if (newName === undefined && !(found?.isActive && isWritten)) return found;

  const person = personInClaims(claims, rules);
  return changeAs(db, identityProvider(protocol, address), async (tx: Transaction) => {
    await identities.lockIdentity(tx, subject);
    const known = await identities.findByIdentity(tx, subject);
    if (known === undefined && newName !== undefined) {
      const id = await identities.insertOfIdentity(tx, subject, { username: newName, person });
      if (id === undefined) throw new IdentityError('name_taken', { name: newName });
      await identities.writeClaimedPerson(tx, id, person);
    } else if (known?.isActive) {
      await identities.writeClaimedPerson(tx, known.id, refreshesNames ? person : { ...person, ...noNames });
    }
    return identities.findByIdentity(tx, subject);
  });
}

/**
 * The account of somebody whom an identity provider has sent: the one of this subject; else the active one of exactly
 * this user name that has no subject there yet, which has it from now on.
 *
 * @param identity.address          of the client, for the administration history
 * @param options.sparesSuperusers  finds none by the name that may do everything
 */
export async function findOrBind(
  db: Database,
  {
    username,
    address,
    ...identity
  }: identities.Subject & { username: string | undefined; address: string | undefined },
  { sparesSuperusers = false }: { sparesSuperusers?: boolean } = {},
): Promise<SignInRow | undefined> {
  const known = await identities.findByIdentity(db.pool, identity);
  if (known !== undefined || username === undefined) return known;
  return changeAs(db, personAt({ username }, address), async (tx: Transaction) => {
    await identities.lockIdentity(tx, identity);
    await identities.bindIdentity(tx, { ...identity, username }, { sparesSuperusers });
    return identities.findByIdentity(tx, identity);
  });
}

const noNames = { firstName: undefined, lastName: undefined, email: undefined };
