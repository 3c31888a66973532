/**
 * In which order the runs of the encoder are taken up, and by whom.
 *
 * Higher priorities come first. Among equals owners take turns: whoever has less at work comes first, and of those who
 * have as much, the one whose last turn is longest ago. So whoever asks for a hundred runs delays another by one of
 * them, however many processes encode. An owner with as many at work as the limit allows waits for one of their own.
 *
 * A long source is encoded by tasks: each counts as a run, and that which they belong to does not.
 */
import { type Sql, sql } from '@campus/database';
import type { Layout } from '../ffmpeg/composition.ts';
import type { Piece } from '../ffmpeg/pieces.ts';
import type { SplitPlan, TaskKind } from '../ffmpeg/split-plan.ts';
import type { Database, Transaction } from './open-database.ts';
import { needsNone, requeueUndecodable } from './undecodable-runs.ts';

/** A run, or a task of one, as one worker holds it. */
export interface Hold {
  id: number;
  /** The how-manieth taking up this is: the proof that the run is still this worker's. */
  claim: number;
}

/** That a run, or a task, is at work, and still held like this. */
export const isHeld = ({ id, claim }: Hold): Sql =>
  sql`id = ${id} and claims = ${claim} and state = 'running'`;

/** What a worker needs to know of the run, or the task, that it has taken up. */
export interface ClaimedEncoding {
  /** Of the task where it is one. */
  hold: Hold;
  encodingId: number;
  /** Null: all of the run. */
  task: Task | null;
  /** Whether the run must not be given into tasks. */
  isInOne: boolean;
  /** Whether anything of the video is. */
  isOnAir: boolean;
  videoId: number;
  sourceFile: string;
  layout: Layout;
  /** What plays of the source, as the column has it. */
  plays: string;
  /** Which attempt this is, from 1. */
  attempt: number;
  /** Why the last attempt failed, as it is stored; null when none has, or its worker was lost before it could tell. */
  failure: unknown;
  error: string | null;
}

/** A part of the run of a long source. */
export interface Task {
  kind: TaskKind;
  /** Null for sound and joins. */
  piece: Piece | null;
  plan: SplitPlan;
}

/** How many runs of one owner are at work at once, at most; 0: as many as workers are free for. */
export interface OwnerLimit {
  runningPerOwner: number;
}

/** What a worker takes up, by its decoders. */
interface Decoding {
  /** Codecs that it does not decode. */
  undecodable: readonly string[];
}

const runsAtWork = sql`
  (select owner_id, count(*) as runs
   from (select owner_id from encodings where state = 'running' and plan is null
         union all
         select e.owner_id from encoding_tasks t join encodings e on e.id = t.encoding_id
         where t.state = 'running' and e.state = 'running') a
   group by owner_id)`;

/** A worker gives a sign of life every second. */
const taskIsLost = sql`t.state = 'running' and t.seen_at < now() - interval '10 s'`;

/** Tasks that may be taken up: those that join wait for all before them. */
const openTasks = ({ undecodable }: Decoding) => sql`
  (select t.id, t.nth, t.encoding_id, e.owner_id, e.priority, e.requested_at
   from encoding_tasks t join encodings e on e.id = t.encoding_id
   where e.state = 'running' and (t.state = 'queued' or ${taskIsLost}) and ${needsNone(undecodable)}
     and (t.kind not in ('first', 'last') or not exists (
       select 1 from encoding_tasks b where b.encoding_id = t.encoding_id and b.nth < t.nth and b.state <> 'done')))`;

/** What is next: of each owner one run and one task is looked at, however many wait (`encodings_queue_idx`). */
const nextUnit = ({ runningPerOwner, undecodable }: OwnerLimit & Decoding) => sql<Unit>`
  select q.id, q.task_id
  from ((select distinct on (owner_id) owner_id, id, null::integer as task_id, priority, requested_at
         from encodings e where state = 'queued' and ${needsNone(undecodable)}
         order by owner_id, priority desc, requested_at, id)
        union all
        (select distinct on (owner_id) owner_id, encoding_id, id, priority, requested_at
         from ${openTasks({ undecodable })} o order by owner_id, priority desc, requested_at, encoding_id, nth)) q
  join users u on u.id = q.owner_id
  left join ${runsAtWork} w on w.owner_id = q.owner_id
  where ${runningPerOwner}::integer = 0 or coalesce(w.runs, 0) < ${runningPerOwner}::integer
  order by q.priority desc, coalesce(w.runs, 0), u.encode_turn_at nulls first, q.requested_at, q.id, q.task_id
  limit 1`;

/** The queued runs as they will be taken up, if none is added: a table of ids, and of places from 1. */
export const queuedRunsInOrder = ({ runningPerOwner }: OwnerLimit) => sql`
  select q.id, row_number() over (
    order by ${runningPerOwner}::integer > 0 and q.nth + coalesce(w.runs, 0) > ${runningPerOwner}::integer,
             q.priority desc, q.nth + coalesce(w.runs, 0), u.encode_turn_at nulls first, q.requested_at, q.id) as place
  from (select id, owner_id, priority, requested_at,
               row_number() over (partition by owner_id order by priority desc, requested_at, id) as nth
        from encodings where state = 'queued') q
  join users u on u.id = q.owner_id
  left join ${runsAtWork} w on w.owner_id = q.owner_id`;

/** Whether some worker has given no sign of life for a while: its task may soon be another's. */
export async function isAnyTaskDoubtful({ pool }: Pick<Database, 'pool'>): Promise<boolean> {
  const rows = await sql`
    select 1 from encoding_tasks t join encodings e on e.id = t.encoding_id
    where e.state = 'running' and t.state = 'running' and t.seen_at < now() - interval '4 s'
    limit 1`.rows(pool);
  return rows.length > 0;
}

/** How many runs and tasks there are to take up, or to take up again should their worker be lost. */
export async function countQueued({ pool }: Pick<Database, 'pool'>): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select ((select count(*) from encodings where state = 'queued') +
            (select count(*) from encoding_tasks t join encodings e on e.id = t.encoding_id
             where e.state = 'running' and t.state <> 'done'))::integer as count`.rows(pool);
  return row?.count ?? 0;
}

/**
 * The owner of a video, whom nobody else looks up by this until the transaction ends, so that what is decided by their
 * part of the queue holds; undefined: there is no such video.
 */
export async function lockOwnerOf(tx: Transaction, videoId: number): Promise<number | undefined> {
  const [owner] = await sql<{ id: number }>`
    select id from users
    where id = (select owner_id from videos where id = ${videoId}) for no key update`.rows(tx);
  return owner?.id;
}

/** How many runs of an owner wait, without that of one video. */
export async function countQueuedOf(
  db: Transaction,
  { ownerId, besides }: { ownerId: number; besides: number | undefined },
): Promise<number> {
  const row = await sql<{ count: number }>`
    select count(*)::int as count from encodings
    where owner_id = ${ownerId} and state = 'queued' and video_id is distinct from ${besides}`.row(db);
  return row?.count ?? 0;
}

/**
 * Takes up what is next, for the job with this ticket: a run, or a task of one; null when there is nothing.
 *
 * That is the run which the job has at work already, when it comes from a worker that was lost; else the next of the
 * queue, whosever job was sent for it. Jobs choose one after another, in all processes. A worker takes up only what it
 * decodes; one of a version before tasks takes up none.
 */
export async function claimEncoding(
  tx: Transaction,
  { ticket, now, ...limits }: OwnerLimit & Decoding & { ticket: number; now: Date },
): Promise<ClaimedEncoding | null> {
  await sql`select pg_advisory_xact_lock(hashtext('encoding turns'))`.run(tx);
  await requeueUndecodable(tx, { ticket, ...limits });
  const own = await sql<Unit>`
    select id, null::integer as task_id from encodings
    where state = 'running' and coalesce(ticket, id) = ${ticket} limit 1`.row(tx);
  const next = own ?? (await nextUnit(limits).row(tx));
  if (next === null) return null;
  const hold =
    next.taskId === null ? await takeRun(tx, { ...next, ticket, now }) : await takeTask(tx, next.taskId);
  const [row] = await sql<ClaimedColumns>`
    select v.id as video_id, v.source_file, v.layout, v.plays, v.owner_id,
           v.encoding_id is not null as is_on_air, e.is_in_one, e.plan, t.kind, t.piece,
           coalesce(t.attempts, e.attempts) as attempt,
           case when t.id is null then e.failure else t.failure end as failure,
           case when t.id is null then e.error else t.error end as error
    from encodings e join videos v on v.id = e.video_id
    left join encoding_tasks t on t.id = ${next.taskId}::integer
    where e.id = ${next.id}`.rows(tx);
  if (row === undefined) return null;
  const { ownerId, plan, kind, piece, ...claimed } = row;
  await tx.user.update({ where: { id: ownerId }, data: { encodeTurnAt: now }, select: { id: true } });
  const task = kind === null || plan === null ? null : { kind, piece, plan };
  return { ...claimed, hold, encodingId: next.id, task };
}

interface Unit {
  id: number;
  /** Null: the run itself. */
  taskId: number | null;
}

interface ClaimedColumns extends Omit<ClaimedEncoding, 'hold' | 'encodingId' | 'task'> {
  ownerId: number;
  plan: SplitPlan | null;
  kind: TaskKind | null;
  piece: Piece | null;
}

async function takeRun(
  tx: Transaction,
  { id, ticket, now }: { id: number; ticket: number; now: Date },
): Promise<Hold> {
  const hold = await sql<Hold>`
    update encodings
    set state = 'running', ticket = ${ticket}, claims = claims + 1, attempts = attempts + 1, percent = 0,
        speed = null, eta_seconds = null, started_at = coalesce(started_at, ${now}::timestamptz)
    where id = ${id} returning id, claims as claim`.row(tx);
  if (hold === null) throw new Error(`what was next, ${id}, is gone`);
  return hold;
}

async function takeTask(tx: Transaction, id: number): Promise<Hold> {
  const hold = await sql<Hold>`
    update encoding_tasks
    set state = 'running', claims = claims + 1, attempts = attempts + 1, percent = 0, seen_at = now()
    where id = ${id} returning id, claims as claim`.row(tx);
  if (hold === null) throw new Error(`what was next, ${id}, is gone`);
  return hold;
}
