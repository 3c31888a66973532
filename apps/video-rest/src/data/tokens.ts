import type { AccessToken, Prisma } from '../../generated/client.ts';
import type { Database, Transaction } from './open-database.ts';
import { escapeLike } from './select.ts';

/** A token with its owner, as they are at this moment. */
interface PresentedToken {
  tokenId: number;
  isRevoked: boolean;
  isExpired: boolean;
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

/** The token with this hash of its key: one prepared statement, since every request with a token asks for it. */
export async function findPresentedToken(
  { pool }: Pick<Database, 'pool'>,
  keyHash: string,
): Promise<PresentedToken | undefined> {
  const { rows } = await pool.query<PresentedToken>({
    name: 'find_presented_token',
    text: `select t.id as "tokenId", t.revoked_at is not null as "isRevoked",
                  coalesce(t.expires_at <= now(), false) as "isExpired", t.expires_at as "expiresAt",
                  coalesce(t.last_used_at < now() - interval '1 minute', true) as "useIsDue",
                  u.id as "userId", u.username, u.is_active as "isActive",
                  u.is_staff as "isStaff", u.is_superuser as "isSuperuser"
           from access_tokens t join users u on u.id = t.user_id
           where t.key_hash = $1`,
    values: [keyHash],
  });
  return rows[0];
}

/**
 * Notes that a token is used now, unless that was noted less than a minute ago. Never waits: when somebody else has
 * the row, it is being noted or revoked.
 */
export async function noteTokenUse({ pool }: Pick<Database, 'pool'>, tokenId: number): Promise<void> {
  await pool.query({
    name: 'note_token_use',
    text: `update access_tokens set last_used_at = now()
           where id in (select id from access_tokens
                        where id = $1 and coalesce(last_used_at < now() - interval '1 minute', true)
                        for update skip locked)`,
    values: [tokenId],
  });
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

const listed = {
  include: { user: { select: { username: true, isActive: true } } },
  omit: { keyHash: true },
} as const;

/** All tokens, ended ones too; oldest first. */
export async function listTokens(db: Transaction): Promise<ListedToken[]> {
  return (await db.accessToken.findMany({ ...listed, orderBy: { id: 'asc' } })).map(withOwner);
}

/** Some of the tokens with these words in their label or in the name of their user, ended ones too; newest first. */
export async function findTokens(
  db: Transaction,
  { words, offset, limit }: { words: string; offset: number; limit: number },
): Promise<ListedToken[]> {
  const contains = { contains: escapeLike(words), mode: 'insensitive' } as const;
  const rows = await db.accessToken.findMany({
    ...listed,
    where: words === '' ? {} : { OR: [{ label: contains }, { user: { username: contains } }] },
    orderBy: { id: 'desc' },
    skip: offset,
    take: limit,
  });
  return rows.map(withOwner);
}

/** A token by its id; null when there is none. */
export async function findToken(db: Transaction, id: number): Promise<ListedToken | null> {
  const row = await db.accessToken.findUnique({ ...listed, where: { id } });
  return row === null ? null : withOwner(row);
}

type Joined = Omit<AccessToken, 'keyHash'> & { user: { username: string; isActive: boolean } };

function withOwner({ user, ...token }: Joined): ListedToken {
  return { ...token, username: user.username, userIsActive: user.isActive };
}

/** Ends a token; one that has ended keeps its time. False when there is no such token. */
export async function endToken(db: Transaction, { id, now }: { id: number; now: Date }): Promise<boolean> {
  const { count } = await db.accessToken.updateMany({
    where: { id, revokedAt: null },
    data: { revokedAt: now },
  });
  return count === 1 || (await db.accessToken.count({ where: { id } })) === 1;
}
