import { type Queryable, type Sql, sql } from '@campus/database';
import type { Encoding, Prisma } from '../../generated/client.ts';
import type { EncodingPriority, EncodingState } from '../domain/encoding-states.ts';
import { breaksIn, type LeftOut, leftOutIn, type Outputs } from '../ffmpeg/outputs.ts';
import { type Hold, isHeld, type OwnerLimit, queuedRunsInOrder } from './encoding-queue.ts';
import type { Transaction } from './open-database.ts';

/** As the index has it that lets a video have one of them (`encodings_active_key`). */
const isActive = sql`state in ('queued', 'running')`;

/** The run of a video that is asked for or at work, or null. */
export async function findActiveEncoding(tx: Transaction, videoId: number): Promise<{ id: number } | null> {
  return sql<{ id: number }>`select id from encodings where video_id = ${videoId} and ${isActive}`.row(tx);
}

/** Adds a run and makes it the latest of its video. */
export async function addEncoding(
  tx: Transaction,
  videoId: number,
  { priority = 'normal', isInOne = false }: { priority?: EncodingPriority; isInOne?: boolean } = {},
): Promise<number> {
  const { id } = await tx.encoding.create({ data: { videoId, priority, isInOne }, select: { id: true } });
  await tx.video.update({ where: { id: videoId }, data: { latestEncodingId: id }, select: { id: true } });
  return id;
}

/** Ends the run of a video that is asked for or at work; its worker notices with its next report. */
export async function cancelActiveEncoding(tx: Transaction, videoId: number, now: Date): Promise<void> {
  await sql`update encodings set ${cancelled(now)} where video_id = ${videoId} and ${isActive}`.run(tx);
}

/** Ends one run that is asked for or at work; null when it is over, or there is none with this id. */
export async function cancelEncoding(
  tx: Transaction,
  { id, now }: { id: number; now: Date },
): Promise<{ videoId: number } | null> {
  return sql<{ videoId: number }>`
    update encodings set ${cancelled(now)} where id = ${id} and ${isActive} returning video_id`.row(tx);
}

/** Gives one run that is asked for or at work another priority; false when it is over, or there is none with this id. */
export async function prioritiseEncoding(
  tx: Transaction,
  { id, priority }: { id: number; priority: EncodingPriority },
): Promise<boolean> {
  const count = await sql`
    update encodings set priority = ${priority}::encoding_priority where id = ${id} and ${isActive}`.run(tx);
  return count === 1;
}

const cancelled = (now: Date) => sql`state = 'cancelled', finished_at = ${now}, eta_seconds = null`;

/** A run as people see it. */
export interface ListedEncoding
  extends Omit<
    Encoding,
    'claims' | 'ticket' | 'videoId' | 'ownerId' | 'plan' | 'isInOne' | 'log' | 'outputs'
  > {
  /** How often the times of the source broke and were closed up. */
  breaks: number;
  leftOut: LeftOut;
  video: { id: number; slug: string; title: string; sourceCodecs: readonly string[] };
  /** Whether no other run of its video was asked for later. */
  isLatest: boolean;
}

/** Those of `encodings e` that the rest of the statement chooses. */
async function listed(db: Queryable, chosen: Sql): Promise<ListedEncoding[]> {
  const rows = await sql<Omit<ListedEncoding, 'breaks' | 'leftOut'> & Pick<Encoding, 'outputs'>>`
    select e.id, e.state, e.priority, e.percent, e.speed, e.eta_seconds, e.attempts, e.failure, e.error, e.outputs,
      e.requested_at, e.started_at, e.finished_at, coalesce(v.latest_encoding_id = e.id, false) as is_latest,
      json_build_object('id', v.id, 'slug', v.slug, 'title', v.title, 'sourceCodecs', v.source_codecs) as video
    from encodings e join videos v on v.id = e.video_id ${chosen}`.rows(db);
  return rows.map(({ outputs, ...run }) => ({
    ...run,
    breaks: breaksIn(outputs),
    leftOut: leftOutIn(outputs),
  }));
}

/** Some of the runs in these states, newest first by when they were asked for. */
export function findEncodings(
  db: Queryable,
  { states, offset, limit }: { states: readonly EncodingState[]; offset: number; limit: number },
): Promise<ListedEncoding[]> {
  return listed(
    db,
    sql`where e.state = any(${states}::encoding_state[])
      order by e.requested_at desc, e.id desc limit ${limit} offset ${offset}`,
  );
}

/** The runs at work, and after them those queued, as they will be taken up. */
export function findEncodingQueue(
  db: Queryable,
  { limit, ...ownerLimit }: OwnerLimit & { limit: number },
): Promise<ListedEncoding[]> {
  return listed(
    db,
    sql`join (
        select coalesce(r.id, q.id) as id, row_number() over (order by q.place nulls first, r.started_at, r.id) as place
        from (select id, started_at from encodings where state = 'running') r
        full join (${queuedRunsInOrder(ownerLimit)}) q on q.id = r.id
        order by 2 limit ${limit}) next on next.id = e.id
      order by next.place`,
  );
}

/** A run by its id; null when there is none. */
export async function findEncoding(db: Queryable, id: number): Promise<ListedEncoding | null> {
  return (await listed(db, sql`where e.id = ${id}`))[0] ?? null;
}

/** Adds lines to the log of a run, of which the last are kept. */
export async function addToLog(
  tx: Transaction,
  { encodingId, lines, most }: { encodingId: number; lines: readonly string[]; most: number },
): Promise<void> {
  const last = lines.slice(-most);
  await sql`
    update encodings set log = (log || ${last}::text[])[greatest(1, cardinality(log) + ${last.length} - ${most} + 1):]
    where id = ${encodingId}`.run(tx);
}

/** The log of a run, the oldest line first; none when there is no such run. */
export async function findLog(db: Queryable, id: number): Promise<string[]> {
  return (await sql<{ log: string[] }>`select log from encodings where id = ${id}`.row(db))?.log ?? [];
}

/** Why a run failed, as it is stored: see `runColumns`. */
export interface FailureColumns {
  failure: Prisma.InputJsonObject;
  error: string;
}

const why = ({ failure, error }: FailureColumns) =>
  sql`failure = ${JSON.stringify(failure)}::jsonb, error = ${error}`;

/** What becomes of a run, or a task, that is put back: why is noted when it failed; else the attempt does not count. */
export const queuedAgain = (failure: FailureColumns | null): Sql =>
  sql`state = 'queued', percent = 0, ${failure === null ? sql`attempts = attempts - 1` : why(failure)}`;

const failed = ({ now, ...failure }: FailureColumns & { now: Date }) =>
  sql`state = 'failed', ${why(failure)}, finished_at = ${now}, eta_seconds = null`;

/** Notes how far a run is; false when it is no longer this worker's: cancelled, or taken up by another. */
export async function noteProgress(
  tx: Transaction,
  hold: Hold,
  { percent, speed, etaSeconds }: { percent: number; speed: number | null; etaSeconds: number | null },
): Promise<boolean> {
  const count = await sql`
    update encodings set percent = ${percent}, speed = ${speed}, eta_seconds = ${etaSeconds}
    where ${isHeld(hold)}`.run(tx);
  return count === 1;
}

/** Ends a run with something to play, and puts it on air; false when it is no longer this worker's. */
export async function finishEncoding(
  tx: Transaction,
  hold: Hold,
  { videoId, outputs, now }: { videoId: number; outputs: Outputs; now: Date },
): Promise<boolean> {
  const count = await sql`
    update encodings set state = 'done', percent = 100, eta_seconds = 0, failure = null, error = null,
      finished_at = ${now}, outputs = ${JSON.stringify(outputs)}::jsonb
    where ${isHeld(hold)}`.run(tx);
  if (count > 0) await publish(tx, { videoId, encodingId: hold.id, outputs });
  return count > 0;
}

/** Lets a video play what a run has put in its place. */
export async function publish(
  tx: Transaction,
  run: { videoId: number; encodingId: number; outputs: Outputs },
): Promise<void> {
  const { videoId, encodingId, outputs } = run;
  const data = { encodingId, durationSeconds: outputs.durationSeconds, earlyPoster: null };
  await tx.video.update({ where: { id: videoId }, data, select: { id: true } });
}

/** Ends a run without result. */
export async function failEncoding(
  tx: Transaction,
  hold: Hold,
  { attempts, ...failure }: FailureColumns & { attempts: number; now: Date },
): Promise<void> {
  await sql`update encodings set ${failed(failure)}, attempts = ${attempts} where ${isHeld(hold)}`.run(tx);
}

/** Ends a run that no worker has as a whole; false when one has, or it is over. */
export async function failWaiting(
  tx: Transaction,
  { id, ...failure }: FailureColumns & { id: number; now: Date },
): Promise<boolean> {
  const count = await sql`
    update encodings set ${failed(failure)}
    where id = ${id} and (state = 'queued' or state = 'running' and plan is not null)`.run(tx);
  return count === 1;
}

/** Puts a run back into the queue, with the reason when it failed; without one the attempt does not count. */
export async function requeueEncoding(
  tx: Transaction,
  hold: Hold,
  failure: FailureColumns | null,
): Promise<void> {
  await sql`
    update encodings set ${queuedAgain(failure)}, speed = null, eta_seconds = null where ${isHeld(hold)}`.run(
    tx,
  );
}

/** The poster of a video of which nothing is on air yet. */

/** The name of its file in the folder of the video; null: there is none. */
export async function findEarlyPoster(db: Transaction, videoId: number): Promise<string | null> {
  const video = await db.video.findUnique({ where: { id: videoId }, select: { earlyPoster: true } });
  return video?.earlyPoster ?? null;
}

/**
 * Shows one that was taken out of this source; not when the video has another by now.
 *
 * @param poster.into  takes the file into the folder of the video, which is locked, and gives its name there
 */
export async function showEarlyPoster(
  tx: Transaction,
  poster: { videoId: number; sourceFile: string; into(tx: Transaction, id: number): Promise<string> },
): Promise<void> {
  const { videoId, sourceFile, into } = poster;
  const rows = await sql`
    select 1 from videos
    where id = ${videoId} and source_file = ${sourceFile} and encoding_id is null for update`.rows(tx);
  if (rows.length === 0) return;
  const earlyPoster = await into(tx, videoId);
  await tx.video.update({ where: { id: videoId }, data: { earlyPoster }, select: { id: true } });
}
