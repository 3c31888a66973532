import { syncFile } from '@campus/service';
import { findEarlyPoster, showEarlyPoster } from '../data/early-posters.ts';
import type { ClaimedEncoding } from '../data/encoding-queue.ts';
import { splitEncoding } from '../data/encoding-tasks.ts';
import { failEncoding, finishEncoding, noteProgress, requeueEncoding } from '../data/encodings.ts';
import { findRenditionProfiles } from '../data/rendition-profiles.ts';
import { lockVideo } from '../data/videos.ts';
import { encodeWhole } from '../ffmpeg/encode-whole.ts';
import { type EncodingPlan, planEncoding } from '../ffmpeg/plan-encoding.ts';
import { type SplitPlan, splitPlan, tasksOf } from '../ffmpeg/split-plan.ts';
import { takePoster } from '../ffmpeg/take-poster.ts';
import type { Figures } from '../figures.ts';
import { takeEmbeddedTracks } from './embedded-tracks.ts';
import { ring } from './encode-queue.ts';
import { tidyQueue } from './tidy-videos.ts';
import { NoLongerOurs, type UnitOfWork } from './unit-of-work.ts';
import type { VideoDeps } from './video-deps.ts';

type RunDeps = Pick<VideoDeps, 'db' | 'jobs' | 'storage' | 'tools' | 'now'> & {
  figures: Figures;
  /** Shorter sources are not given into parts; 0: none is. */
  splitFromSeconds: number;
  /** Bring the sound to the loudness of EBU R128. */
  normaliseSound: boolean;
};

/** A run of the encoder: all of it in one run of ffmpeg, or, where the source is long, its plan, which others go by. */
export function wholeRun(deps: RunDeps, claimed: ClaimedEncoding): UnitOfWork {
  const { db, jobs, storage, tools, now, figures, normaliseSound, splitFromSeconds: fromSeconds } = deps;
  const { hold, encodingId, videoId, sourceFile, layout, isInOne, isOnAir } = claimed;
  return {
    name: `encoding of video ${videoId}`,
    doing: `encoding video ${videoId}`,
    note: (progress) => noteProgress(db.prisma, hold, progress),
    requeue: (failure) => requeueEncoding(db.prisma, hold, failure),
    fail: (failure, attempts) => failEncoding(db.prisma, hold, { ...failure, attempts, now: now() }),
    async encode(run) {
      const startedAt = performance.now();
      const profiles = await findRenditionProfiles(db);
      return storage.withSource({ videoId, sourceFile }, async (source) => {
        const plan = await planEncoding(tools, { ...run, source, profiles, normaliseSound, layout });
        const begun = { ...run, videoId, sourceFile, source, plan };
        if (!isOnAir) await giveEarlyPoster(deps, begun);
        await takeEmbeddedTracks(deps, begun);
        const split = isInOne ? null : splitPlan(plan, { fromSeconds, isOnAir });
        if (split !== null) return () => share(split);
        const outputs = await encodeWhole(tools, { ...run, source, plan });
        figures.encodedAt((outputs.durationSeconds * 1000) / (performance.now() - startedAt));
        return async () => {
          await storage.place(async (place) => {
            const brought = await place.encoding(run.folder);
            await db.prisma.$transaction(async (tx) => {
              await lockVideo(tx, videoId);
              await brought.into(tx, { videoId, encodingId });
              await jobs.send(tx, tidyQueue, { videoId });
              if (!(await finishEncoding(tx, hold, { videoId, outputs, now: now() })))
                throw new NoLongerOurs();
            });
          });
          return 'done';
        };
      });
    },
  };

  async function share(plan: SplitPlan): Promise<'shared'> {
    const tasks = tasksOf(plan, { fromSeconds });
    await db.prisma.$transaction(async (tx) => {
      if (!(await splitEncoding(tx, hold, { plan, tasks }))) throw new NoLongerOurs();
      // This worker goes on with one of them, and those that join come when they can.
      const others = tasks.filter(({ kind }) => kind !== 'first' && kind !== 'last').length - 1;
      await ring(tx, jobs, others);
    });
    return 'shared';
  }
}

/**
 * Gives a video of which nothing is on air a poster, while the encoder is at work; what goes on air has its own.
 *
 * @throws StorageError
 * @throws the reason of `signal`
 */
async function giveEarlyPoster(
  { db, storage, tools }: Pick<VideoDeps, 'db' | 'storage' | 'tools'>,
  {
    videoId,
    sourceFile,
    source,
    plan,
    threads,
    signal,
  }: {
    videoId: number;
    sourceFile: string;
    source: string;
    plan: EncodingPlan;
    threads: number;
    signal: AbortSignal;
  },
): Promise<void> {
  if ((await findEarlyPoster(db.prisma, videoId)) !== null) return;
  const folder = await storage.makeTemporaryFolder();
  try {
    const temporaryFile = await takePoster(tools, { source, folder, threads, plan, signal });
    if (temporaryFile === null) return;
    await syncFile(temporaryFile);
    await storage.place(async (place) => {
      const { into } = await place.piece({ temporaryFile, extension: 'jpg' });
      await db.prisma.$transaction((tx) => showEarlyPoster(tx, { videoId, sourceFile, into }));
    });
  } finally {
    await storage.removeTemporary(folder);
  }
}
