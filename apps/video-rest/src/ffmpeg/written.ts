import { open, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { MessageValues } from '@campus/pages';
import { syncFile, syncFolder } from '@campus/service';
import { EncodingFailure } from './encoding-failure.ts';
import type { Ladder, Rendition } from './ladder.ts';
import {
  type AnnouncedAudio,
  type AnnouncedRendition,
  avcCodec,
  bandwidthOf,
  durationOf,
  type MediaPlaylist,
  masterPlaylist,
  mostDemanding,
  parseMediaPlaylist,
  soundWords,
  totalBandwidth,
} from './master-playlist.ts';
import { type Outputs, outputFiles, sizeOf } from './outputs.ts';
import { type EncodingPlan, lacks, mostLackingSeconds } from './plan-encoding.ts';
import { type FrameRate, framesPerSecond, type ProbeResult } from './probe-result.ts';
import { findThumbnails } from './thumbnails.ts';

/** What ffmpeg wrote, as the master playlist announces it. Plain data. */
export interface Written {
  /** The smallest first. */
  renditions: AnnouncedRendition[];
  audio: AnnouncedAudio | null;
  /** What may be heard instead of it; absent: nothing. */
  sounds?: AnnouncedAudio[];
  durationSeconds: number;
  /** See `Outputs`; absent: a version before these has looked. */
  thumbnails?: string[];
  /** See `Outputs`. */
  overview?: string;
}

/**
 * Looks at what ffmpeg wrote: it may end well with half of a damaged source.
 *
 * @param run.ladder  what should be there
 * @param run.words   the last ones of ffmpeg
 * @throws EncodingFailure
 */
export async function readWritten(
  folder: string,
  run: Pick<EncodingPlan, 'facts' | 'timeline' | 'ladder' | 'frameRate'> & { words: string },
): Promise<Written> {
  const { timeline, ladder, frameRate, words } = run;
  const incomplete = (code: EncodingFailure['code'], values: MessageValues) =>
    new EncodingFailure(code, values, { words });
  const missing = await firstMissing(folder, filesOf(ladder));
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
    audio: ladder.audio && audioPlaylist ? announcedAudio(run, audioPlaylist) : null,
    durationSeconds: Math.max(...playlists.map(durationOf)),
    thumbnails: ladder.poster ? await findThumbnails(folder) : [],
  };
}

/**
 * Writes the master playlist beside what it names, and brings all of it to the disk (fsync).
 *
 * @param content.written  what the master announces
 * @param content.master   its name
 */
export async function finishFolder(
  folder: string,
  { written, master }: { written: Written; master: string },
): Promise<void> {
  await writeFile(path.join(folder, master), masterPlaylist(written));
  // The files first, then the folder that names them.
  for (const file of await readdir(folder)) await syncFile(path.join(folder, file));
  await syncFolder(folder);
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

function announcedAudio(
  { facts: { audio }, ladder }: Pick<EncodingPlan, 'facts' | 'ladder'>,
  playlist: MediaPlaylist,
): AnnouncedAudio {
  return {
    uri: outputFiles.playlist(outputFiles.audioTrack),
    channels: ladder.audio?.channels ?? 2,
    ...(audio && soundWords(audio)),
    // AAC-LC is what ffmpeg's own encoder makes.
    codec: 'mp4a.40.2',
    bandwidth: bandwidthOf(playlist),
  };
}

/** @param content.written  of what `ladder` tells, by the same folder */
export function outputsOf(
  { facts, timeline: { breaks, trim } }: Pick<EncodingPlan, 'facts' | 'timeline'>,
  { ladder, written, master }: { ladder: Ladder; written: Written; master: string },
): Outputs {
  const loudest = mostDemanding(written.audio, written.sounds);
  return {
    kind: facts.kind,
    durationSeconds: written.durationSeconds,
    ...(breaks > 0 && { breaks }),
    ...(trim && { trim }),
    hls: master,
    renditions: ladder.renditions.toReversed().map((rendition, index) => {
      const announced = written.renditions[index];
      return {
        name: rendition.name,
        width: rendition.widthPixels,
        height: rendition.heightPixels,
        bandwidth: announced ? totalBandwidth(announced, loudest) : 0,
      };
    }),
    mp4: ladder.renditions
      .toReversed()
      .filter(({ hasMp4 }) => hasMp4)
      .map(({ name, heightPixels }) => ({ height: heightPixels, file: outputFiles.mp4(name) })),
    audio: ladder.audio ? outputFiles.audio : null,
    poster: ladder.poster ? outputFiles.poster : null,
    ...(ladder.poster && written.thumbnails && { thumbnails: written.thumbnails }),
    ...(written.overview && { overview: written.overview }),
    ...leftOutOf(facts, written),
  };
}

function leftOutOf({ sounds, subtitles }: ProbeResult, written: Written): Pick<Outputs, 'leftOut'> {
  const leftOut = {
    sounds: (sounds?.length ?? 0) - (written.sounds?.length ?? 0),
    pictureSubtitles: subtitles?.filter(({ isText }) => !isText).length ?? 0,
  };
  return leftOut.sounds + leftOut.pictureSubtitles > 0 ? { leftOut } : {};
}

/** What there must be, but for the master playlist. */
function filesOf({ renditions, poster, audio }: Ladder): string[] {
  const tracks = [...renditions.map(({ name }) => name), ...(audio ? [outputFiles.audioTrack] : [])];
  return [
    ...tracks.flatMap((name) => [outputFiles.playlist(name), outputFiles.segments(name)]),
    ...renditions.filter(({ hasMp4 }) => hasMp4).map(({ name }) => outputFiles.mp4(name)),
    ...(poster ? [outputFiles.poster] : []),
    ...(audio ? [outputFiles.audio] : []),
  ];
}

async function firstMissing(folder: string, files: string[]): Promise<string | undefined> {
  for (const file of files) {
    if ((await sizeOf(path.join(folder, file))) === 0) return file;
  }
  return undefined;
}

/** Enough for the initialisation section, which comes first and takes about a kilobyte. */
async function startOf(file: string): Promise<Uint8Array> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(16 * 1024), position: 0 });
  return buffer.subarray(0, bytesRead);
}
