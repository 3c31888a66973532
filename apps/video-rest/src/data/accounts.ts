import { hasSecondFactor, type Statements } from '@campus/accounts';
import type { Prisma, User } from '../../generated/client.ts';
import { tables } from '../../generated/tables.ts';
import { refuseConflicts } from './conflicts.ts';
import { apart, type LinkedIds, writeLinks } from './links.ts';
import type { Database, Transaction } from './open-database.ts';
import { escapeLike } from './select.ts';

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

/** The columns of a `SignInRow`. */
export const signInColumns = `id, username, password_hash as "passwordHash", is_active as "isActive",
                       is_staff as "isStaff", is_superuser as "isSuperuser",
                       ${hasSecondFactor('users.id')} as "hasSecondFactor"`;

/** The accounts of which a column has this value; prepared under its name. */
export async function signInRows(
  { pool }: Pick<Database, 'pool'>,
  { name, where, value }: { name: string; where: string; value: unknown },
): Promise<SignInRow[]> {
  const text = `select ${signInColumns} from users where ${where}`;
  return (await pool.query<SignInRow>({ name, text, values: [value] })).rows;
}

/** The account of a user name, exactly as written; read at every request that comes with a password. */
export async function findForSignIn(
  db: Pick<Database, 'pool'>,
  username: string,
): Promise<SignInRow | undefined> {
  const { rows } = await db.pool.query<SignInRow>({
    name: 'find_for_sign_in',
    text: `select ${signInColumns} from users where username = $1`,
    values: [username],
  });
  return rows[0];
}

/** The account that a session belongs to; read at every request of the session. */
export async function findSignedIn(db: Pick<Database, 'pool'>, id: number): Promise<SignInRow | undefined> {
  return (await signInRows(db, { name: 'find_signed_in', where: 'id = $1', value: id }))[0];
}

/** The accounts of these ids that are there. */
export function findAllSignedIn(db: Pick<Database, 'pool'>, ids: readonly number[]): Promise<SignInRow[]> {
  return signInRows(db, { name: 'find_all_signed_in', where: 'id = any ($1)', value: ids });
}

/** Notes that somebody has signed in with a browser. */
export async function noteSignIn({ pool }: Pick<Database, 'pool'>, id: number): Promise<void> {
  await pool.query({
    name: 'note_sign_in',
    text: 'update users set last_sign_in_at = now() where id = $1',
    values: [id],
  });
}

const notListed = {
  ...{ passwordHash: true, oidcSubject: true, casUser: true },
  ...{ quotaBytes: true, quotaVideos: true, sourceBytes: true, videoCount: true },
} as const;

/** An account as those who administer accounts see it. */
export type ListedAccount = Omit<User, keyof typeof notListed>;

/** Some of the accounts with these words in a name or in the mail address, by user name. */
export async function findAccounts(
  db: Transaction,
  { words, offset, limit }: { words: string; offset: number; limit: number },
): Promise<ListedAccount[]> {
  const contains = { contains: escapeLike(words), mode: 'insensitive' } as const;
  const columns = ['username', 'firstName', 'lastName', 'email'] as const;
  return db.user.findMany({
    omit: notListed,
    where: words === '' ? {} : { OR: columns.map((column) => ({ [column]: contains })) },
    orderBy: { username: 'asc' },
    skip: offset,
    take: limit,
  });
}

/** An account by its id; null when there is none. */
export async function findAccount(db: Transaction, id: number): Promise<ListedAccount | null> {
  return db.user.findUnique({ omit: notListed, where: { id } });
}

/** The id of a user name, exactly as written; undefined when there is none. */
export async function findUserId(tx: Transaction, username: string): Promise<number | undefined> {
  return (await tx.user.findUnique({ where: { username }, select: { id: true } }))?.id;
}

/** What is known of a person, beside the name and the password to sign in with. */
export type PersonDetails = Pick<User, 'firstName' | 'lastName' | 'email' | 'isStaff' | 'isSuperuser'>;

/** Adds an active account; undefined when the user name is taken. */
export async function insertAccount(
  tx: Transaction,
  account: Prisma.UserCreateManyInput,
): Promise<number | undefined> {
  const [row] = await tx.user.createManyAndReturn({
    data: [account],
    select: { id: true },
    skipDuplicates: true,
  });
  return row?.id;
}

type LinkedUser = LinkedIds<'users'>;

/** The columns of a user, and what it is linked to; what is absent has its default. */
export type AccountColumns = Omit<Prisma.UserCreateManyInput, keyof LinkedUser> & LinkedUser;

/** Adds a user, and gives the id. @throws TakenError, VanishedError */
export async function insertColumns(tx: Transaction, data: AccountColumns): Promise<number> {
  const { values, links } = apart(tables.users, data);
  return refuseConflicts(async () => {
    const { id } = await tx.user.create({ data: values, select: { id: true } });
    await writeLinks(tx, { id, links });
    return id;
  });
}

/** Changes a user; false when there is no such user name. */
export async function updateNamed(
  tx: Transaction,
  username: string,
  data: Partial<PersonDetails> & { isActive?: boolean; passwordHash?: string },
): Promise<boolean> {
  return (await tx.user.updateMany({ where: { username }, data })).count === 1;
}

/** Changes a user, in a transaction; false when there is none with this id. @throws TakenError, VanishedError */
export async function updateAccount(
  tx: Transaction,
  id: number,
  data: Prisma.UserUncheckedUpdateManyInput & LinkedUser,
): Promise<boolean> {
  const { values, links } = apart(tables.users, data);
  return refuseConflicts(async () => {
    // Also when nothing but links changes, so that nobody else writes those meanwhile.
    const locked = await tx.$queryRaw<unknown[]>`select 1 from users where id = ${id} for update`;
    if (locked.length === 0) return false;
    if (Object.keys(values).length > 0) await tx.user.updateMany({ where: { id }, data: values });
    await writeLinks(tx, { id, links });
    return true;
  });
}

/** Removes a user with all tokens; false when there is none with this id. */
export async function deleteAccount(tx: Transaction, id: number): Promise<boolean> {
  return (await tx.user.deleteMany({ where: { id } })).count === 1;
}

// An arbitrary number, the same in every version of the service.
const superusersLock = 3_508_662_917;

/** Makes this transaction the only one that changes who is a superuser, until it ends. */
export async function lockSuperusers(tx: Transaction): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(${superusersLock}::bigint)`;
}

/** How many superusers there are, of whom nobody need be able to sign in. */
export async function countSuperusers(db: Statements): Promise<number> {
  const [row] = await db.$queryRawUnsafe<[{ count: number }]>(
    'select count(*)::integer as count from users where is_superuser',
  );
  return row.count;
}

/** How many active superusers have a password, or have come from an identity provider before. */
export function countSuperusersWhoSignIn(db: Transaction): Promise<number> {
  const ways = [{ passwordHash: { not: null } }, { oidcSubject: { not: null } }, { casUser: { not: null } }];
  return db.user.count({ where: { isSuperuser: true, isActive: true, OR: ways } });
}
