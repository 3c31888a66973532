import { type Queryable, sql } from '@campus/database';
import type { Prisma, Upload } from '../../generated/client.ts';
import type { Account, Ownership } from '../domain/ownership.ts';
import type { Database, Transaction } from './open-database.ts';
import type { Usage } from './usage.ts';

/** A file that comes in pieces, as it is noted. */
export interface StoredUpload
  extends Omit<Upload, 'size' | 'receivedBytes' | 'values' | 'chargedId' | 'chargedBytes' | 'chargedVideos'> {
  size: number;
  receivedBytes: number;
  /** The columns of the video to write; null: not said yet, or it is a part of another. */
  values: Record<string, unknown> | null;
}

export type NewUpload = Pick<StoredUpload, 'id' | 'userId' | 'size' | 'expiresAt'> &
  Partial<Pick<StoredUpload, 'metadata' | 'values' | 'isPart' | 'parts' | 'replacesId'>>;

/** What uploads take that are not over. */
interface UploadUsage {
  count: number;
  /** That they will have. */
  bytes: number;
  /** Of those, what has not come yet. */
  missingBytes: number;
}

// Arbitrary, the same in every version of the service.
const usageLock = 1_447_642_460;

/** What is under way, of one user and in all. Nobody else adds an upload until the transaction ends. */
export async function lockUploadUsage(
  tx: Transaction,
  userId: number,
): Promise<{ own: UploadUsage; all: UploadUsage }> {
  await sql`select pg_advisory_xact_lock(${usageLock}::bigint)`.run(tx);
  const rows = await sql<{ isOwn: boolean } & UploadUsage>`
    select user_id = ${userId} as is_own, count(*)::float8 as count, sum(size)::float8 as bytes,
           sum(size - received_bytes)::float8 as missing_bytes
    from uploads where video_id is null group by 1`.rows(tx);
  const own = rows.find(({ isOwn }) => isOwn) ?? { count: 0, bytes: 0, missingBytes: 0 };
  const others = rows.find(({ isOwn }) => !isOwn) ?? { count: 0, bytes: 0, missingBytes: 0 };
  return {
    own,
    all: {
      count: own.count + others.count,
      bytes: own.bytes + others.bytes,
      missingBytes: own.missingBytes + others.missingBytes,
    },
  };
}

/** Adds one, for which somebody is charged until it is over. */
export async function addUpload(
  tx: Transaction,
  { values, ...upload }: NewUpload,
  { ownerId, bytes, videos }: Usage & { ownerId: number },
): Promise<StoredUpload> {
  const charged = { chargedId: ownerId, chargedBytes: bytes, chargedVideos: videos };
  const data = {
    ...upload,
    ...charged,
    ...(values == null ? {} : { values: values as Prisma.InputJsonObject }),
  };
  const { size, receivedBytes, ...added } = await tx.upload.create({ data });
  return { ...added, size: Number(size), receivedBytes: Number(receivedBytes), values: values ?? null };
}

const stored = sql`
  select id, user_id, size::float8, received_bytes::float8, metadata, "values", is_part, parts, replaces_id, video_id,
    created_at, expires_at
  from uploads`;

/** An upload by its id; null when there is none. */
export function findUpload(db: Queryable, id: string): Promise<StoredUpload | null> {
  return sql<StoredUpload>`${stored} where id = ${id}`.row(db);
}

/** The latest whole upload that was joined of these parts, and described so; null when there is none. */
export function findJoined(
  db: Queryable,
  { userId, parts, metadata }: Pick<StoredUpload, 'userId' | 'parts' | 'metadata'>,
): Promise<StoredUpload | null> {
  return sql<StoredUpload>`
    ${stored} where user_id = ${userId} and parts = ${parts}::text[] and metadata = ${metadata} and received_bytes = size
    order by created_at desc limit 1`.row(db);
}

/** The uploads of a user, oldest first. */
export function findUploadsOf(
  db: Queryable,
  userId: number,
  { limit }: { limit: number },
): Promise<StoredUpload[]> {
  return sql<StoredUpload>`
    ${stored} where user_id = ${userId} order by created_at, id limit ${limit}`.rows(db);
}

/** Says what is to be written of the video. */
export async function describeUpload(
  tx: Transaction,
  id: string,
  { values, replacesId }: { values: Record<string, unknown>; replacesId: number | null },
): Promise<void> {
  await tx.upload.update({
    where: { id },
    data: { values: values as Prisma.InputJsonObject, replacesId },
    select: { id: true },
  });
}

/** Notes that more bytes are durable; false when others are noted than `from`, or it is gone. */
export async function noteReceived(
  tx: Transaction,
  { id, from, to, expiresAt }: { id: string; from: number; to: number; expiresAt: Date },
): Promise<boolean> {
  const count = await sql`
    update uploads set received_bytes = ${to}, expires_at = ${expiresAt}
    where id = ${id} and received_bytes = ${from} and video_id is null`.run(tx);
  return count === 1;
}

/** Notes the video that has it as its source, and forgets what it was joined from; false when it has one already, or is gone. */
export async function finishUpload(
  tx: Transaction,
  { id, videoId }: { id: string; videoId: number },
): Promise<boolean> {
  const count = await sql`
    update uploads set video_id = ${videoId} where id = ${id} and video_id is null`.run(tx);
  if (count === 0) return false;
  await sql`delete from uploads where id in (select unnest(parts) from uploads where id = ${id})`.run(tx);
  return true;
}

/** False when there is none of this user. */
export async function deleteUpload(tx: Transaction, id: string): Promise<boolean> {
  return (await tx.upload.deleteMany({ where: { id } })).count === 1;
}

/** Forgets the uploads whose time is over. */
export async function deleteExpiredUploads({ pool }: Pick<Database, 'pool'>, now: Date): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    delete from uploads where expires_at < ${now} returning id`.rows(pool);
  return rows.map(({ id }) => id);
}

/** Those of the names whose upload is not over, or which a run needs: the others have no more need of their bytes. */
export async function unfinishedAmong(
  { pool }: Pick<Database, 'pool'>,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql<{ id: string }>`
    select id from uploads where id = any(${names}) and video_id is null
    union all
    select file from runs where file = any(${names}) and (ended_at is null or result_bytes is not null)`.rows(
    pool,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Who sends an upload, as they are now; null when the account is gone. */
export function findUploader(
  db: Transaction,
  userId: number,
): Promise<(Account & { isActive: boolean }) | null> {
  return db.user.findUnique({
    where: { id: userId },
    select: { id: true, isActive: true, isStaff: true, isSuperuser: true },
  });
}

/** Whose a video is that gets another source; null when it is gone. */
export async function findReplaced(db: Transaction, videoId: number): Promise<Ownership | null> {
  const video = await db.video.findUnique({
    where: { id: videoId },
    select: { ownerId: true, additionalOwners: { select: { id: true } } },
  });
  return video && { ...video, additionalOwners: video.additionalOwners.map(({ id }) => id) };
}
