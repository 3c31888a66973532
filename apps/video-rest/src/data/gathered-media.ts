/** What bringing all media to one place asks the database. */

import { type Queryable, sql } from '@campus/database';
import type { FolderOwner } from './media-files.ts';
import { isKeptOf, type KeptObject } from './media-objects.ts';
import type { Database, Transaction } from './open-database.ts';

/** The tables whose rows have files, in the order in which these are brought. */
export const ownerTables = ['images', 'files', 'videos'] as const satisfies FolderOwner['table'][];

/** Rows of one table with a number above this, the lowest first. */
export async function ownersAfter(
  { pool }: Pick<Database, 'pool'>,
  { table, id }: FolderOwner,
  { most }: { most: number },
): Promise<FolderOwner[]> {
  const rows = await sql<{ id: number }>`
    select id from ${sql.identifier(table)} where id > ${id} order by id limit ${most}`.rows(pool);
  return rows.map((row) => ({ table, id: row.id }));
}

/** A file of a row that is in the bucket. */
export interface KeptFile extends KeptObject {
  /** Its name in the folder of the row. */
  file: string;
}

/** The files of a row that are in the bucket. */
export async function keptFilesOf(db: Queryable, owner: FolderOwner): Promise<KeptFile[]> {
  const kept = await sql<KeptFile>`
    select key, file, bytes::float8, digests from media_objects
    where ${isKeptOf(owner)} order by file`.rows(db);
  // By way of Prisma they are no `Buffer`.
  return kept.map((object) => ({ ...object, digests: Buffer.from(object.digests) }));
}

/** Whether a video is being encoded. Until the transaction ends no run of it begins. */
export async function isBeingEncoded(tx: Transaction, videoId: number): Promise<boolean> {
  const runs = await sql<{ isRunning: boolean }>`
    select state = 'running' as is_running from encodings
    where video_id = ${videoId} and state in ('queued', 'running') for update`.rows(tx);
  return runs.some(({ isRunning }) => isRunning);
}
