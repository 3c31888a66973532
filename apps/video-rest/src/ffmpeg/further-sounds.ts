/** Sounds of a source beside the first, as another language has: each is an alternative in HLS (RFC 8216 4.3.4.1). */
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { nullIfMissing } from '@campus/config';
import { inputOf, inputRules } from './containers.ts';
import { encodeMemoryMiB, timeLimitMs } from './encode-limits.ts';
import { EncodingFailure } from './encoding-failure.ts';
import { audioStreamOptions, hlsTarget, quietly } from './ffmpeg-args.ts';
import {
  type AnnouncedAudio,
  bandwidthOf,
  durationOf,
  parseMediaPlaylist,
  soundWords,
} from './master-playlist.ts';
import type { MediaTools } from './open-media-tools.ts';
import { outputFiles } from './outputs.ts';
import { type EncodingPlan, type FurtherSound, lacks } from './plan-encoding.ts';
import { playedSound } from './played-filters.ts';
import { runFfmpeg } from './run-ffmpeg.ts';
import { wholeSound } from './whole-sound.ts';

/**
 * Encodes them into HLS beside the first, in one run of ffmpeg that reads the source again.
 *
 * @returns those that came out well; none where the run fails: the video plays with its first sound
 * @throws the reason of `signal`
 */
export async function encodeFurtherSounds(
  tools: MediaTools,
  job: {
    source: string;
    folder: string;
    plan: EncodingPlan;
    threads: number;
    signal?: AbortSignal | undefined;
    onWords?: ((lines: readonly string[]) => void) | undefined;
  },
): Promise<AnnouncedAudio[]> {
  const { source, folder, plan, threads, signal, onWords } = job;
  const { furtherSounds = [], timeline, segments } = plan;
  if (furtherSounds.length === 0) return [];
  const { durationSeconds } = timeline;
  try {
    await runFfmpeg(tools.ffmpeg, {
      args: soundArgs({ source, furtherSounds, timeline, segments, threads }),
      folder,
      durationSeconds,
      timeLimitMs: timeLimitMs(timeline.trim?.sourceSeconds ?? durationSeconds),
      memoryMiB: encodeMemoryMiB(threads),
      hiddenPaths: [source, path.resolve(folder)],
      signal,
      onWords,
    });
  } catch (error) {
    if (!(error instanceof EncodingFailure)) throw error;
  }
  const announced: AnnouncedAudio[] = [];
  for (const [index, sound] of furtherSounds.entries()) {
    const name = outputFiles.furtherAudio(index + 2);
    const made = await announcedIn(folder, { name, sound });
    if (made === null) await removeSound(folder, name);
    else announced.push(made);
  }
  return announced;
}

/** The files of one, in the folder of the run. */
export function filesOfSound({ uri }: AnnouncedAudio): string[] {
  return [uri, outputFiles.segments(path.basename(uri, '.m3u8'))];
}

function soundArgs(
  job: Pick<Required<EncodingPlan>, 'furtherSounds' | 'timeline' | 'segments'> & {
    source: string;
    threads: number;
  },
): string[] {
  const { source, furtherSounds, timeline, segments, threads } = job;
  const played = playedSound(timeline);
  const graphs = furtherSounds.map(({ facts, times, rendition, gain }, index) =>
    wholeSound({
      ...{ input: `[0:${facts.streamIndex}]${played}`, output: `[sound${index}]` },
      ...{ times, rendition, gain },
    }),
  );
  const targets = furtherSounds.map((_, index) =>
    hlsTarget(`a:${index}`, outputFiles.furtherAudio(index + 2), segments),
  );
  return [
    ...quietly,
    ...[...inputRules, '-threads', String(threads), ...inputOf(source)],
    ...graphs.flatMap((chains) => ['-filter_complex', chains.join(';')]),
    ...graphs.flatMap((_, index) => ['-map', `[sound${index}]`]),
    ...['-map_metadata', '-1', '-map_chapters', '-1'],
    ...furtherSounds.flatMap(({ rendition }, index) => audioStreamOptions(rendition, `a:${index}`)),
    ...['-max_muxing_queue_size', String(2 ** 22), '-avoid_negative_ts', 'disabled'],
    ...['-f', 'tee', targets.join('|')],
  ];
}

/** Null: it is not whole. */
async function announcedIn(
  folder: string,
  { name, sound: { facts, times, rendition } }: { name: string; sound: FurtherSound },
): Promise<AnnouncedAudio | null> {
  const uri = outputFiles.playlist(name);
  const text = await readFile(path.join(folder, uri), 'utf8').catch(nullIfMissing);
  const playlist = parseMediaPlaylist(text ?? '');
  const lasts = { said: times.endSeconds, found: durationOf(playlist) };
  if (!playlist.isComplete || playlist.segments.length === 0 || lacks(lasts)) return null;
  return {
    uri,
    channels: rendition.channels,
    codec: 'mp4a.40.2',
    bandwidth: bandwidthOf(playlist),
    ...soundWords(facts),
  };
}

async function removeSound(folder: string, name: string): Promise<void> {
  for (const file of [outputFiles.playlist(name), outputFiles.segments(name)])
    await rm(path.join(folder, file), { force: true });
}
