import { changeAs, personAt } from '@campus/accounts';
import type { Role } from '../accounts/roles.ts';
import type { Database, Transaction } from './open-database.ts';

/** An account as it is read whenever somebody comes: to check a password, and to tell what a session may do. */
export interface Account {
  id: number;
  username: string;
  /** Empty when nobody has given it. */
  fullName: string;
  role: Role;
  passwordHash: string | null;
  isActive: boolean;
}

const signInColumns = `id, username, full_name as "fullName", role, password_hash as "passwordHash",
                       is_active as "isActive"`;

/** The account of a user name, exactly as written. */
export async function findForSignIn(
  { pool }: Pick<Database, 'pool'>,
  username: string,
): Promise<Account | undefined> {
  const { rows } = await pool.query<Account>({
    name: 'find_for_sign_in',
    text: `select ${signInColumns} from accounts where username = $1`,
    values: [username],
  });
  return rows[0];
}

/** The account of a session, as it is now; read at every request of the session. */
export async function findSignedIn(
  { pool }: Pick<Database, 'pool'>,
  id: number,
): Promise<Account | undefined> {
  const { rows } = await pool.query<Account>({
    name: 'find_signed_in',
    text: `select ${signInColumns} from accounts where id = $1`,
    values: [id],
  });
  return rows[0];
}

/** The accounts of these ids that are there. */
export async function findAllSignedIn(
  { pool }: Pick<Database, 'pool'>,
  ids: readonly number[],
): Promise<Account[]> {
  const { rows } = await pool.query<Account>({
    name: 'find_all_signed_in',
    text: `select ${signInColumns} from accounts where id = any ($1)`,
    values: [ids],
  });
  return rows;
}

/**
 * The account of somebody whom the identity provider has sent: the one of this subject; else the active one of exactly
 * this user name that has no subject yet, which has it from now on.
 *
 * @param identity.address  of the client, for the administration history
 */
export async function findByOpenId(
  { prisma, pool }: Pick<Database, 'prisma' | 'pool'>,
  {
    subject,
    username,
    address,
  }: { subject: string; username: string | undefined; address: string | undefined },
): Promise<Account | undefined> {
  const { rows } = await pool.query<Account>({
    name: 'find_by_open_id',
    text: `select ${signInColumns} from accounts where oidc_subject = $1`,
    values: [subject],
  });
  if (rows.length > 0 || username === undefined) return rows[0];
  const bound = await changeAs(prisma, personAt({ username }, address), (tx: Transaction) =>
    tx.$queryRawUnsafe<Account[]>(
      `update accounts set oidc_subject = $1
        where username = $2 and oidc_subject is null and is_active
          and not exists (select from accounts where oidc_subject = $1)
        returning ${signInColumns}`,
      subject,
      username,
    ),
  );
  return bound[0];
}

/** Notes that somebody has signed in now. */
export async function noteSignIn({ pool }: Pick<Database, 'pool'>, id: number): Promise<void> {
  await pool.query('update accounts set last_sign_in_at = now() where id = $1', [id]);
}

/** What an administrator sees of an account. */
export interface ListedAccount {
  username: string;
  fullName: string;
  email: string;
  role: Role;
  isActive: boolean;
  createdAt: Date;
  /** Null: never. */
  lastSignInAt: Date | null;
}

const listedColumns = {
  username: true,
  fullName: true,
  email: true,
  role: true,
  isActive: true,
  createdAt: true,
  lastSignInAt: true,
} as const;

/** All accounts by user name: those of an office, a few dozen. */
export function listAccounts(db: Transaction): Promise<ListedAccount[]> {
  return db.account.findMany({ select: listedColumns, orderBy: { username: 'asc' } });
}

/** One account by its user name, exactly as written; null when there is none. */
export function findAccount(db: Transaction, username: string): Promise<ListedAccount | null> {
  return db.account.findUnique({ where: { username }, select: listedColumns });
}

export interface NewAccount {
  username: string;
  fullName: string;
  email: string;
  role: Role;
  /** Null: no sign-in by password. */
  passwordHash: string | null;
}

/** Adds an active account; false when the user name is taken, in capitals or not. */
export async function insertAccount(tx: Transaction, account: NewAccount): Promise<boolean> {
  const { count } = await tx.account.createMany({ data: [account], skipDuplicates: true });
  return count === 1;
}

/** What may be changed of an account, its password apart. */
export interface AccountChanges {
  fullName?: string;
  email?: string;
  role?: Role;
  isActive?: boolean;
}

/** Changes an account; false when there is no such user name. */
export async function updateAccount(
  tx: Transaction,
  username: string,
  changes: AccountChanges,
): Promise<boolean> {
  return (await tx.account.updateMany({ where: { username }, data: changes })).count === 1;
}

/** Writes the hash of a new password; false when there is no such user name. */
export async function writePasswordHash(
  db: Transaction,
  { username, passwordHash }: { username: string; passwordHash: string },
): Promise<boolean> {
  return (await db.account.updateMany({ where: { username }, data: { passwordHash } })).count === 1;
}

// An arbitrary number, the same in every version of the service.
const administratorsLock = 2_160_437_904;

/** Makes this transaction the only one that changes who is an administrator, until it ends. */
export async function lockAdministrators(tx: Transaction): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(${administratorsLock}::bigint)`;
}

/** How many administrators there are, of whom nobody need be able to sign in. */
export function countAdministrators(db: Transaction): Promise<number> {
  return db.account.count({ where: { role: 'administrator' } });
}

/** How many active administrators have a password, or have come from the identity provider before. */
export function countAdministratorsWhoSignIn(db: Transaction): Promise<number> {
  const ways = [{ passwordHash: { not: null } }, { oidcSubject: { not: null } }];
  return db.account.count({ where: { role: 'administrator', isActive: true, OR: ways } });
}

/** Adds to the administration history which tokens are let in, by parameter, unless that is what it said last. */
export async function noteTokensConfigured(
  tx: Transaction,
  fingerprints: Record<string, string[]>,
): Promise<void> {
  const detail = JSON.stringify(fingerprints);
  await tx.$queryRaw`
    select note_administration('tokens-configured', null, ${detail}::jsonb)::text
     where ${detail}::jsonb is distinct from (
       select detail from administration_history where event = 'tokens-configured' order by id desc limit 1)`;
}
