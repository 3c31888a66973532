import { type Queryable, type Sql, sql } from '@campus/database';
import { type Encoding, Prisma } from '../../generated/client.ts';
import type { EncodingPriority } from '../domain/encoding-priorities.ts';
import { activeStates, type EncodingState } from '../domain/encoding-states.ts';
import { breaksIn, type LeftOut, leftOutIn, type Outputs } from '../ffmpeg/outputs.ts';
import { type Hold, type OwnerLimit, queuedRunsInOrder } from './encoding-queue.ts';
import type { Transaction } from './open-database.ts';

const active = { state: { in: [...activeStates] } } satisfies Prisma.EncodingWhereInput;

/** The run of a video that is asked for or at work, or null. */
export async function findActiveEncoding(tx: Transaction, videoId: number): Promise<{ id: number } | null> {
  return tx.encoding.findFirst({ where: { videoId, ...active }, select: { id: true } });
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
  await tx.encoding.updateMany({ where: { videoId, ...active }, data: cancelled(now) });
}

/** Ends one run that is asked for or at work; null when it is over, or there is none with this id. */
export async function cancelEncoding(
  tx: Transaction,
  { id, now }: { id: number; now: Date },
): Promise<{ videoId: number } | null> {
  const [run = null] = await tx.encoding.updateManyAndReturn({
    where: { id, ...active },
    data: cancelled(now),
    select: { videoId: true },
  });
  return run;
}

/** Gives one run that is asked for or at work another priority; false when it is over, or there is none with this id. */
export async function prioritiseEncoding(
  tx: Transaction,
  { id, priority }: { id: number; priority: EncodingPriority },
): Promise<boolean> {
  const { count } = await tx.encoding.updateMany({ where: { id, ...active }, data: { priority } });
  return count === 1;
}

const cancelled = (now: Date) => ({ state: 'cancelled', finishedAt: now, etaSeconds: null }) as const;

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

const held = ({ id, claim }: Hold) => ({ id, claims: claim, state: 'running' as const });

/** Notes how far a run is; false when it is no longer this worker's: cancelled, or taken up by another. */
export async function noteProgress(
  tx: Transaction,
  hold: Hold,
  progress: { percent: number; speed: number | null; etaSeconds: number | null },
): Promise<boolean> {
  return (await tx.encoding.updateMany({ where: held(hold), data: progress })).count === 1;
}

/** Ends a run with something to play, and puts it on air; false when it is no longer this worker's. */
export async function finishEncoding(
  tx: Transaction,
  hold: Hold,
  { videoId, outputs, now }: { videoId: number; outputs: Outputs; now: Date },
): Promise<boolean> {
  const { count } = await tx.encoding.updateMany({
    where: held(hold),
    data: {
      state: 'done',
      percent: 100,
      etaSeconds: 0,
      failure: Prisma.DbNull,
      error: null,
      finishedAt: now,
      // A plain object of texts and numbers, as JSON has them.
      outputs: { ...outputs } as unknown as Prisma.InputJsonObject,
    },
  });
  if (count === 0) return false;
  const { durationSeconds } = outputs;
  await tx.video.update({
    where: { id: videoId },
    data: { encodingId: hold.id, durationSeconds, earlyPoster: null },
    select: { id: true },
  });
  return true;
}

/** Ends a run without result. */
export async function failEncoding(
  tx: Transaction,
  hold: Hold,
  { now, ...ended }: FailureColumns & { attempts: number; now: Date },
): Promise<void> {
  const data = { ...ended, state: 'failed', finishedAt: now, etaSeconds: null } as const;
  await tx.encoding.updateMany({ where: held(hold), data });
}

/** Ends a run that no worker has as a whole; false when one has, or it is over. */
export async function failWaiting(
  tx: Transaction,
  { id, now, ...failure }: FailureColumns & { id: number; now: Date },
): Promise<boolean> {
  const data = { ...failure, state: 'failed', finishedAt: now, etaSeconds: null } as const;
  const isShared = { state: 'running', plan: { not: Prisma.AnyNull } } as const;
  const where = { id, OR: [{ state: 'queued' as const }, isShared] };
  return (await tx.encoding.updateMany({ where, data })).count === 1;
}

/** Puts a run back into the queue, with the reason when it failed; without one the attempt does not count. */
export async function requeueEncoding(
  tx: Transaction,
  hold: Hold,
  failure: FailureColumns | null,
): Promise<void> {
  const data = { state: 'queued', percent: 0, speed: null, etaSeconds: null } as const;
  await tx.encoding.updateMany({
    where: held(hold),
    data: { ...data, ...(failure ?? { attempts: { decrement: 1 } }) },
  });
}
