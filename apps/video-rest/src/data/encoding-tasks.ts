import { sql } from '@campus/database';
import type { Prisma } from '../../generated/client.ts';
import type { EncodedPiece } from '../ffmpeg/encode-piece.ts';
import type { AnnouncedAudio } from '../ffmpeg/master-playlist.ts';
import type { Outputs } from '../ffmpeg/outputs.ts';
import type { Piece } from '../ffmpeg/pieces.ts';
import type { PlannedTask, SplitPlan, TaskKind } from '../ffmpeg/split-plan.ts';
import type { Written } from '../ffmpeg/written.ts';
import { type Hold, isHeld } from './encoding-queue.ts';
import { type FailureColumns, publish, queuedAgain } from './encodings.ts';
import type { Database, Transaction } from './open-database.ts';

/** What a task gave. */
export interface TaskResult {
  /** Names in the folder of the video, by what the encoder calls the file. */
  files: Readonly<Record<string, string>>;
  /** Of a piece. */
  encoded?: EncodedPiece;
  /** Of `sound`: the further ones; absent: none. */
  sounds?: AnnouncedAudio[];
  /** Of `first`: what it has put on air. */
  written?: Written;
}

/** A task that is done. */
export interface DoneTask {
  kind: TaskKind;
  piece: Piece | null;
  result: TaskResult;
}

/** No job has this number: the run is nobody's, its tasks are. */
const noTicket = 0;

/** Gives a run into tasks, from where on it is no longer held by this worker; false when it was not any more. */
export async function splitEncoding(
  tx: Transaction,
  hold: Hold,
  { plan, tasks }: { plan: SplitPlan; tasks: readonly PlannedTask[] },
): Promise<boolean> {
  const count = await sql`
    update encodings set plan = ${JSON.stringify(plan)}::jsonb, ticket = ${noTicket}, claims = claims + 1,
      failure = null, error = null
    where ${isHeld(hold)}`.run(tx);
  if (count === 0) return false;
  await tx.encodingTask.createMany({
    data: tasks.map(({ kind, piece, weight }, nth) => ({
      ...{ encodingId: hold.id, nth, kind, weight },
      ...(piece && { piece: { ...piece } as unknown as Prisma.InputJsonObject }),
    })),
  });
  return true;
}

/**
 * Notes how far a task is, and its run with it; false when it is no longer this worker's: the run is over, or another
 * has taken the task up.
 */
export async function noteTaskProgress(
  { pool }: Pick<Database, 'pool'>,
  { id, claim }: Hold,
  { percent }: { percent: number },
): Promise<boolean> {
  const rows = await sql<{ id: number }>`
    with noted as (
      update encoding_tasks t set percent = ${percent}, seen_at = now() from encodings e
      where t.id = ${id} and t.claims = ${claim} and t.state = 'running' and e.id = t.encoding_id and e.state = 'running'
      returning t.encoding_id
    ), made as (
      select encoding_id, least(99, sum(weight * percent) / sum(weight))::integer as percent
      from encoding_tasks where encoding_id in (select encoding_id from noted) group by encoding_id
    )
    update encodings e
    set percent = greatest(e.percent, made.percent),
        eta_seconds = case when made.percent > 0 then
          ceil(extract(epoch from now() - e.started_at) * (100 - made.percent) / made.percent) end
    from made where e.id = made.encoding_id returning e.id`.rows(pool);
  return rows.length === 1;
}

/** Ends a task with what it gave; false when it is no longer this worker's. */
export async function finishTask(tx: Transaction, hold: Hold, result: TaskResult): Promise<boolean> {
  const count = await sql`
    update encoding_tasks
    set state = 'done', percent = 100, result = ${JSON.stringify(result)}::jsonb, failure = null, error = null
    where ${isHeld(hold)} and encoding_id in (select id from encodings where state = 'running')`.run(tx);
  return count === 1;
}

/** Whether nothing but a task that joins is left to take up. */
export async function isReadyToJoin(tx: Transaction, encodingId: number): Promise<boolean> {
  const next = await sql<{ isReady: boolean }>`
    select state = 'queued' and kind in ('first', 'last') as is_ready from encoding_tasks
    where encoding_id = ${encodingId} and state <> 'done' order by nth limit 1`.row(tx);
  return next?.isReady ?? false;
}

/** Lets any worker take a task up again, with the reason when it failed; without one the attempt does not count. */
export async function requeueTask(
  tx: Transaction,
  hold: Hold,
  failure: FailureColumns | null,
): Promise<void> {
  await sql`update encoding_tasks set ${queuedAgain(failure)} where ${isHeld(hold)}`.run(tx);
}

/** The tasks of a run that are done, in their order. */
export async function findDoneTasks(tx: Transaction, encodingId: number): Promise<DoneTask[]> {
  return sql<DoneTask>`
    select kind, piece, result from encoding_tasks
    where encoding_id = ${encodingId} and state = 'done' order by nth`.rows(tx);
}

/** Puts a run on air that goes on; false when it is over. */
export async function publishFirst(
  tx: Transaction,
  run: { encodingId: number; videoId: number; outputs: Outputs },
): Promise<boolean> {
  const count = await sql`
    update encodings set outputs = ${JSON.stringify(run.outputs)}::jsonb
    where id = ${run.encodingId} and state = 'running'`.run(tx);
  if (count > 0) await publish(tx, run);
  return count > 0;
}

/** The number by which a run is held that its tasks are about to end; null when it is over, or the task another's. */
export async function holdOfTask(tx: Transaction, hold: Hold): Promise<Hold | null> {
  return sql<Hold>`
    select id, claims as claim from encodings
    where state = 'running' and id = (select encoding_id from encoding_tasks where ${isHeld(hold)})`.row(tx);
}

/**
 * Forgets the tasks of the runs of a video that are over. Not in the transaction that ends a run: a worker that notes
 * its progress has its task first, and then the run.
 */
export async function forgetTasks(tx: Transaction, videoId: number): Promise<void> {
  await sql`
    delete from encoding_tasks
    where encoding_id in (select id from encodings where video_id = ${videoId} and state <> 'running')`.run(
    tx,
  );
}

/** The names of the files that tasks of a video's run have made, while it goes on. */
export async function findTaskFiles(tx: Transaction, videoId: number): Promise<string[]> {
  const rows = await sql<Pick<TaskResult, 'files'>>`
    select result->'files' as files from encoding_tasks
    where state = 'done' and encoding_id in (select id from encodings where video_id = ${videoId} and state = 'running')`.rows(
    tx,
  );
  return rows.flatMap(({ files }) => Object.values(files));
}
