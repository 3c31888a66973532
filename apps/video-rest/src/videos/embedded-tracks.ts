import path from 'node:path';
import { syncFile } from '@campus/service';
import ISO6391 from 'iso-639-1';
import {
  addEmbeddedTrack,
  type EmbeddedTrack,
  haveTracksBeenTaken,
  isTrackThere,
  noteTracksTaken,
  removeTracksOfFormerSources,
} from '../data/embedded-tracks.ts';
import { type ExtractedSubtitles, extractSubtitles } from '../ffmpeg/extract-subtitles.ts';
import { nameOfLanguage } from '../ffmpeg/languages.ts';
import type { EncodingPlan } from '../ffmpeg/plan-encoding.ts';
import { FileRefusal } from '../library/file-refusal.ts';
import { maxSubtitleBytes, readSentFile } from '../library/read-file.ts';
import { tidyKeptQueue } from '../library/tidy-kept-files.ts';
import type { VideoDeps } from './video-deps.ts';

/**
 * Makes tracks of the subtitles in a source, once for each source: one that somebody has removed does not come back with
 * the next encoding, and one that people have made, of its kind and language, stays. Those of a source before go. What
 * cannot be made a track is left out.
 *
 * @throws StorageError
 * @throws the reason of `signal`
 */
export async function takeEmbeddedTracks(
  deps: Pick<VideoDeps, 'db' | 'jobs' | 'storage' | 'tools'>,
  {
    videoId,
    sourceFile,
    source,
    plan: { facts, timeline },
    signal,
  }: { videoId: number; sourceFile: string; source: string; plan: EncodingPlan; signal: AbortSignal },
): Promise<void> {
  const { db, jobs, storage, tools } = deps;
  if (await haveTracksBeenTaken(db.prisma, { videoId, sourceFile })) return;
  const folder = await storage.makeTemporaryFolder();
  try {
    // Where times break, they would be shown at others.
    const subtitles = timeline.breaks > 0 ? [] : (facts.subtitles ?? []);
    const { durationSeconds } = timeline;
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
        const video = await noteTracksTaken(tx, { videoId, sourceFile });
        if (video === null) return;
        for (const id of await removeTracksOfFormerSources(tx, { videoId, sourceFile }))
          await jobs.send(tx, tidyKeptQueue, { table: 'files', id });
        for (const { facts: about, into } of brought) {
          const track = { videoId, ...describe(about, video.mainLang) };
          if (await isTrackThere(tx, track)) continue;
          await addEmbeddedTrack(tx, { ...track, sourceFile, ownerId: video.ownerId, store: into });
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
): Pick<EmbeddedTrack, 'kind' | 'lang' | 'name'> {
  const lang = language !== undefined && ISO6391.validate(language) ? language : mainLang;
  return { kind: isForDeaf ? 'captions' : 'subtitles', lang, name: title ?? nameOfLanguage(lang) };
}
