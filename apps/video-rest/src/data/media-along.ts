/** What media that go along with an export, or come along with an import, ask the database. */
import { sql } from '@campus/database';
import type { Outputs } from '../ffmpeg/outputs.ts';
import { findActiveEncoding } from './encodings.ts';
import type { FolderOwner } from './media-files.ts';
import type { Database, Transaction } from './open-database.ts';

/** The outputs of a video that are on air; null: there are none. */
export async function findOnAir(
  { pool }: Pick<Database, 'pool'>,
  videoId: number,
): Promise<{ encodingId: number; outputs: Outputs } | null> {
  return sql<{ encodingId: number; outputs: Outputs }>`
    select e.id as encoding_id, e.outputs from videos v join encodings e on e.id = v.encoding_id
    where v.id = ${videoId}`.row(pool);
}

/** The row that refers to a file of this name, at best that with this id; null: none does. */
export async function findOwnerOf(
  { pool }: Pick<Database, 'pool'>,
  { table, id, file }: FolderOwner & { file: string },
): Promise<FolderOwner | null> {
  const [rows, column] = [
    sql.identifier(table),
    sql.identifier(table === 'videos' ? 'source_file' : 'stored_file'),
  ];
  const found = await sql<{ id: number }>`
    select id from ${rows} where id = ${id} and ${column} = ${file}
    union all (select id from ${rows} where ${column} = ${file} limit 1) limit 1`.row(pool);
  return found && { table, id: found.id };
}

/** Adds a run whose outputs come from elsewhere; null: the video has some, or is about to, and is left alone. */
export async function addBroughtEncoding(
  tx: Transaction,
  { videoId, outputs }: { videoId: number; outputs: Outputs },
): Promise<number | null> {
  if ((await findActiveEncoding(tx, videoId)) !== null) return null;
  const run = await sql<{ id: number }>`
    insert into encodings (video_id, state, percent, started_at, finished_at, outputs)
    select id, 'done', 100, now(), now(), ${JSON.stringify(outputs)}::jsonb
    from videos where id = ${videoId} and encoding_id is null
    returning id`.row(tx);
  return run?.id ?? null;
}

/** Puts such a run on air, once its outputs are in place. */
export async function putOnAir(
  tx: Transaction,
  { videoId, encodingId }: { videoId: number; encodingId: number },
): Promise<void> {
  await sql`
    update videos set encoding_id = ${encodingId}, latest_encoding_id = ${encodingId}, early_poster = null
    where id = ${videoId}`.run(tx);
}
