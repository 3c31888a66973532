import { type Encoding, Prisma } from '../../generated/client.ts';
import { breaksIn, type Outputs } from '../ffmpeg/outputs.ts';
import { activeStates, type EncodingState } from '../videos/encoding-states.ts';
import type { Database, Transaction } from './open-database.ts';

/**
 * The queued runs as they will be taken up: a table of ids, and of places from 1.
 *
 * Owners take turns. The run that is the first of its owner comes before the second of any other, what is at work for
 * an owner counting too; among owners who have as much, the one whose last turn is longest ago comes first. So whoever
 * asks for a hundred runs delays another by one of them, however many processes encode.
 */
const queuedRunsInOrder = Prisma.sql`
  select q.id, row_number() over (order by q.nth + coalesce(w.runs, 0), u.encode_turn_at nulls first, q.requested_at, q.id) as place
  from (select e.id, e.requested_at, v.owner_id,
               row_number() over (partition by v.owner_id order by e.requested_at, e.id) as nth
        from encodings e join videos v on v.id = e.video_id
        where e.state = 'queued') q
  join users u on u.id = q.owner_id
  left join (select v.owner_id, count(*) as runs
             from encodings e join videos v on v.id = e.video_id
             where e.state = 'running' group by v.owner_id) w on w.owner_id = q.owner_id`;

const active = { state: { in: [...activeStates] } } satisfies Prisma.EncodingWhereInput;

/** The run of a video that is asked for or at work, or null. */
export async function findActiveEncoding(tx: Transaction, videoId: number): Promise<{ id: number } | null> {
  return tx.encoding.findFirst({ where: { videoId, ...active }, select: { id: true } });
}

/** Adds a run and makes it the latest of its video. */
export async function addEncoding(tx: Transaction, videoId: number): Promise<number> {
  const { id } = await tx.encoding.create({ data: { videoId }, select: { id: true } });
  await tx.video.update({ where: { id: videoId }, data: { latestEncodingId: id }, select: { id: true } });
  return id;
}

/** Ends the run of a video that is asked for or at work; its worker notices with its next report. */
export async function cancelActiveEncoding(tx: Transaction, videoId: number, now: Date): Promise<void> {
  await tx.encoding.updateMany({ where: { videoId, ...active }, data: cancelled(now) });
}

/** Ends one run that is asked for or at work; false when it is over, or there is none with this id. */
export async function cancelEncoding(
  tx: Transaction,
  { id, now }: { id: number; now: Date },
): Promise<boolean> {
  const { count } = await tx.encoding.updateMany({ where: { id, ...active }, data: cancelled(now) });
  return count === 1;
}

const cancelled = (now: Date) => ({ state: 'cancelled', finishedAt: now, etaSeconds: null }) as const;

const notListed = { claims: true, ticket: true, videoId: true } as const;

const listed = {
  include: { video: { select: { id: true, slug: true, title: true } }, latestOf: { select: { id: true } } },
  omit: notListed,
} as const;

/** A run as people see it. */
export interface ListedEncoding extends Omit<Encoding, keyof typeof notListed | 'outputs'> {
  /** How often the times of the source broke and were closed up. */
  breaks: number;
  video: { id: number; slug: string; title: string };
  /** Whether no other run of its video was asked for later. */
  isLatest: boolean;
}

/** Some of the runs in these states, newest first by when they were asked for. */
export async function findEncodings(
  db: Transaction,
  { states, offset, limit }: { states: readonly EncodingState[]; offset: number; limit: number },
): Promise<ListedEncoding[]> {
  const rows = await db.encoding.findMany({
    ...listed,
    where: { state: { in: [...states] } },
    orderBy: [{ requestedAt: 'desc' }, { id: 'desc' }],
    skip: offset,
    take: limit,
  });
  return rows.map(asListed);
}

/** How many runs wait for a worker. */
export async function countQueued({ pool }: Pick<Database, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::integer as count from encodings where state = 'queued'`,
  );
  return rows[0]?.count ?? 0;
}

/** The runs at work, and after them those queued, as they will be taken up. */
export async function findEncodingQueue(
  db: Transaction,
  { limit }: { limit: number },
): Promise<ListedEncoding[]> {
  const inOrder = await db.$queryRaw<{ id: number }[]>`
    select coalesce(e.id, q.id) as id
    from (select id, started_at from encodings where state = 'running') e
    full join (${queuedRunsInOrder}) q on q.id = e.id
    order by q.place nulls first, e.started_at, e.id
    limit ${limit}`;
  const places = new Map(inOrder.map(({ id }, place) => [id, place]));
  const rows = await db.encoding.findMany({ ...listed, where: { id: { in: [...places.keys()] } } });
  return rows
    .toSorted((one, other) => Number(places.get(one.id)) - Number(places.get(other.id)))
    .map(asListed);
}

/** A run by its id; null when there is none. */
export async function findEncoding(db: Transaction, id: number): Promise<ListedEncoding | null> {
  const row = await db.encoding.findUnique({ ...listed, where: { id } });
  return row === null ? null : asListed(row);
}

function asListed({ latestOf, outputs, ...run }: Prisma.EncodingGetPayload<typeof listed>): ListedEncoding {
  return { ...run, breaks: breaksIn(outputs), isLatest: latestOf !== null };
}

/** A run as one worker holds it. */
export interface Hold {
  id: number;
  /** The how-manieth taking up this is: the proof that the run is still this worker's. */
  claim: number;
}

/** What a worker needs to know of the run that it has taken up. */
export interface ClaimedEncoding {
  hold: Hold;
  videoId: number;
  sourceFile: string;
  /** Which attempt this is, from 1. */
  attempt: number;
  /** Why the last attempt failed, as it is stored; null when none has, or its worker was lost before it could tell. */
  failure: unknown;
  error: string | null;
}

/** Why a run failed, as it is stored: see `runColumns`. */
interface FailureColumns {
  failure: Prisma.InputJsonObject;
  error: string;
}

/**
 * Takes up the run that is next, for the job with this ticket; null when there is none.
 *
 * That is the run which the job has at work already, when it comes from a worker that was lost; else the next of the
 * queue, whosever job was sent for it. As many jobs wait as runs do, so that none is left over. Jobs choose one after
 * another, in all processes.
 */
export function claimEncoding(
  { prisma }: Pick<Database, 'prisma'>,
  { ticket, now }: { ticket: number; now: Date },
): Promise<ClaimedEncoding | null> {
  return prisma.$transaction(async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtext('encoding turns'))`;
    const [row] = await tx.$queryRaw<(Omit<ClaimedEncoding, 'hold'> & Hold & { ownerId: number })[]>`
      update encodings e
      set state = 'running', ticket = ${ticket}, claims = claims + 1, attempts = attempts + 1, percent = 0,
          speed = null, eta_seconds = null, started_at = coalesce(started_at, ${now}::timestamptz)
      from videos v
      where v.id = e.video_id and e.state in ('queued', 'running') and e.id = coalesce(
        (select id from encodings where state = 'running' and coalesce(ticket, id) = ${ticket} limit 1),
        (select id from (${queuedRunsInOrder}) o order by place limit 1))
      returning e.id, e.claims as claim, e.attempts as attempt, e.video_id as "videoId", e.failure, e.error,
                v.source_file as "sourceFile", v.owner_id as "ownerId"`;
    if (row === undefined) return null;
    const { id, claim, ownerId, ...claimed } = row;
    await tx.user.update({ where: { id: ownerId }, data: { encodeTurnAt: now }, select: { id: true } });
    return { ...claimed, hold: { id, claim } };
  });
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
    data: { encodingId: hold.id, durationSeconds },
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
