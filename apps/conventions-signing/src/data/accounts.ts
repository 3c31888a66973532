import { hasSecondFactor } from '@campus/accounts';
import { type Queryable, type Sql, sql } from '@campus/database';
import type { Account as StoredAccount } from '../../generated/client.ts';
import type { Role } from '../domain/roles.ts';
import type { Scope } from '../domain/scope.ts';
import type { Database, Transaction } from './open-database.ts';
import { scopeColumn, scopeOf, storedScope } from './scopes.ts';

/** An account as it is read whenever somebody comes: to check a password, and to tell what a session may do. */
export interface Account {
  id: number;
  username: string;
  /** Empty when nobody has given it. */
  fullName: string;
  role: Role;
  /** Null: no sign-in by password. */
  passwordHash: string | null;
  isActive: boolean;
  hasSecondFactor: boolean;
  scope: Scope;
}

const signInColumns = sql`id, username, full_name, role, password_hash, ${scopeColumn}, is_active,
  ${hasSecondFactor(sql`accounts.id`)} as has_second_factor`;

const accountsWhere = (condition: Sql) =>
  sql<Account>`select ${signInColumns} from accounts where ${condition}`;

/** The account of a user name, exactly as written. */
export async function findForSignIn({ pool }: Database, username: string): Promise<Account | undefined> {
  return (await accountsWhere(sql`username = ${username}`).rows(pool))[0];
}

/** The accounts of sessions that are there, as they are now; read at every request of a session. */
export function findSignedIn({ pool }: Database, ids: readonly number[]): Promise<Account[]> {
  return accountsWhere(sql`id = any (${ids})`).rows(pool);
}

/** The account of a subject at the identity provider. */
export async function findBySubject(db: Queryable, subject: string): Promise<Account | undefined> {
  return (await accountsWhere(sql`oidc_subject = ${subject}`).rows(db))[0];
}

/** The active account of exactly this user name that has no subject yet, and has this one from now on. */
export async function bindSubject(
  tx: Transaction,
  { subject, username }: { subject: string; username: string },
): Promise<Account | undefined> {
  const bound = await sql<Account>`
    update accounts set oidc_subject = ${subject}
    where username = ${username} and oidc_subject is null and is_active
      and not exists (select from accounts where oidc_subject = ${subject})
    returning ${signInColumns}`.rows(tx);
  return bound[0];
}

/** Notes that somebody has signed in now. */
export async function noteSignIn({ pool }: Database, id: number): Promise<void> {
  await sql`update accounts set last_sign_in_at = now() where id = ${id}`.run(pool);
}

const notListed = { passwordHash: true, oidcSubject: true } as const;

/** What an administrator sees of an account. */
export interface ListedAccount extends Omit<StoredAccount, 'scope' | keyof typeof notListed> {
  scope: Scope;
}

/** All accounts by user name: those of an office, a few dozen. */
export function listAccounts(db: Queryable): Promise<ListedAccount[]> {
  return sql<ListedAccount>`
    select id, username, full_name, email, role, is_active, ${scopeColumn}, created_at, last_sign_in_at
    from accounts order by username`.rows(db);
}

/** One account by its user name, exactly as written; null when there is none. */
export async function findAccount(db: Transaction, username: string): Promise<ListedAccount | null> {
  const account = await db.account.findUnique({ where: { username }, omit: notListed });
  return account && { ...account, scope: scopeOf(account.scope) };
}

/** What is known of a person, beside the name and the password to sign in with. */
export interface PersonDetails {
  fullName: string;
  email: string;
  role: Role;
  scope: Scope;
}

/** The id of a user name, exactly as written; undefined when there is none. */
export async function findAccountId(tx: Transaction, username: string): Promise<number | undefined> {
  return (await tx.account.findUnique({ where: { username }, select: { id: true } }))?.id;
}

/** Adds an active account, and gives its id; undefined when the user name is taken, in capitals or not. */
export async function insertAccount(
  tx: Transaction,
  account: PersonDetails & { username: string; passwordHash: string | null },
): Promise<number | undefined> {
  const data = [{ ...account, scope: storedScope(account.scope) }];
  const [row] = await tx.account.createManyAndReturn({ data, select: { id: true }, skipDuplicates: true });
  return row?.id;
}

/** Changes an account; false when there is no such user name. */
export async function updateAccount(
  tx: Transaction,
  { username }: { username: string },
  { scope, ...changes }: Partial<PersonDetails> & { isActive?: boolean; passwordHash?: string },
): Promise<boolean> {
  const data = { ...changes, ...(scope === undefined ? {} : { scope: storedScope(scope) }) };
  return (await tx.account.updateMany({ where: { username }, data })).count === 1;
}

// An arbitrary number, the same in every version of the service.
const administratorsLock = 2_160_437_904;

/** Makes this transaction the only one that changes who is an administrator, until it ends. */
export async function lockAdministrators(tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${administratorsLock}::bigint)`.run(tx);
}

/** How many administrators there are, of whom nobody need be able to sign in. */
export function countAdministrators(db: Queryable): Promise<number> {
  return sql`select from accounts where role = 'administrator'`.run(db);
}

/** How many active administrators have a password, or have come from the identity provider before. */
export function countAdministratorsWhoSignIn(db: Queryable): Promise<number> {
  return sql`
    select from accounts
    where role = 'administrator' and is_active and (password_hash is not null or oidc_subject is not null)`.run(
    db,
  );
}

/** Whether the administration history said last that these tokens are let in, by parameter. */
export async function areTokensNoted(
  { pool }: Pick<Database, 'pool'>,
  fingerprints: Record<string, string[]>,
): Promise<boolean> {
  const same = sql`
    select from (
      select detail from administration_history where event = 'tokens-configured' order by id desc limit 1) as last
    where detail = ${JSON.stringify(fingerprints)}::jsonb`;
  return (await same.row(pool)) !== null;
}

/** Adds to the administration history which tokens are let in. */
export async function noteTokensConfigured(
  tx: Transaction,
  fingerprints: Record<string, string[]>,
): Promise<void> {
  const detail = JSON.stringify(fingerprints);
  await sql`select note_administration('tokens-configured', null, ${detail}::jsonb)`.run(tx);
}
