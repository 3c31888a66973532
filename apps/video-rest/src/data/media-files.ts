import type pg from 'pg';
import type { Database, Transaction } from './open-database.ts';

// Arbitrary numbers, the same in every version of the service: the first half of two-part advisory locks.
const instanceLocks = 1_447_642_451;
const videoFolderLocks = 1_447_642_452;

/** Makes everybody else who touches this video's folder wait until the transaction ends. May be repeated. */
export async function lockVideoFolder(tx: Transaction, videoId: number): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(${videoFolderLocks}::int, ${videoId}::int)`;
}

/** What the database knows of a video's folder. */
export interface ReferencedFiles {
  sourceFile: string;
  /** The run whose outputs are on air; null: nothing to play yet. */
  encodingId: number | null;
}

/** What must stay in a video's folder; null when there is no such video. */
export async function findReferencedFiles(tx: Transaction, videoId: number): Promise<ReferencedFiles | null> {
  return tx.video.findUnique({ where: { id: videoId }, select: { sourceFile: true, encodingId: true } });
}

/** Lets the server end this session within half a minute when our machine has vanished; its default is two hours. */
export async function noticeLostPeer(session: pg.Client): Promise<void> {
  await session.query(
    'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3',
  );
}

/** Takes the number of a process for this session, which keeps it until it ends; false when another has it. */
export async function tryInstanceLock(session: pg.Client, number: number): Promise<boolean> {
  const { rows } = await session.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [
    instanceLocks,
    number,
  ]);
  return rows[0]?.taken === true;
}

/** Gives back what `tryInstanceLock` took in this session. */
export async function releaseInstanceLock(session: pg.Client, number: number): Promise<void> {
  await session.query('select pg_advisory_unlock($1, $2)', [instanceLocks, number]);
}

/** Whether there is any video. */
export async function hasVideos({ pool }: Pick<Database, 'pool'>): Promise<boolean> {
  return (await pool.query('select 1 from videos limit 1')).rows.length > 0;
}

/** What decides who may read the files of a video. */
export interface ServedVideo extends ReferencedFiles {
  ownerId: number;
  slug: string;
  isDraft: boolean;
  isRestricted: boolean;
  allowDownloading: boolean;
}

/** The video whose files are asked for: one prepared statement, since every piece that a player loads asks. */
export async function findServedVideo(
  { pool }: Pick<Database, 'pool'>,
  videoId: number,
): Promise<ServedVideo | undefined> {
  const { rows } = await pool.query<ServedVideo>({
    name: 'find_served_video',
    text: `select owner_id as "ownerId", slug, is_draft as "isDraft", is_restricted as "isRestricted",
                  allow_downloading as "allowDownloading", source_file as "sourceFile",
                  encoding_id as "encodingId"
           from videos where id = $1`,
    values: [videoId],
  });
  return rows[0];
}
