import { hasSecondFactor } from '@campus/accounts';
import { type Queryable, type Sql, sql } from '@campus/database';
import type { Prisma, User } from '../../generated/client.ts';
import { tables } from '../../generated/tables.ts';
import { refuseConflicts } from './conflicts.ts';
import { isLeaving, notLeaving } from './leaving.ts';
import { apart, type LinkedIds, writeLinks } from './links.ts';
import type { Database, Transaction } from './open-database.ts';
import { holdsWords } from './select.ts';

/** An account as it is read whenever somebody comes with a password or a session. */
export interface SignInRow {
  id: number;
  username: string;
  passwordHash: string | null;
  isActive: boolean;
  isStaff: boolean;
  isSuperuser: boolean;
  hasSecondFactor: boolean;
}

/** The accounts of which a condition holds. */
export function signInRows(condition: Sql): Sql<SignInRow> {
  return sql`
    select id, username, password_hash, is_active, is_staff, is_superuser,
      ${hasSecondFactor(sql`users.id`)} as has_second_factor
    from users where ${condition}`;
}

/** The account of a user name, exactly as written; read at every request that comes with a password. */
export async function findForSignIn(
  { pool }: Pick<Database, 'pool'>,
  username: string,
): Promise<SignInRow | undefined> {
  return (await signInRows(sql`username = ${username}`).rows(pool))[0];
}

/** The accounts of sessions that are there; read at every request of a session. */
export function findSignedIn({ pool }: Pick<Database, 'pool'>, ids: readonly number[]): Promise<SignInRow[]> {
  return signInRows(sql`id = any (${ids})`).rows(pool);
}

/** Notes that somebody has signed in with a browser. */
export async function noteSignIn({ pool }: Pick<Database, 'pool'>, id: number): Promise<void> {
  await sql`update users set last_sign_in_at = now() where id = ${id}`.run(pool);
}

/** The accounts that have these user names, exactly as written, in the order of their ids. */
export function accountsNamed(
  { pool }: Pick<Database, 'pool'>,
  usernames: readonly string[],
): Promise<{ id: number; username: string; isActive: boolean }[]> {
  return sql<{ id: number; username: string; isActive: boolean }>`
    select id, username, is_active from users where username = any (${usernames}) order by id`.rows(pool);
}

/** The user names of these accounts, in their order. */
export async function usernamesOf(
  { pool }: Pick<Database, 'pool'>,
  ids: readonly number[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await sql<{ username: string }>`
    select username from users where id = any (${ids}) order by username`.rows(pool);
  return rows.map(({ username }) => username);
}

const notListed = {
  ...{ passwordHash: true, oidcSubject: true, casUser: true, encodeTurnAt: true },
  ...{ quotaBytes: true, quotaVideos: true, sourceBytes: true, videoCount: true },
} as const;

/** An account as those who administer accounts see it. */
export type ListedAccount = Omit<User, keyof typeof notListed>;

/** Some of the accounts with these words in a name or in the mail address, by user name. */
export function findAccounts(
  db: Queryable,
  { words, offset, limit }: { words: string; offset: number; limit: number },
): Promise<ListedAccount[]> {
  return sql<ListedAccount>`
    select id, username, first_name, last_name, email, is_staff, is_superuser, is_active, date_joined, last_sign_in_at
    from users
    where ${sql.all([
      sql.any(
        [sql`username`, sql`first_name`, sql`last_name`, sql`email`].map((text) => holdsWords(text, words)),
      ),
      ...notLeaving('users', sql`id`),
    ])}
    order by username limit ${limit} offset ${offset}`.rows(db, { isPrepared: false });
}

/** An account by its id; null when there is none. */
export async function findAccount(db: Transaction, id: number): Promise<ListedAccount | null> {
  if (await isLeaving(db, 'users', id)) return null;
  return db.user.findUnique({ omit: notListed, where: { id } });
}

/** The id of a user name, exactly as written; undefined when there is none. */
export async function findUserId(tx: Transaction, username: string): Promise<number | undefined> {
  return (await tx.user.findUnique({ where: { username }, select: { id: true } }))?.id;
}

/** What is known of a person, beside the name and the password to sign in with. */
export type PersonDetails = Pick<User, 'firstName' | 'lastName' | 'email' | 'isStaff' | 'isSuperuser'>;

type LinkedUser = LinkedIds<'users'>;

/** The columns of a user, and what it is linked to; what is absent has its default. */
export type AccountColumns = Omit<Prisma.UserCreateManyInput, keyof LinkedUser> & LinkedUser;

/** Adds a user; undefined when the user name is taken. @throws VanishedError */
export async function insertAccount(tx: Transaction, account: AccountColumns): Promise<number | undefined> {
  const { values, links } = apart(tables.users, account);
  return refuseConflicts(async () => {
    const only = { select: { id: true }, skipDuplicates: true };
    const [row] = await tx.user.createManyAndReturn({ data: [values], ...only });
    if (row !== undefined) await writeLinks(tx, { id: row.id, links });
    return row?.id;
  });
}

/** Changes a user, that of the id where one is given; false when there is none. @throws TakenError, VanishedError */
export async function updateAccount(
  tx: Transaction,
  who: { username: string; id?: number | undefined },
  data: Partial<AccountColumns>,
): Promise<boolean> {
  const { values, links } = apart(tables.users, data);
  return refuseConflicts(async () => {
    // Also when nothing but links changes, so that nobody else writes those meanwhile.
    const which = who.id === undefined ? sql`username = ${who.username}` : sql`id = ${who.id}`;
    const found = await sql<{ id: number }>`select id from users where ${which} for update`.row(tx);
    // Asked when the row is locked: whoever removes the account may have held it.
    if (found === null || (await isLeaving(tx, 'users', found.id))) return false;
    const { id } = found;
    if (Object.keys(values).length > 0) await tx.user.updateMany({ where: { id }, data: values });
    await writeLinks(tx, { id, links });
    return true;
  });
}

// An arbitrary number, the same in every version of the service.
const superusersLock = 3_508_662_917;

/** Makes this transaction the only one that changes who is a superuser, until it ends. */
export async function lockSuperusers(tx: Queryable): Promise<void> {
  await sql`select pg_advisory_xact_lock(${superusersLock}::bigint)`.run(tx);
}

/** How many superusers there are, of whom nobody need be able to sign in. */
export function countSuperusers(db: Queryable): Promise<number> {
  return sql`select from users where is_superuser`.run(db);
}

/** How many of them are active. */
export function countActiveSuperusers(db: Queryable): Promise<number> {
  return sql`select from users where is_superuser and is_active`.run(db);
}

/** How many active superusers have a password, or have come from an identity provider before. */
export function countSuperusersWhoSignIn(db: Queryable): Promise<number> {
  return sql`
    select from users
    where is_superuser and is_active
      and (password_hash is not null or oidc_subject is not null or cas_user is not null)`.run(db);
}
