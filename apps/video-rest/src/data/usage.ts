import { type Queryable, sql } from '@campus/database';
import type { Transaction } from './open-database.ts';

/** What sources take, in bytes, and how many videos there are. */
export interface Usage {
  bytes: number;
  videos: number;
}

/** What an account uses, and what it may if its own limits say so. */
export interface AccountUsage extends Usage {
  username: string;
  /** Null: as the instance has it. */
  quotaBytes: number | null;
  quotaVideos: number | null;
}

/** What an account uses as this transaction sees it; undefined when there is none with this id. */
export async function findUsage(db: Queryable, id: number): Promise<AccountUsage | undefined> {
  const [row] = await sql<AccountUsage>`
    select username, source_bytes::float8 as bytes, video_count as videos, quota_bytes::float8 as quota_bytes,
           quota_videos
    from users where id = ${id}`.rows(db);
  return row;
}

/** What all accounts use together. */
export async function findTotalUsage(db: Queryable): Promise<Usage> {
  const [row] = await sql<Usage>`
    select coalesce(sum(source_bytes), 0)::float8 as bytes, coalesce(sum(video_count), 0)::int as videos
    from users`.rows(db);
  if (row === undefined) throw new Error('an aggregate without groups has one row');
  return row;
}

/** Charges owners with what a transaction has noted so far, and at once from here on. */
export async function settleCharges(tx: Queryable): Promise<void> {
  await sql`select settle_charges()`.run(tx);
}

// An arbitrary number, the same in every version of the service.
const totalsLock = 1_447_642_461;

/** Makes this transaction the only one that adds to what all use together, until it ends. */
export async function lockTotalUsage(tx: Queryable): Promise<void> {
  await sql`select pg_advisory_xact_lock(${totalsLock}::bigint)`.run(tx);
}

/** Sources whose size nobody has noted. */
interface Unmeasured {
  ownerId: number;
  sources: { videoId: number; sourceFile: string }[];
}

/** Some of them, all of one owner; undefined when there are none. */
export async function findUnmeasured(db: Queryable, limit: number): Promise<Unmeasured | undefined> {
  const sources = await sql<{ ownerId: number; videoId: number; sourceFile: string }>`
    select owner_id, id as video_id, source_file from videos
    where source_bytes is null
      and owner_id = (select owner_id from videos where source_bytes is null order by owner_id limit 1)
    order by id limit ${limit}`.rows(db);
  const [first] = sources;
  return first && { ownerId: first.ownerId, sources };
}

/** Notes the sizes of sources of one owner, but where a video has another one, or another owner, by now. */
export async function noteSizes(
  tx: Transaction,
  ownerId: number,
  measured: readonly { videoId: number; sourceFile: string; bytes: number }[],
): Promise<void> {
  // As Prisma takes what may pass 32 bits.
  const sources = measured.map((one) => ({ ...one, bytes: BigInt(one.bytes) }));
  const types = { videoId: sql`int`, sourceFile: sql`text`, bytes: sql`bigint` };
  await sql`
    update videos v set source_bytes = m.bytes
    from ${sql.unnest(sources, types)} m (id, file, bytes)
    where v.id = m.id
    and v.owner_id = ${ownerId} and v.source_file = m.file and v.source_bytes is null`.run(tx);
}
