import type { Prisma } from '../../generated/client.ts';
import { refuseConflicts } from './conflicts.ts';
import type { Database, Transaction } from './open-database.ts';

/** An account with what is needed to check a password. */
export interface SignInRow {
  id: number;
  passwordHash: string | null;
  isActive: boolean;
  isStaff: boolean;
  isSuperuser: boolean;
}

/** The account of a user name, exactly as written; read at every request that comes with a password. */
export async function findForSignIn(
  { pool }: Pick<Database, 'pool'>,
  username: string,
): Promise<SignInRow | undefined> {
  const { rows } = await pool.query<SignInRow>({
    name: 'find_for_sign_in',
    text: `select id, password_hash as "passwordHash", is_active as "isActive",
                  is_staff as "isStaff", is_superuser as "isSuperuser"
           from users where username = $1`,
    values: [username],
  });
  return rows[0];
}

export interface NewAccount {
  username: string;
  email: string;
  isStaff: boolean;
  isSuperuser: boolean;
  passwordHash: string;
}

/** Adds an active account; undefined when the user name is taken. */
export async function insertAccount(tx: Transaction, account: NewAccount): Promise<number | undefined> {
  const [row] = await tx.user.createManyAndReturn({
    data: [account],
    select: { id: true },
    skipDuplicates: true,
  });
  return row?.id;
}

/** Writes the hash of a user's new password; false when there is no such user. */
export async function writePasswordHash(
  db: Transaction,
  { username, passwordHash }: { username: string; passwordHash: string },
): Promise<boolean> {
  const { count } = await db.user.updateMany({ where: { username }, data: { passwordHash } });
  return count === 1;
}

/** Lets a user in no more; false when there is no such user. */
export async function markDisabled(tx: Transaction, username: string): Promise<boolean> {
  const { count } = await tx.user.updateMany({ where: { username }, data: { isActive: false } });
  return count === 1;
}

/** Changes a user; false when there is none with this id. @throws TakenError */
export async function updateAccount(
  tx: Transaction,
  id: number,
  data: Prisma.UserUncheckedUpdateManyInput,
): Promise<boolean> {
  const { count } = await refuseConflicts('users', () => tx.user.updateMany({ where: { id }, data }));
  return count === 1;
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

export async function countSuperusers(
  db: Transaction,
  { onlyActive }: { onlyActive: boolean },
): Promise<number> {
  return await db.user.count({ where: { isSuperuser: true, ...(onlyActive ? { isActive: true } : {}) } });
}
