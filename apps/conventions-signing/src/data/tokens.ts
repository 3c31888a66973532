import { type Actor, changeAs } from '@campus/accounts';
import type { Prisma } from '../../generated/client.ts';
import type { Scope } from '../domain/scope.ts';
import type { Database, Transaction } from './open-database.ts';
import { scopeText as scopeColumn, scopeOf, storedScope } from './stored-scope.ts';

/** The APIs that tokens open, each one of them. */
export const tokenApis = ['public', 'management'] as const;
export type TokenApi = (typeof tokenApis)[number];

/** What is known of a token that is a record, whenever a program brings it. */
export interface KnownToken {
  id: number;
  name: string;
  api: TokenApi;
  scope: Scope;
  fingerprint: string;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

/** The token of this SHA-256, or undefined; asked at each request, so that what is revoked is let in nowhere. */
export async function findToken(
  { pool }: Pick<Database, 'pool'>,
  hash: Buffer,
): Promise<KnownToken | undefined> {
  const { rows } = await pool.query<KnownToken>({
    name: 'token-of-hash',
    text: `
      select id, name, api, ${scopeColumn}, fingerprint, expires_at as "expiresAt", last_used_at as "lastUsedAt",
        revoked_at as "revokedAt"
      from tokens where hash = $1`,
    values: [hash],
  });
  return rows[0];
}

/** Whether a token that was let in still is. */
export async function isTokenOpen(
  { pool }: Pick<Database, 'pool'>,
  { id, at }: { id: number; at: Date },
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'is-token-open',
    text: 'select from tokens where id = $1 and revoked_at is null and (expires_at is null or expires_at > $2)',
    values: [id, at],
  });
  return rowCount === 1;
}

/** Ids of the tokens that are let in; there are at most some hundred. */
export async function findOpenTokens({ pool }: Pick<Database, 'pool'>, at: Date): Promise<Set<number>> {
  const { rows } = await pool.query<{ id: number }>({
    name: 'open-tokens',
    text: 'select id from tokens where revoked_at is null and (expires_at is null or expires_at > $1)',
    values: [at],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Notes that a token was used, unless that was noted within the hour. */
export async function noteTokenUse(
  { pool }: Pick<Database, 'pool'>,
  { id, at }: { id: number; at: Date },
): Promise<void> {
  await pool.query({
    name: 'note-token-use',
    text: `
      update tokens set last_used_at = $2
      where id = $1 and (last_used_at is null or last_used_at < $2::timestamptz - interval '1 hour')`,
    values: [id, at],
  });
}

const listedColumns = {
  id: true,
  name: true,
  api: true,
  scope: true,
  fingerprint: true,
  expiresAt: true,
  lastUsedAt: true,
  createdAt: true,
  createdBy: true,
  revokedAt: true,
  revokedBy: true,
} as const;

type StoredToken = Prisma.TokenGetPayload<{ select: typeof listedColumns }>;

/** What an administrator sees of a token. */
export interface ListedToken extends Omit<StoredToken, 'scope' | 'api'> {
  api: TokenApi;
  scope: Scope;
}

function listed({ scope, api, ...token }: StoredToken): ListedToken {
  return { ...token, api: api as TokenApi, scope: scopeOf(scope) };
}

/** The newest that were revoked, beside all that were not. */
const revokedShown = 100;

/** The tokens that are let in or have expired, by name, and those that were revoked last. */
export async function listTokens(db: Transaction): Promise<ListedToken[]> {
  const [current, revoked] = await Promise.all([
    db.token.findMany({ select: listedColumns, where: { revokedAt: null }, orderBy: { name: 'asc' } }),
    db.token.findMany({
      select: listedColumns,
      where: { revokedAt: { not: null } },
      orderBy: { revokedAt: 'desc' },
      take: revokedShown,
    }),
  ]);
  return [...current, ...revoked].map(listed);
}

/** One token, revoked or not; null when there is none. */
export async function findTokenById(db: Transaction, id: number): Promise<ListedToken | null> {
  const token = await db.token.findUnique({ where: { id }, select: listedColumns });
  return token && listed(token);
}

/** The names of those of the fingerprints that are tokens of ours. */
export async function findTokenNames(
  db: Transaction,
  fingerprints: readonly string[],
): Promise<Map<string, string>> {
  if (fingerprints.length === 0) return new Map();
  const tokens = await db.token.findMany({
    where: { fingerprint: { in: [...fingerprints] } },
    select: { fingerprint: true, name: true },
  });
  return new Map(tokens.map(({ fingerprint, name }) => [fingerprint, name]));
}

/** A token of ours among those of these fingerprints, revoked or not; undefined when none is. */
export async function findRecordedToken(
  { pool }: Pick<Database, 'pool'>,
  fingerprints: readonly string[],
): Promise<Pick<KnownToken, 'name' | 'fingerprint'> | undefined> {
  const { rows } = await pool.query<Pick<KnownToken, 'name' | 'fingerprint'>>(
    'select name, fingerprint from tokens where fingerprint = any ($1) limit 1',
    [fingerprints],
  );
  return rows[0];
}

// An arbitrary number, the same in every version of the service.
const tokensLock = 1_953_459_566;

/** Whether a token has a name, which no two have that were not revoked, whatever its capitals. */
export function isNamed(token: { name: string }, name: string): boolean {
  return token.name.toLowerCase() === name.toLowerCase();
}

/** What is written of a new token. */
interface NewToken {
  name: string;
  api: TokenApi;
  scope: Scope;
  hash: Buffer;
  fingerprint: string;
  expiresAt: Date | null;
}

/**
 * Adds a token, while there are fewer than `most` that were not revoked and none of its name. One that is there already
 * is added no second time.
 *
 * @returns what is known of it, or why there is none
 */
export function insertToken(
  { prisma }: Pick<Database, 'prisma'>,
  { scope, hash, ...token }: NewToken,
  { by, most }: { by: Actor; most: number },
): Promise<Pick<StoredToken, 'id' | 'createdAt' | 'revokedAt'> | 'too many' | 'name taken'> {
  return changeAs(prisma, by, async (tx: Transaction) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(${tokensLock}::bigint)`;
    const select = { id: true, createdAt: true, revokedAt: true };
    const bytes = new Uint8Array(hash);
    const same = await tx.token.findUnique({ where: { hash: bytes }, select });
    if (same !== null) return same;
    const current = await tx.token.findMany({ where: { revokedAt: null }, select: { name: true } });
    if (current.length >= most) return 'too many';
    if (current.some((one) => isNamed(one, token.name))) return 'name taken';
    return tx.token.create({
      data: { ...token, hash: bytes, scope: storedScope(scope), createdBy: by.name },
      select,
    });
  });
}

/** Revokes a token from this moment on; false when there is none, or it was revoked before. */
export async function revokeToken(
  { prisma }: Pick<Database, 'prisma'>,
  id: number,
  { by, at }: { by: Actor; at: Date },
): Promise<boolean> {
  const { count } = await changeAs(prisma, by, (tx: Transaction) =>
    tx.token.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: at, revokedBy: by.name } }),
  );
  return count === 1;
}
