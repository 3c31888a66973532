import type { Actor } from '@campus/accounts';
import { type Queryable, type Sql, sql } from '@campus/database';
import type { Token } from '../../generated/client.ts';
import type { Scope } from '../domain/scope.ts';
import type { Database, Transaction } from './open-database.ts';
import { scopeColumn, scopeOf, storedScope } from './scopes.ts';

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

/** The token of this SHA-256 that opens an API, revoked or not; undefined when there is none. */
export async function findToken(
  { pool }: Pick<Database, 'pool'>,
  { hash, api }: { hash: Buffer; api: TokenApi },
): Promise<KnownToken | undefined> {
  const [token] = await sql<KnownToken>`
    select id, name, api, ${scopeColumn}, fingerprint, expires_at, last_used_at, revoked_at
    from tokens where hash = ${hash} and api = ${api}`.rows(pool);
  return token;
}

/** Of a token that is let in. */
const isOpen = (at: Date): Sql => sql`revoked_at is null and (expires_at is null or expires_at > ${at})`;

/** Whether a token that was let in still is. */
export async function isTokenOpen(
  { pool }: Pick<Database, 'pool'>,
  { id, at }: { id: number; at: Date },
): Promise<boolean> {
  return (await sql`select from tokens where id = ${id} and ${isOpen(at)}`.row(pool)) !== null;
}

/** Ids of the tokens that are let in; there are at most some hundred. */
export async function findOpenTokens({ pool }: Pick<Database, 'pool'>, at: Date): Promise<Set<number>> {
  const rows = await sql<{ id: number }>`select id from tokens where ${isOpen(at)}`.rows(pool);
  return new Set(rows.map(({ id }) => id));
}

/** Notes that a token was used, unless that was noted within the hour. */
export async function noteTokenUse(
  { pool }: Pick<Database, 'pool'>,
  { id, at }: { id: number; at: Date },
): Promise<void> {
  await sql`
    update tokens set last_used_at = ${at}
    where id = ${id} and (last_used_at is null or last_used_at < ${at}::timestamptz - interval '1 hour')`.run(
    pool,
  );
}

/** What an administrator sees of a token. */
export interface ListedToken extends Omit<Token, 'hash' | 'scope' | 'api'> {
  api: TokenApi;
  scope: Scope;
}

/** The newest that were revoked, beside all that were not. */
const revokedShown = 100;

/** The tokens that are let in or have expired, by name, and those that were revoked last. */
export function listTokens(db: Queryable): Promise<ListedToken[]> {
  return sql<ListedToken>`
    select id, name, api, ${scopeColumn}, fingerprint, expires_at, last_used_at, created_at, created_by, revoked_at,
      revoked_by
    from tokens
    where revoked_at is null or id in (
      select id from tokens where revoked_at is not null order by revoked_at desc limit ${sql.literal(revokedShown)})
    order by revoked_at desc nulls first, name`.rows(db);
}

/** One token, revoked or not; null when there is none. */
export async function findTokenById(db: Transaction, id: number): Promise<ListedToken | null> {
  const token = await db.token.findUnique({ where: { id }, omit: { hash: true } });
  return token && { ...token, api: token.api as TokenApi, scope: scopeOf(token.scope) };
}

/** A token of ours among those of these fingerprints, revoked or not; undefined when none is. */
export async function findRecordedToken(
  { pool }: Pick<Database, 'pool'>,
  fingerprints: readonly string[],
): Promise<Pick<KnownToken, 'name' | 'fingerprint'> | undefined> {
  const [token] = await sql<Pick<KnownToken, 'name' | 'fingerprint'>>`
    select name, fingerprint from tokens where fingerprint = any (${fingerprints}) limit 1`.rows(pool);
  return token;
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
export async function insertToken(
  tx: Transaction,
  { scope, hash, ...token }: NewToken,
  { by, most }: { by: Actor; most: number },
): Promise<Pick<Token, 'id' | 'createdAt' | 'revokedAt'> | 'too many' | 'name taken'> {
  await sql`select pg_advisory_xact_lock(${tokensLock}::bigint)`.run(tx);
  const select = { id: true, createdAt: true, revokedAt: true };
  const bytes = new Uint8Array(hash);
  const same = await tx.token.findUnique({ where: { hash: bytes }, select });
  if (same !== null) return same;
  const current = await sql<{ name: string }>`select name from tokens where revoked_at is null`.rows(tx);
  if (current.length >= most) return 'too many';
  if (current.some((one) => isNamed(one, token.name))) return 'name taken';
  const data = { ...token, hash: bytes, scope: storedScope(scope), createdBy: by.name };
  return tx.token.create({ data, select });
}

/** Revokes a token from this moment on; false when there is none, or it was revoked before. */
export async function endToken(
  tx: Transaction,
  id: number,
  { by, at }: { by: Actor; at: Date },
): Promise<boolean> {
  const end = sql`
    update tokens set revoked_at = ${at}, revoked_by = ${by.name}
    where id = ${id} and revoked_at is null`;
  return (await end.run(tx)) === 1;
}
