import { sql } from '@campus/database';
import { Prisma } from '../../generated/client.ts';
import type { EncodedPiece } from '../ffmpeg/encode-piece.ts';
import type { AnnouncedAudio } from '../ffmpeg/master-playlist.ts';
import type { Outputs } from '../ffmpeg/outputs.ts';
import type { Piece } from '../ffmpeg/pieces.ts';
import type { PlannedTask, SplitPlan, TaskKind } from '../ffmpeg/split-plan.ts';
import type { Written } from '../ffmpeg/written.ts';
import type { Hold } from './encoding-queue.ts';
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

const asJson = (value: object) => ({ ...value }) as unknown as Prisma.InputJsonObject;

/** Gives a run into tasks, from where on it is no longer held by this worker; false when it was not any more. */
export async function splitEncoding(
  tx: Transaction,
  { id, claim }: Hold,
  { plan, tasks }: { plan: SplitPlan; tasks: readonly PlannedTask[] },
): Promise<boolean> {
  const { count } = await tx.encoding.updateMany({
    where: { id, claims: claim, state: 'running' },
    data: {
      plan: asJson(plan),
      ticket: noTicket,
      claims: { increment: 1 },
      failure: Prisma.DbNull,
      error: null,
    },
  });
  if (count === 0) return false;
  await tx.encodingTask.createMany({
    data: tasks.map(({ kind, piece, weight }, nth) => ({
      ...{ encodingId: id, nth, kind, weight },
      ...(piece && { piece: asJson(piece) }),
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
  const { count } = await tx.encodingTask.updateMany({
    where: { ...held(hold), encoding: { state: 'running' } },
    data: { state: 'done', percent: 100, result: asJson(result), failure: Prisma.DbNull, error: null },
  });
  return count === 1;
}

const held = ({ id, claim }: Hold) => ({ id, claims: claim, state: 'running' });

/** Whether nothing but a task that joins is left to take up. */
export async function isReadyToJoin(tx: Transaction, encodingId: number): Promise<boolean> {
  const next = await tx.encodingTask.findFirst({
    where: { encodingId, state: { not: 'done' } },
    orderBy: { nth: 'asc' },
    select: { kind: true, state: true },
  });
  return next?.state === 'queued' && ['first', 'last'].includes(next.kind);
}

/** Lets any worker take a task up again, with the reason when it failed; without one the attempt does not count. */
export async function requeueTask(
  tx: Transaction,
  hold: Hold,
  failure: { failure: Prisma.InputJsonObject; error: string } | null,
): Promise<void> {
  await tx.encodingTask.updateMany({
    where: held(hold),
    data: { state: 'queued', percent: 0, ...(failure ?? { attempts: { decrement: 1 } }) },
  });
}

/** The tasks of a run that are done, in their order. */
export async function findDoneTasks(tx: Transaction, encodingId: number): Promise<DoneTask[]> {
  const rows = await tx.encodingTask.findMany({
    where: { encodingId, state: 'done' },
    orderBy: { nth: 'asc' },
    select: { kind: true, piece: true, result: true },
  });
  // As `splitEncoding` and `finishTask` have written them.
  return rows as unknown as DoneTask[];
}

/** Puts a run on air that goes on; false when it is over. */
export async function publishFirst(
  tx: Transaction,
  { encodingId, videoId, outputs }: { encodingId: number; videoId: number; outputs: Outputs },
): Promise<boolean> {
  const { count } = await tx.encoding.updateMany({
    where: { id: encodingId, state: 'running' },
    data: { outputs: asJson(outputs) },
  });
  if (count === 0) return false;
  const { durationSeconds } = outputs;
  await tx.video.update({
    where: { id: videoId },
    data: { encodingId, durationSeconds, earlyPoster: null },
    select: { id: true },
  });
  return true;
}

/** The number by which a run is held that its tasks are about to end; null when it is over, or the task another's. */
export async function holdOfTask(tx: Transaction, hold: Hold): Promise<Hold | null> {
  const task = await tx.encodingTask.findFirst({
    where: { ...held(hold), encoding: { state: 'running' } },
    select: { encoding: { select: { id: true, claims: true } } },
  });
  return task && { id: task.encoding.id, claim: task.encoding.claims };
}

/**
 * Forgets the tasks of the runs of a video that are over. Not in the transaction that ends a run: a worker that notes
 * its progress has its task first, and then the run.
 */
export async function forgetTasks(tx: Transaction, videoId: number): Promise<void> {
  await tx.encodingTask.deleteMany({ where: { encoding: { videoId, state: { not: 'running' } } } });
}

/** The names of the files that tasks of a video's run have made, while it goes on. */
export async function findTaskFiles(tx: Transaction, videoId: number): Promise<string[]> {
  const rows = await tx.encodingTask.findMany({
    where: { encoding: { videoId, state: 'running' }, state: 'done' },
    select: { result: true },
  });
  return rows.flatMap(({ result }) => Object.values((result as unknown as TaskResult).files));
}
