import { changeAs, hasSecondFactor, personAt, type Statements } from '@campus/accounts';
import type { Prisma } from '../../generated/client.ts';
import type { Role } from '../domain/roles.ts';
import type { Scope } from '../domain/scope.ts';
import type { Database, Transaction } from './open-database.ts';
import { scopeText as scopeColumn, scopeOf, storedScope } from './stored-scope.ts';

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

const signInColumns = `id, username, full_name as "fullName", role, password_hash as "passwordHash", ${scopeColumn},
                       is_active as "isActive", ${hasSecondFactor('accounts.id')} as "hasSecondFactor"`;

async function findBy(
  column: 'id' | 'oidc_subject',
  values: readonly (string | number)[],
  { pool }: Database,
): Promise<Account[]> {
  const { rows } = await pool.query<Account>({
    name: `accounts_by_${column}`,
    text: `select ${signInColumns} from accounts where ${column} = any ($1)`,
    values: [values],
  });
  return rows;
}

/** The account of a user name, exactly as written. */
export async function findForSignIn({ pool }: Database, username: string): Promise<Account | undefined> {
  const { rows } = await pool.query<Account>({
    name: 'account_for_sign_in',
    text: `select ${signInColumns} from accounts where username = $1`,
    values: [username],
  });
  return rows[0];
}

/** The accounts of sessions that are there, as they are now; read at every request of a session. */
export function findSignedIn(db: Database, ids: readonly number[]): Promise<Account[]> {
  return findBy('id', ids, db);
}

/**
 * The account of somebody whom the identity provider has sent: the one of this subject; else the active one of exactly
 * this user name that has no subject yet, which has it from now on.
 *
 * @param identity.address  of the client, for the administration history
 */
export async function findByOpenId(
  db: Database,
  identity: { subject: string; username: string | undefined; address: string | undefined },
): Promise<Account | undefined> {
  const { subject, username, address } = identity;
  const [known] = await findBy('oidc_subject', [subject], db);
  if (known !== undefined || username === undefined) return known;
  const bound = await changeAs(db.prisma, personAt({ username }, address), (tx: Transaction) =>
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
export async function noteSignIn({ pool }: Database, id: number): Promise<void> {
  await pool.query('update accounts set last_sign_in_at = now() where id = $1', [id]);
}

const listedColumns = {
  id: true,
  username: true,
  fullName: true,
  email: true,
  role: true,
  isActive: true,
  scope: true,
  createdAt: true,
  lastSignInAt: true,
} as const;

/** What an administrator sees of an account. */
export interface ListedAccount extends Omit<StoredAccount, 'scope'> {
  scope: Scope;
}
type StoredAccount = Prisma.AccountGetPayload<{ select: typeof listedColumns }>;

/** All accounts by user name: those of an office, a few dozen. */
export async function listAccounts(db: Transaction): Promise<ListedAccount[]> {
  const accounts = await db.account.findMany({ select: listedColumns, orderBy: { username: 'asc' } });
  return accounts.map((account) => ({ ...account, scope: scopeOf(account.scope) }));
}

/** One account by its user name, exactly as written; null when there is none. */
export async function findAccount(db: Transaction, username: string): Promise<ListedAccount | null> {
  const account = await db.account.findUnique({ where: { username }, select: listedColumns });
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
  username: string,
  { scope, ...changes }: Partial<PersonDetails> & { isActive?: boolean; passwordHash?: string },
): Promise<boolean> {
  const data = { ...changes, ...(scope === undefined ? {} : { scope: storedScope(scope) }) };
  return (await tx.account.updateMany({ where: { username }, data })).count === 1;
}

// An arbitrary number, the same in every version of the service.
const administratorsLock = 2_160_437_904;

/** Makes this transaction the only one that changes who is an administrator, until it ends. */
export async function lockAdministrators(tx: Transaction): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(${administratorsLock}::bigint)`;
}

/** How many administrators there are, of whom nobody need be able to sign in. */
export async function countAdministrators(db: Statements): Promise<number> {
  const [row] = await db.$queryRawUnsafe<[{ count: number }]>(
    `select count(*)::integer as count from accounts where role = 'administrator'`,
  );
  return row.count;
}

/** How many active administrators have a password, or have come from the identity provider before. */
export function countAdministratorsWhoSignIn(db: Transaction): Promise<number> {
  const ways = [{ passwordHash: { not: null } }, { oidcSubject: { not: null } }];
  return db.account.count({ where: { role: 'administrator', isActive: true, OR: ways } });
}

/** Whether the administration history said last that these tokens are let in, by parameter. */
export async function areTokensNoted(
  { pool }: Pick<Database, 'pool'>,
  fingerprints: Record<string, string[]>,
): Promise<boolean> {
  const { rows } = await pool.query<{ detail: unknown }>(
    `select from (select detail from administration_history where event = 'tokens-configured' order by id desc limit 1) as last
      where detail = $1::jsonb`,
    [JSON.stringify(fingerprints)],
  );
  return rows.length > 0;
}

/** Adds to the administration history which tokens are let in. */
export async function noteTokensConfigured(
  tx: Transaction,
  fingerprints: Record<string, string[]>,
): Promise<void> {
  const detail = JSON.stringify(fingerprints);
  await tx.$queryRaw`select note_administration('tokens-configured', null, ${detail}::jsonb)::text`;
}
