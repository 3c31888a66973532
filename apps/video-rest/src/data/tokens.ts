import { type Queryable, sql } from '@campus/database';
import type { AccessToken, Prisma } from '../../generated/client.ts';
import type { Database, Transaction } from './open-database.ts';
import { holdsWords } from './select.ts';

/** A token with its owner, as they are at this moment. */
export interface PresentedToken {
  tokenId: number;
  isRevoked: boolean;
  /** When it expires by the clock of the database, as an instant of `performance.now()`; infinite: never. */
  overAt: number;
  /** Null: never. */
  expiresAt: Date | null;
  /** Whether its last use was noted more than a minute ago, or never. */
  useIsDue: boolean;
  userId: number;
  username: string;
  isActive: boolean;
  isStaff: boolean;
  isSuperuser: boolean;
}

/** The token with this hash of its key, in one statement. */
export async function findPresentedToken(
  { pool }: Pick<Database, 'pool'>,
  keyHash: string,
): Promise<PresentedToken | undefined> {
  const askedAt = performance.now();
  const [token] = await sql<Omit<PresentedToken, 'overAt'> & { leftMs: number }>`
    select t.id as token_id, t.revoked_at is not null as is_revoked, t.expires_at,
      coalesce(extract(epoch from t.expires_at - now()) * 1000, 'infinity')::float8 as left_ms, coalesce(t.last_used_at < now() - interval '1 minute', true) as use_is_due,
      u.id as user_id, u.username, u.is_active, u.is_staff, u.is_superuser
    from access_tokens t join users u on u.id = t.user_id
    where t.key_hash = ${keyHash}`.rows(pool);
  return token && { ...token, overAt: askedAt + token.leftMs };
}

/**
 * Notes that a token is used now, unless that was noted less than a minute ago. Never waits: when somebody else has
 * the row, it is being noted or revoked.
 */
export async function noteTokenUse({ pool }: Pick<Database, 'pool'>, tokenId: number): Promise<void> {
  await sql`
    update access_tokens set last_used_at = now()
    where id in (
      select id from access_tokens
      where id = ${tokenId} and coalesce(last_used_at < now() - interval '1 minute', true)
      for update skip locked)`.run(pool);
}

/** Adds a token of a user; undefined when there is no such user. */
export async function insertToken(
  db: Transaction,
  { username, ...token }: Omit<Prisma.AccessTokenUncheckedCreateInput, 'userId'> & { username: string },
): Promise<number | undefined> {
  const user = await db.user.findUnique({ where: { username }, select: { id: true } });
  if (user === null) return undefined;
  const { id } = await db.accessToken.create({ data: { ...token, userId: user.id }, select: { id: true } });
  return id;
}

/** A token as people see it, with what there is to know of its user: without its key, which nobody has any more. */
export interface ListedToken extends Omit<AccessToken, 'keyHash'> {
  username: string;
  /** Tokens of a user who is not let in work no more. */
  userIsActive: boolean;
}

const listed = sql`
  select t.id, t.user_id, t.key_prefix, t.label, t.created_at, t.last_used_at, t.expires_at, t.revoked_at,
    u.username, u.is_active as user_is_active
  from access_tokens t join users u on u.id = t.user_id`;

/** All tokens, ended ones too; oldest first. */
export function listTokens(db: Queryable): Promise<ListedToken[]> {
  return sql<ListedToken>`${listed} order by t.id`.rows(db);
}

/** Some of the tokens with these words in their label or in the name of their user, ended ones too; newest first. */
export function findTokens(
  db: Queryable,
  { words, offset, limit }: { words: string; offset: number; limit: number },
): Promise<ListedToken[]> {
  return sql<ListedToken>`
    ${listed} where ${holdsWords(sql`t.label`, words)} or ${holdsWords(sql`u.username`, words)}
    order by t.id desc limit ${limit} offset ${offset}`.rows(db, { isPrepared: false });
}

/** A token by its id; null when there is none. */
export function findToken(db: Queryable, id: number): Promise<ListedToken | null> {
  return sql<ListedToken>`${listed} where t.id = ${id}`.row(db);
}

/** Ends a token; one that has ended keeps its time. False when there is no such token. */
export async function endToken(db: Queryable, { id, now }: { id: number; now: Date }): Promise<boolean> {
  const count = await sql`
    update access_tokens set revoked_at = coalesce(revoked_at, ${now}::timestamptz) where id = ${id}`.run(db);
  return count === 1;
}
