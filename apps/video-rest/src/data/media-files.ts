import { sql } from '@campus/database';
import type { Condition } from '@campus/rest';
import type pg from 'pg';
import { publicConditions, type Watchable } from '../domain/who-may-watch.ts';
import type { KeptKey } from './kept-files.ts';
import type { Database, Transaction } from './open-database.ts';
import { Select } from './select.ts';
import { watchableColumns } from './watched-videos.ts';

// Arbitrary numbers, the same in every version of the service: the first half of two-part advisory locks.
const instanceLocks = 1_447_642_451;
const folderLocks = { videos: 1_447_642_452, files: 1_447_642_453, images: 1_447_642_454 };

/** A row that has a folder of its own in the media folder. */
export interface FolderOwner {
  table: keyof typeof folderLocks;
  id: number;
}

/** Whether the rows of this table have folders of their own. */
export function hasFolders(table: string): table is FolderOwner['table'] {
  return Object.hasOwn(folderLocks, table);
}

/** Makes everybody else who touches this folder wait until the transaction ends. May be repeated. */
export async function lockFolder(tx: Transaction, { table, id }: FolderOwner): Promise<void> {
  await sql`select pg_advisory_xact_lock(${folderLocks[table]}::int, ${id}::int)`.run(tx);
}

/** What the database knows of a video's folder. */
interface ReferencedFiles {
  sourceFile: string;
  /** The run whose outputs are on air; null: nothing to play yet. */
  encodingId: number | null;
  /** A picture that is shown until then; null: none. */
  earlyPoster: string | null;
}

/** What must stay in a video's folder; null when there is no such video. */
export async function findReferencedFiles(tx: Transaction, videoId: number): Promise<ReferencedFiles | null> {
  const select = { sourceFile: true, encodingId: true, earlyPoster: true } as const;
  return tx.video.findUnique({ where: { id: videoId }, select });
}

/** Lets the server end this session within half a minute when our machine has vanished; its default is two hours. */
export async function noticeLostPeer(session: pg.Client): Promise<void> {
  await sql`
    select set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),
      set_config('tcp_keepalives_count', '3', false)`.run(session);
}

/** Takes the number of a process for this session, which keeps it until it ends; false when another has it. */
export async function tryInstanceLock(session: pg.Client, number: number): Promise<boolean> {
  const rows = await sql<{ taken: boolean }>`
    select pg_try_advisory_lock(${instanceLocks}, ${number}) as taken`.rows(session);
  return rows[0]?.taken === true;
}

/** Gives back what `tryInstanceLock` took in this session. */
export async function releaseInstanceLock(session: pg.Client, number: number): Promise<void> {
  await sql`select pg_advisory_unlock(${instanceLocks}, ${number})`.run(session);
}

/** Whether any row has files in the media folder. */
export async function hasMedia({ pool }: Pick<Database, 'pool'>): Promise<boolean> {
  const rows = Object.keys(folderLocks).map((table) => sql`(select 1 from ${sql.identifier(table)} limit 1)`);
  return (await sql`${sql.join(rows, ' union all ')}`.run(pool)) > 0;
}

/** What decides who may read the files of a video. */
export interface ServedVideo extends ReferencedFiles, Watchable {
  slug: string;
  /** Whether whoever sees it may have the source: not where something is left out of it. */
  hasOpenSource: boolean;
}

/** The video whose files are asked for: one prepared statement, since every piece that a player loads asks. */
export async function findServedVideo(
  { pool }: Pick<Database, 'pool'>,
  videoId: number,
): Promise<ServedVideo | undefined> {
  const [row] = await sql<ServedVideo>`
    select ${watchableColumns}, v.slug, v.allow_downloading and v.plays = '' as has_open_source, v.source_file, v.encoding_id, v.early_poster
    from videos v where v.id = ${videoId}`.rows(pool);
  return row;
}

/** A file or an image that is asked for. */
export interface ServedFile {
  /** As its owner knows it. */
  name: string;
  /** What its row refers to. */
  storedFile: string;
}

/** A file or an image that somebody keeps. */
export async function findServedFile(
  { pool }: Pick<Database, 'pool'>,
  { table, id }: KeptKey,
): Promise<ServedFile | undefined> {
  const [row] =
    await sql<ServedFile>`select name, stored_file from ${sql.identifier(table)} where id = ${id}`.rows(pool);
  return row;
}

/** Whether a public video shows an image. */
export async function isOfPublicVideo({ pool }: Pick<Database, 'pool'>, imageId: number): Promise<boolean> {
  const videos = new Select('videos');
  const isShown: Condition = { columns: ['thumbnailId'], operator: 'equals', value: imageId };
  const where = videos.where([isShown, ...publicConditions]);
  return (await sql`select from ${videos.named}${where} limit 1`.run(pool)) > 0;
}
