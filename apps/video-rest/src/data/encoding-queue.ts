/**
 * In which order the runs of the encoder are taken up, and by whom.
 *
 * Higher priorities come first. Among equals owners take turns: whoever has less at work comes first, and of those who
 * have as much, the one whose last turn is longest ago. So whoever asks for a hundred runs delays another by one of
 * them, however many processes encode. An owner with as many at work as the limit allows waits for one of their own.
 */
import { Prisma } from '../../generated/client.ts';
import type { Database, Transaction } from './open-database.ts';

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

/** How many runs of one owner are at work at once, at most; 0: as many as workers are free for. */
export interface OwnerLimit {
  runningPerOwner: number;
}

const runsAtWork = Prisma.sql`
  (select owner_id, count(*) as runs from encodings where state = 'running' group by owner_id)`;

/** The id of the run that is next. Of each owner one is looked at, however many wait: `encodings_queue_idx`. */
const nextQueuedRun = ({ runningPerOwner }: OwnerLimit) => Prisma.sql`
  select q.id
  from (select distinct on (owner_id) owner_id, id, priority, requested_at
        from encodings where state = 'queued'
        order by owner_id, priority desc, requested_at, id) q
  join users u on u.id = q.owner_id
  left join ${runsAtWork} w on w.owner_id = q.owner_id
  where ${runningPerOwner}::integer = 0 or coalesce(w.runs, 0) < ${runningPerOwner}::integer
  order by q.priority desc, coalesce(w.runs, 0), u.encode_turn_at nulls first, q.requested_at, q.id
  limit 1`;

/** The queued runs as they will be taken up, if none is added: a table of ids, and of places from 1. */
export const queuedRunsInOrder = ({ runningPerOwner }: OwnerLimit) => Prisma.sql`
  select q.id, row_number() over (
    order by ${runningPerOwner}::integer > 0 and q.nth + coalesce(w.runs, 0) > ${runningPerOwner}::integer,
             q.priority desc, q.nth + coalesce(w.runs, 0), u.encode_turn_at nulls first, q.requested_at, q.id) as place
  from (select id, owner_id, priority, requested_at,
               row_number() over (partition by owner_id order by priority desc, requested_at, id) as nth
        from encodings where state = 'queued') q
  join users u on u.id = q.owner_id
  left join ${runsAtWork} w on w.owner_id = q.owner_id`;

/** How many runs wait for a worker. */
export async function countQueued({ pool }: Pick<Database, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::integer as count from encodings where state = 'queued'`,
  );
  return rows[0]?.count ?? 0;
}

/**
 * The owner of a video, whom nobody else looks up by this until the transaction ends, so that what is decided by their
 * part of the queue holds; undefined: there is no such video.
 */
export async function lockOwnerOf(tx: Transaction, videoId: number): Promise<number | undefined> {
  const [owner] = await tx.$queryRaw<{ id: number }[]>`
    select id from users where id = (select owner_id from videos where id = ${videoId}) for no key update`;
  return owner?.id;
}

/** How many runs of an owner wait, without that of one video. */
export function countQueuedOf(
  db: Transaction,
  { ownerId, besides }: { ownerId: number; besides: number | undefined },
): Promise<number> {
  const others = besides === undefined ? {} : { videoId: { not: besides } };
  return db.encoding.count({ where: { ownerId, state: 'queued', ...others } });
}

/**
 * Takes up the run that is next, for the job with this ticket; null when there is none.
 *
 * That is the run which the job has at work already, when it comes from a worker that was lost; else the next of the
 * queue, whosever job was sent for it. Jobs choose one after another, in all processes.
 */
export function claimEncoding(
  { prisma }: Pick<Database, 'prisma'>,
  { ticket, now, ...limit }: OwnerLimit & { ticket: number; now: Date },
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
        (${nextQueuedRun(limit)}))
      returning e.id, e.claims as claim, e.attempts as attempt, e.video_id as "videoId", e.failure, e.error,
                v.source_file as "sourceFile", v.owner_id as "ownerId"`;
    if (row === undefined) return null;
    const { id, claim, ownerId, ...claimed } = row;
    await tx.user.update({ where: { id: ownerId }, data: { encodeTurnAt: now }, select: { id: true } });
    return { ...claimed, hold: { id, claim } };
  });
}
