import { createWriteStream } from 'node:fs';
import { copyFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { syncFile } from '@campus/service';
import type { ClaimedEncoding, Task } from '../data/encoding-queue.ts';
import * as tasks from '../data/encoding-tasks.ts';
import { addEncoding, failEncoding } from '../data/encodings.ts';
import type { Transaction } from '../data/open-database.ts';
import { lockVideo } from '../data/videos.ts';
import { encodePiece, encodeSound } from '../ffmpeg/encode-piece.ts';
import { filesOfSound } from '../ffmpeg/further-sounds.ts';
import { joinPieces, type PieceToJoin } from '../ffmpeg/join-pieces.ts';
import { type Outputs, outputFiles } from '../ffmpeg/outputs.ts';
import { withOverview } from '../ffmpeg/overview.ts';
import { ladderOfTask } from '../ffmpeg/split-plan.ts';
import { finishFolder, outputsOf, type Written } from '../ffmpeg/written.ts';
import type { Storage } from '../storage/open-storage.ts';
import { encodeQueue, ring } from './encode-queue.ts';
import { tidyQueue } from './tidy-videos.ts';
import { NoLongerOurs, putOnAir, type UnitOfWork, type UnitOutcome, type UnitRun } from './unit-of-work.ts';
import type { VideoDeps } from './video-deps.ts';

/** A part of the run of a long source: it encodes some of it, or joins what others have encoded and puts it on air. */
export function partOfRun(deps: PartDeps, claimed: ClaimedEncoding, task: Task): UnitOfWork {
  const { db, jobs, storage, tools, now } = deps;
  const { hold, videoId, sourceFile } = claimed;
  const { kind, piece } = task;
  const plan = { ...task.plan, ladder: ladderOfTask(task.plan, kind) };

  return {
    name: `${kind} of the encoding of video ${videoId}`,
    doing: `making ${kind} of video ${videoId}`,
    note: (progress) => tasks.noteTaskProgress(db, hold, progress),
    requeue: (failure) => tasks.requeueTask(db.prisma, hold, failure),
    encode: (run) =>
      kind === 'first' || kind === 'last' ? joinParts(deps, { claimed, task, run }) : encodeIt(run),
    fail: (failure, attempts) =>
      db.prisma.$transaction(async (tx) => {
        await lockVideo(tx, videoId);
        const ofRun = await tasks.holdOfTask(tx, hold);
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
    { folder, result }: { folder: string; result: Pick<tasks.TaskResult, 'encoded' | 'sounds'> },
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

/**
 * Joins what others have encoded, in a folder of its own.
 *
 * @returns what puts it on air: the lowest rendition beside nothing (`first`), or all that comes after it (`last`)
 */
async function joinParts(
  deps: PartDeps,
  { claimed, task, run }: { claimed: ClaimedEncoding; task: Task; run: UnitRun },
): Promise<() => Promise<UnitOutcome>> {
  const { db, storage, tools } = deps;
  const { encodingId, videoId } = claimed;
  const { folder, signal, onProgress, onWords } = run;
  const isFirst = task.kind === 'first';
  const ladder = ladderOfTask(task.plan, task.kind);
  const done = await tasks.findDoneTasks(db.prisma, encodingId);
  const joined = done.filter(({ kind }) => kind === (isFirst ? 'lowest' : 'piece'));
  const soundTask = done.find(({ kind }) => kind === 'sound')?.result;
  const sound = soundTask?.files[outputFiles.audio];
  const sounds = ladder.audio ? (soundTask?.sounds ?? []) : [];
  const soundFiles = sounds.flatMap(filesOfSound);
  const names = [
    ...joined.flatMap(({ result }) => Object.values(result.files)),
    ...Object.values(soundTask?.files ?? {}),
  ];
  const copies = await storage.makeTemporaryFolder();
  let made: Written;
  try {
    const inputs = await bringInputs(storage, { videoId, names, copies, signal });
    const input = (name: string | undefined) => inputs.get(name ?? '') ?? '';
    for (const { result } of ladder.poster ? joined : []) {
      const pictures = Object.entries(result.files).filter(([file]) => file.endsWith('.jpg'));
      for (const [file, name] of pictures) await copyFile(input(name), path.join(folder, file));
    }
    for (const file of soundFiles) await copyFile(input(soundTask?.files[file]), path.join(folder, file));
    const plan = { ...task.plan, ladder };
    made = await joinPieces(tools, {
      ...{ folder, plan, signal, onProgress, onWords },
      sound: sound === undefined ? null : input(sound),
      pieces: joined.flatMap((one) => pieceToJoin(one, input)),
    });
    if (sounds.length > 0) made = { ...made, sounds };
    const hasLowest = isFirst || !task.plan.isProgressive;
    if (hasLowest) made = await withOverview(tools, { folder, plan, written: made, signal });
  } finally {
    await storage.removeTemporary(copies);
  }
  const before = done.find(({ kind }) => kind === 'first')?.result.written;
  const written = before === undefined ? made : together(before, made);
  const master = isFirst ? outputFiles.firstMaster : outputFiles.master;
  await finishFolder(folder, { written, master });
  const outputs = outputsOf(task.plan, { ladder: isFirst ? ladder : task.plan.ladder, written, master });
  const joining = { claimed, folder, outputs };
  return () =>
    isFirst
      ? putFirstOnAir(deps, { ...joining, written })
      : putOnAir(deps, { ...joining, isMore: task.plan.isProgressive }, tasks.holdOfTask);
}

function pieceToJoin(
  { piece, result: { encoded, files } }: tasks.DoneTask,
  input: (name: string | undefined) => string,
): PieceToJoin[] {
  if (piece === null || encoded === undefined) return [];
  const inputs = Object.keys(encoded.heads).map((name) => [name, input(files[outputFiles.mp4(name)])]);
  return [{ ...encoded, piece, files: Object.fromEntries(inputs) }];
}

async function putFirstOnAir(
  deps: PartDeps,
  joined: { claimed: ClaimedEncoding; folder: string; outputs: Outputs; written: Written },
): Promise<'part_done'> {
  const { claimed, folder, outputs, written } = joined;
  const { encodingId, videoId } = claimed;
  await deps.storage.place(async (place) => {
    const brought = await place.encoding(folder);
    await deps.db.prisma.$transaction(async (tx) => {
      await lockVideo(tx, videoId);
      await brought.into(tx, { videoId, encodingId });
      if (!(await tasks.publishFirst(tx, { encodingId, videoId, outputs }))) throw new NoLongerOurs();
      await finishPart(tx, deps, { claimed, result: { files: {}, written } });
    });
  });
  return 'part_done';
}

/**
 * What others have made, as files of this machine.
 *
 * @param parts.copies  folder for those that are elsewhere
 * @returns their paths, by their names; they stay for as long as the run goes on
 */
async function bringInputs(
  storage: Storage,
  parts: { videoId: number; names: readonly string[]; copies: string; signal: AbortSignal },
): Promise<ReadonlyMap<string, string>> {
  const { videoId, names, copies, signal } = parts;
  const inputs = new Map<string, string>();
  for (const name of names) {
    const file = await storage.withSource({ videoId, sourceFile: name }, async (input) => {
      if (!input.startsWith('http:')) return input;
      const copy = path.join(copies, name);
      const { body } = await fetch(input, { signal });
      if (body === null) throw new Error(`the part ${name} is empty`);
      await pipeline(body, createWriteStream(copy), { signal });
      return copy;
    });
    inputs.set(name, file);
  }
  return inputs;
}

function together(first: Written, others: Written): Written {
  return {
    ...first,
    renditions: [...first.renditions, ...others.renditions],
    durationSeconds: Math.max(first.durationSeconds, others.durationSeconds),
  };
}

/** What parts of runs work with. */
type PartDeps = Pick<VideoDeps, 'db' | 'jobs' | 'storage' | 'tools' | 'now'>;

/**
 * Ends a part with what it gave, and calls somebody to join it with others when it was the last of them. The video is
 * locked, so that one of two that end at once is the last.
 *
 * @throws NoLongerOurs
 */
async function finishPart(
  tx: Transaction,
  { jobs }: PartDeps,
  { claimed: { hold, encodingId }, result }: { claimed: ClaimedEncoding; result: tasks.TaskResult },
): Promise<void> {
  if (!(await tasks.finishTask(tx, hold, result))) throw new NoLongerOurs();
  if (await tasks.isReadyToJoin(tx, encodingId)) await ring(tx, jobs, 1);
}
