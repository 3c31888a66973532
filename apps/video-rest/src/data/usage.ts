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
export async function findUsage(tx: Transaction, id: number): Promise<AccountUsage | undefined> {
  const [row] = await tx.$queryRaw<AccountUsage[]>`
    select username, source_bytes::float8 as bytes, video_count as videos, quota_bytes::float8 as "quotaBytes",
           quota_videos as "quotaVideos"
    from users where id = ${id}`;
  return row;
}

/** What all accounts use together. */
export async function findTotalUsage(tx: Transaction): Promise<Usage> {
  const [row] = await tx.$queryRaw<Usage[]>`
    select coalesce(sum(source_bytes), 0)::float8 as bytes, coalesce(sum(video_count), 0)::int as videos from users`;
  if (row === undefined) throw new Error('an aggregate without groups has one row');
  return row;
}

// An arbitrary number, the same in every version of the service.
const totalsLock = 1_447_642_461;

/** Makes this transaction the only one that adds to what all use together, until it ends. */
export async function lockTotalUsage(tx: Transaction): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(${totalsLock}::bigint)`;
}
