import { open, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { MessageValues } from '@campus/pages';
import { syncFile, syncFolder } from '@campus/service';
import { encodeMemoryMiB, timeLimitMs } from './encode-limits.ts';
import { EncodingFailure, type EncodingFailureCode, toolMissing } from './encoding-failure.ts';
import { ffmpegArgs } from './ffmpeg-args.ts';
import { affordableFrameRate, encodedFrameRate, type FrameRate, framesPerSecond } from './frame-rate.ts';
import { type Ladder, ladderOf, type Rendition, type RenditionProfile } from './ladder.ts';
import {
  type AnnouncedAudio,
  type AnnouncedRendition,
  avcCodec,
  masterPlaylist,
  totalBandwidth,
} from './master-playlist.ts';
import { bandwidthOf, durationOf, type MediaPlaylist, parseMediaPlaylist } from './media-playlist.ts';
import { type MediaTools, MediaToolsError } from './open-media-tools.ts';
import { outputFiles } from './output-files.ts';
import type { Outputs } from './outputs.ts';
import { probe } from './probe.ts';
import type { ProbeResult } from './probe-result.ts';
import { checkDuration } from './read-probe-report.ts';
import { readTimeline } from './read-timeline.ts';
import { type EncodingProgress, runFfmpeg } from './run-ffmpeg.ts';
import { type Timeline, timesMayJump } from './timeline.ts';

/**
 * Encodes a source into everything that is played, in one ffmpeg run, and checks what came out.
 *
 * The folder must exist, be empty and belong to nobody else; whatever happens, it is the caller's to move or remove.
 * On return all files are on the disk (fsync).
 *
 * @param job.profiles  what to make of it; at least one
 * @param job.threads  at most so many for decoding, and for each encoder
 * @throws MediaRefusal  the source is none, or is damaged since it was accepted
 * @throws EncodingFailure  with ffmpeg's words, without paths; `tool_missing` when ffmpeg or ffprobe is not there any more
 * @throws the reason of `signal`, once ffmpeg is dead
 */
export async function encodeSource(
  tools: MediaTools,
  job: {
    source: string;
    folder: string;
    profiles: readonly RenditionProfile[];
    threads: number;
    signal?: AbortSignal;
    onProgress?: (progress: EncodingProgress) => void;
  },
): Promise<Outputs> {
  const { source, folder, profiles, threads, signal } = job;
  const facts = await probe(tools, source, signal).catch((error: unknown) => {
    throw error instanceof MediaToolsError ? toolMissing('ffprobe', error) : error;
  });
  const timeline = await readTimeline(tools, { source, facts, signal });
  const { durationSeconds } = timeline;
  refuseUnless(facts, timeline);
  const ladder = ladderOf(facts, profiles);
  const frameRate = frameRateOf(facts, timeline);
  const { words } = await runFfmpeg(tools.ffmpeg, {
    args: ffmpegArgs({ source, facts, timeline, ladder, frameRate, threads, canToneMap: tools.canToneMap }),
    folder,
    durationSeconds,
    timeLimitMs: timeLimitMs(durationSeconds),
    memoryMiB: encodeMemoryMiB(threads),
    hiddenPaths: [path.resolve(source), path.resolve(folder)],
    signal,
    onProgress: job.onProgress,
  });
  const written = await readWritten(folder, { timeline, ladder, frameRate, words });
  await writeFile(path.join(folder, outputFiles.master), masterPlaylist(written));
  await settle(folder, filesOf(ladder));
  signal?.throwIfAborted();
  return outputsOf({ facts, timeline }, ladder, written);
}

/**
 * @throws EncodingFailure  `source_cut_off`: the file lacks its end
 * @throws MediaRefusal  `too_long`
 */
function refuseUnless({ container, durationSeconds }: ProbeResult, timeline: Timeline): void {
  // Where times may jump, the container cannot know.
  if (!timesMayJump(container)) {
    const lasts = { said: durationSeconds, found: timeline.lastSeconds };
    if (lacks(lasts)) throw new EncodingFailure('source_cut_off', { values: lasts });
  }
  checkDuration(timeline.durationSeconds);
}

function frameRateOf({ video }: ProbeResult, timeline: Timeline): FrameRate {
  if (!video) return { numerator: 25, denominator: 1 };
  const { packets: pictures = 0, endSeconds: seconds = 0 } = timeline.video ?? {};
  return affordableFrameRate(encodedFrameRate(video), { pictures, seconds });
}

interface Written {
  renditions: AnnouncedRendition[];
  audio: AnnouncedAudio | null;
  durationSeconds: number;
}

/** Looks at what ffmpeg wrote: it may end well with half of a damaged source. */
async function readWritten(
  folder: string,
  run: { timeline: Timeline; ladder: Ladder; frameRate: FrameRate; words: string },
): Promise<Written> {
  const { timeline, ladder, frameRate, words } = run;
  const incomplete = (code: EncodingFailureCode, values: MessageValues) =>
    new EncodingFailure(code, { values, words });
  const missing = await firstMissing(folder, filesOf(ladder, { withMaster: false }));
  if (missing) throw incomplete('nothing_encoded', { file: missing });

  const playlistOf = async (name: string) => {
    const playlist = parseMediaPlaylist(
      await readFile(path.join(folder, outputFiles.playlist(name)), 'utf8'),
    );
    if (!playlist.isComplete || playlist.segments.length === 0) throw incomplete('hls_incomplete', { name });
    return playlist;
  };
  const audioPlaylist = ladder.audio ? await playlistOf(outputFiles.audioTrack) : null;
  const pictures = await Promise.all(
    ladder.renditions.toReversed().map(async (rendition) => {
      const playlist = await playlistOf(rendition.name);
      const codec = avcCodec(await startOf(path.join(folder, outputFiles.segments(rendition.name))));
      if (!codec) throw incomplete('not_h264', { name: rendition.name });
      return { playlist, announced: announcedRendition(rendition, { playlist, codec, frameRate }) };
    }),
  );
  const playlists = [...pictures.map(({ playlist }) => playlist), ...(audioPlaylist ? [audioPlaylist] : [])];
  // Each beside its own stream: one that ends early is out of step, or lost its end, whatever the others do.
  const compare = (said: number | undefined, playlist: MediaPlaylist) => {
    const lasts = { said: said ?? 0, found: durationOf(playlist) };
    if (lasts.found > lasts.said + mostLackingSeconds) throw incomplete('stream_too_long', lasts);
    if (lacks(lasts)) throw incomplete('source_cut_off', lasts);
  };
  for (const { playlist } of pictures) compare(timeline.video?.endSeconds, playlist);
  if (audioPlaylist) compare(timeline.audio?.endSeconds, audioPlaylist);
  return {
    renditions: pictures.map(({ announced }) => announced),
    audio: ladder.audio && audioPlaylist ? announcedAudio(ladder.audio, audioPlaylist) : null,
    durationSeconds: Math.max(...playlists.map(durationOf)),
  };
}

/** The last packets of a recording may be broken; a stream that lacks more is cut off. */
const mostLackingSeconds = 10;

/** Whether so much less was found than said that something is wrong; both in seconds. */
function lacks({ said, found }: { said: number; found: number }): boolean {
  return found < said - Math.min(mostLackingSeconds, Math.max(1, said * 0.05));
}

function announcedRendition(
  rendition: Rendition,
  { playlist, codec, frameRate }: { playlist: MediaPlaylist; codec: string; frameRate: FrameRate },
): AnnouncedRendition {
  return {
    uri: outputFiles.playlist(rendition.name),
    widthPixels: rendition.widthPixels,
    heightPixels: rendition.heightPixels,
    framesPerSecond: framesPerSecond(frameRate),
    codec,
    bandwidth: bandwidthOf(playlist),
  };
}

function announcedAudio({ channels }: { channels: number }, playlist: MediaPlaylist): AnnouncedAudio {
  return {
    uri: outputFiles.playlist(outputFiles.audioTrack),
    channels,
    // AAC-LC is what ffmpeg's own encoder makes.
    codec: 'mp4a.40.2',
    bandwidth: bandwidthOf(playlist),
  };
}

function outputsOf(
  { facts, timeline: { breaks } }: { facts: ProbeResult; timeline: Timeline },
  ladder: Ladder,
  written: Written,
): Outputs {
  return {
    kind: facts.kind,
    durationSeconds: written.durationSeconds,
    ...(breaks > 0 && { breaks }),
    hls: outputFiles.master,
    renditions: ladder.renditions.toReversed().map((rendition, index) => {
      const announced = written.renditions[index];
      return {
        name: rendition.name,
        width: rendition.widthPixels,
        height: rendition.heightPixels,
        bandwidth: announced ? totalBandwidth(announced, written.audio) : 0,
      };
    }),
    mp4: ladder.renditions
      .toReversed()
      .filter(({ hasMp4 }) => hasMp4)
      .map(({ name, heightPixels }) => ({ height: heightPixels, file: outputFiles.mp4(name) })),
    audio: ladder.audio ? outputFiles.audio : null,
    poster: ladder.poster ? outputFiles.poster : null,
  };
}

function filesOf({ renditions, poster, audio }: Ladder, { withMaster = true } = {}): string[] {
  const tracks = [...renditions.map(({ name }) => name), ...(audio ? [outputFiles.audioTrack] : [])];
  return [
    ...tracks.flatMap((name) => [outputFiles.playlist(name), outputFiles.segments(name)]),
    ...renditions.filter(({ hasMp4 }) => hasMp4).map(({ name }) => outputFiles.mp4(name)),
    ...(poster ? [outputFiles.poster] : []),
    ...(audio ? [outputFiles.audio] : []),
    ...(withMaster ? [outputFiles.master] : []),
  ];
}

async function firstMissing(folder: string, files: string[]): Promise<string | undefined> {
  for (const file of files) {
    const size = await stat(path.join(folder, file)).then(
      (found) => found.size,
      () => 0,
    );
    if (size === 0) return file;
  }
  return undefined;
}

/** Enough for the initialisation section, which comes first and takes about a kilobyte. */
async function startOf(file: string): Promise<Uint8Array> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(16 * 1024), position: 0 });
  return buffer.subarray(0, bytesRead);
}

/** The files first, then the folder that names them. */
async function settle(folder: string, files: string[]): Promise<void> {
  for (const file of files) await syncFile(path.join(folder, file));
  await syncFolder(folder);
}
