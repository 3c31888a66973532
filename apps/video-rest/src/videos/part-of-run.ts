import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { syncFile } from '@campus/service';
import type { ClaimedEncoding, Task } from '../data/encoding-queue.ts';
import { holdOfTask, noteTaskProgress, requeueTask, type TaskResult } from '../data/encoding-tasks.ts';
import { addEncoding, failEncoding } from '../data/encodings.ts';
import { lockVideo } from '../data/videos.ts';
import { encodePiece, encodeSound } from '../ffmpeg/encode-piece.ts';
import { filesOfSound } from '../ffmpeg/further-sounds.ts';
import { outputFiles } from '../ffmpeg/output-files.ts';
import { ladderOfTask } from '../ffmpeg/split-plan.ts';
import { encodeQueue } from './encode-queue.ts';
import { finishPart, type PartDeps } from './finish-part.ts';
import { joinParts } from './join-parts.ts';
import { tidyQueue } from './tidy-videos.ts';
import type { UnitOfWork, UnitOutcome, UnitRun } from './unit-of-work.ts';

/** A part of the run of a long source: it encodes some of it, or joins what others have encoded and puts it on air. */
export function partOfRun(deps: PartDeps, claimed: ClaimedEncoding, task: Task): UnitOfWork {
  const { db, jobs, storage, tools, now } = deps;
  const { hold, videoId, sourceFile } = claimed;
  const { kind, piece } = task;
  const plan = { ...task.plan, ladder: ladderOfTask(task.plan, kind) };

  return {
    name: `${kind} of the encoding of video ${videoId}`,
    doing: `making ${kind} of video ${videoId}`,
    note: (progress) => noteTaskProgress(db, hold, progress),
    requeue: (failure) => requeueTask(db.prisma, hold, failure),
    encode: (run) =>
      kind === 'first' || kind === 'last' ? joinParts(deps, { claimed, task, run }) : encodeIt(run),
    fail: (failure, attempts) =>
      db.prisma.$transaction(async (tx) => {
        await lockVideo(tx, videoId);
        const ofRun = await holdOfTask(tx, hold);
        if (ofRun === null) return;
        await failEncoding(tx, ofRun, { ...failure, attempts: Math.min(attempts, ofRun.claim), now: now() });
        await jobs.send(tx, tidyQueue, { videoId });
        if (failure.failure.code !== 'pieces_do_not_fit') return;
        const inOne = await addEncoding(tx, videoId, { isInOne: true });
        await jobs.send(tx, encodeQueue, { encodingId: inOne });
      }),
  };

  async function encodeIt(run: UnitRun): Promise<() => Promise<UnitOutcome>> {
    const { folder } = run;
    return storage.withSource({ videoId, sourceFile }, async (source) => {
      if (piece !== null) {
        const encoded = await encodePiece(tools, { ...run, source, plan, piece });
        const made = await readdir(folder);
        return () => keep(made, { folder, result: { encoded } });
      }
      const sounds = await encodeSound(tools, { ...run, source, plan });
      const made = [outputFiles.audio, ...sounds.flatMap(filesOfSound)];
      return () => keep(made, { folder, result: sounds.length > 0 ? { sounds } : {} });
    });
  }

  /** For whoever joins. */
  async function keep(
    made: readonly string[],
    { folder, result }: { folder: string; result: Pick<TaskResult, 'encoded' | 'sounds'> },
  ): Promise<'part_done'> {
    for (const file of made) await syncFile(path.join(folder, file));
    await storage.place(async (place) => {
      const brought = await Promise.all(
        made.map(async (file) => {
          const extension = path.extname(file).slice(1);
          return { file, ...(await place.piece({ temporaryFile: path.join(folder, file), extension })) };
        }),
      );
      await db.prisma.$transaction(async (tx) => {
        await lockVideo(tx, videoId);
        const files: Record<string, string> = {};
        for (const { file, into } of brought) files[file] = await into(tx, videoId);
        await finishPart(tx, deps, { claimed, result: { ...result, files } });
      });
    });
    return 'part_done';
  }
}
