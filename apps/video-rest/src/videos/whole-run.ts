import path from 'node:path';
import { syncFile } from '@campus/service';
import ISO6391 from 'iso-639-1';
import * as tracks from '../data/embedded-tracks.ts';
import type { ClaimedEncoding } from '../data/encoding-queue.ts';
import { splitEncoding } from '../data/encoding-tasks.ts';
import * as encodings from '../data/encodings.ts';
import { findRenditionProfiles } from '../data/rendition-profiles.ts';
import { encodeWhole } from '../ffmpeg/encode-whole.ts';
import { type ExtractedSubtitles, extractSubtitles } from '../ffmpeg/extract-subtitles.ts';
import { nameOfLanguage } from '../ffmpeg/languages.ts';
import { type EncodingPlan, planEncoding } from '../ffmpeg/plan-encoding.ts';
import { playsIn } from '../ffmpeg/plays.ts';
import { type SplitPlan, splitPlan, tasksOf } from '../ffmpeg/split-plan.ts';
import { takePoster } from '../ffmpeg/take-poster.ts';
import type { Figures } from '../figures.ts';
import { FileRefusal } from '../library/file-refusal.ts';
import { tidyKeptQueue } from '../library/keep.ts';
import { maxSubtitleBytes, readSentFile } from '../library/read-file.ts';
import { ring } from './encode-queue.ts';
import { NoLongerOurs, putOnAir, type UnitOfWork } from './unit-of-work.ts';
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
  const { hold, videoId, sourceFile, layout, isInOne, isOnAir } = claimed;
  const plays = playsIn(claimed.plays);
  return {
    name: `encoding of video ${videoId}`,
    doing: `encoding video ${videoId}`,
    note: (progress) => encodings.noteProgress(db.prisma, hold, progress),
    requeue: (failure) => encodings.requeueEncoding(db.prisma, hold, failure),
    fail: (failure, attempts) =>
      encodings.failEncoding(db.prisma, hold, { ...failure, attempts, now: now() }),
    async encode(run) {
      const startedAt = performance.now();
      const profiles = await findRenditionProfiles(db);
      return storage.withSource({ videoId, sourceFile }, async (source) => {
        const plan = await planEncoding(tools, { ...run, source, profiles, normaliseSound, layout, plays });
        const begun = { ...run, videoId, sourceFile, source, plan };
        if (!isOnAir) await giveEarlyPoster(deps, begun);
        await takeEmbeddedTracks(deps, begun);
        const split = isInOne ? null : splitPlan(plan, { fromSeconds, isOnAir });
        if (split !== null) return () => share(split);
        const outputs = await encodeWhole(tools, { ...run, source, plan });
        figures.encodedAt((outputs.durationSeconds * 1000) / (performance.now() - startedAt));
        return () => putOnAir(deps, { claimed, folder: run.folder, outputs }, async (_tx, held) => held);
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
  run: {
    videoId: number;
    sourceFile: string;
    source: string;
    plan: EncodingPlan;
    threads: number;
    signal: AbortSignal;
  },
): Promise<void> {
  const { videoId, sourceFile, source, plan, threads, signal } = run;
  if ((await encodings.findEarlyPoster(db.prisma, videoId)) !== null) return;
  const folder = await storage.makeTemporaryFolder();
  try {
    const temporaryFile = await takePoster(tools, { source, folder, threads, plan, signal });
    if (temporaryFile === null) return;
    await syncFile(temporaryFile);
    await storage.place(async (place) => {
      const { into } = await place.piece({ temporaryFile, extension: 'jpg' });
      await db.prisma.$transaction((tx) => encodings.showEarlyPoster(tx, { videoId, sourceFile, into }));
    });
  } finally {
    await storage.removeTemporary(folder);
  }
}

/**
 * Makes tracks of the subtitles in a source, once for each source: one that somebody has removed does not come back with
 * the next encoding, and one that people have made, of its kind and language, stays. Those of a source before go. What
 * cannot be made a track is left out.
 *
 * @throws StorageError
 * @throws the reason of `signal`
 */
async function takeEmbeddedTracks(
  deps: Pick<VideoDeps, 'db' | 'jobs' | 'storage' | 'tools'>,
  encoded: { videoId: number; sourceFile: string; source: string; plan: EncodingPlan; signal: AbortSignal },
): Promise<void> {
  const { videoId, sourceFile, source, plan, signal } = encoded;
  const { facts, timeline } = plan;
  const { db, jobs, storage, tools } = deps;
  if (await tracks.haveTracksBeenTaken(db.prisma, { videoId, sourceFile })) return;
  const folder = await storage.makeTemporaryFolder();
  try {
    // Where times break, they would be shown at others.
    const subtitles = timeline.breaks > 0 ? [] : (facts.subtitles ?? []);
    const durationSeconds = timeline.trim?.sourceSeconds ?? timeline.durationSeconds;
    const run = { source, subtitles, durationSeconds, folder, mostBytes: maxSubtitleBytes, signal };
    const extracted = await readable(await extractSubtitles(tools, run));
    await storage.place(async (place) => {
      const brought = await Promise.all(
        extracted.map(async (one) => ({
          ...one,
          into: (await place.file({ temporaryFile: one.file, extension: 'vtt' })).into,
        })),
      );
      await db.prisma.$transaction(async (tx) => {
        const video = await tracks.noteTracksTaken(tx, { videoId, sourceFile });
        if (video === null) return;
        for (const id of await tracks.removeTracksOfFormerSources(tx, { videoId, sourceFile }))
          await jobs.send(tx, tidyKeptQueue, { table: 'files', id });
        for (const { facts: about, into } of brought) {
          const track = { videoId, ...describe(about, video.mainLang) };
          if (await tracks.isTrackThere(tx, track)) continue;
          await tracks.addEmbeddedTrack(tx, { ...track, sourceFile, ownerId: video.ownerId, store: into });
        }
      });
    });
  } finally {
    await storage.removeTemporary(folder);
  }
}

/** Without what is no WebVTT that is kept: text with bytes of zero, times that go back. */
async function readable(extracted: readonly ExtractedSubtitles[]): Promise<ExtractedSubtitles[]> {
  const kept: ExtractedSubtitles[] = [];
  for (const one of extracted) {
    try {
      await readSentFile({ path: one.file, name: path.basename(one.file) });
      await syncFile(one.file);
      kept.push(one);
    } catch (error) {
      if (!(error instanceof FileRefusal)) throw error;
    }
  }
  return kept;
}

/** @param mainLang  of what says no language that there is */
function describe(
  { language, title, isForDeaf }: ExtractedSubtitles['facts'],
  mainLang: string,
): Pick<tracks.EmbeddedTrack, 'kind' | 'lang' | 'name'> {
  const lang = language !== undefined && ISO6391.validate(language) ? language : mainLang;
  return { kind: isForDeaf ? 'captions' : 'subtitles', lang, name: title ?? nameOfLanguage(lang) };
}
