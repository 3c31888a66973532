import { createSecretKey, randomBytes } from 'node:crypto';
import { settleInstanceKey } from '@campus/database';
import { withQuery } from '@campus/pages';
import { idOf } from '@campus/rest';
import type { KeptTable } from '../../data/kept-files.ts';
import type { Database } from '../../data/open-database.ts';
import { type Closings, isPublic } from '../../domain/who-may-watch.ts';
import { type Outputs, thumbnailsIn } from '../../ffmpeg/outputs.ts';
import * as layout from '../../storage/layout.ts';
import { addresses, paths } from '../addresses.ts';
import { endOf, isSigned, signatureFor } from '../signature.ts';
import { type MediaFile, mediaPath, scopeOf } from './media-file.ts';

/** Addresses of media files; `base` is the public address of the service, without a slash at the end. */
export interface MediaUrls {
  /** For whoever may read the file. */
  publicUrl(base: string, mediaFile: MediaFile): string;
  /**
   * For whoever has it, for an hour at least: the file, and beside it the other outputs of the same run. It is the same
   * for some minutes, so that browsers keep what they have, and live parts are not sent anew for it.
   */
  signedUrl(base: string, mediaFile: MediaFile): string;
  /** Until when a signature, as it stands in an address, holds for this file; null: it does not, or no longer. */
  signedUntil(mediaFile: MediaFile, signature: string): Date | null;
  /** The same of a file or an image that somebody keeps, alone. */
  publicKeptUrl(base: string, kept: KeptMedia): string;
  /** @param plays  the address gives subtitles at the times of what plays alone, which its signature holds, too */
  signedKeptUrl(base: string, kept: KeptMedia, plays?: string): string;
  keptSignedUntil(kept: KeptMedia, signature: string, plays?: string): Date | null;
}

/** A signed address is a credential that may be passed on: pages that are open for longer ask for new ones. */
export const signedForMs = 60 * 60_000;

/** Signatures end at full five minutes: an address of two moments between is one. */
const sameForMs = 5 * 60_000;

/** Opens the addresses with the key that all processes of the instance share; it is made when there is none. */
export async function openMediaUrls(db: Pick<Database, 'pool'>, now: () => Date): Promise<MediaUrls> {
  const bytes = await settleInstanceKey(db, { name: 'media-signature', proposal: randomBytes(32) });
  // Made once: a key given as bytes costs 11 µs a signature instead of 1.6 (Node 24), and a page has many.
  const key = createSecretKey(bytes);
  const sign = (scope: string) => {
    const endsAt = Math.ceil((now().getTime() + signedForMs) / sameForMs) * sameForMs;
    return signatureFor(scope, { key, expiresAt: new Date(endsAt) });
  };
  const until = (scope: string, signature: string) =>
    isSigned(scope, { signature, key, now: now() }) ? endOf(signature) : null;
  return {
    publicUrl: (base, mediaFile) => `${base}${addresses.publicMedia}${mediaPath(mediaFile)}`,
    signedUrl: (base, mediaFile) =>
      `${base}${addresses.signedMedia}${sign(scopeOf(mediaFile))}/videos/${mediaPath(mediaFile)}`,
    signedUntil: (mediaFile, signature) => until(scopeOf(mediaFile), signature),
    publicKeptUrl: (base, kept) => `${base}${paths.media}/${keptPath(kept)}`,
    signedKeptUrl(base, kept, plays) {
      const signature = sign(signedPath(kept, plays));
      return withQuery(`${base}${addresses.signedMedia}${signature}/${keptPath(kept)}`, { plays });
    },
    keptSignedUntil: (kept, signature, plays) => until(signedPath(kept, plays), signature),
  };
}

/** What there is to play of a video, as URLs that work for whoever is shown them; nothing before its first encoding. */
export type Playback = ReturnType<typeof playbackOf>;

/** A video of which something is on air, and who may watch it. */
interface OnAir extends Closings {
  id: number;
  encodingId: number | null;
}

/** What a video needs to be played, as the database has it. */
export interface PlayedVideo extends OnAir {
  outputs: Outputs | null;
  thumbnailId: number | null;
  /** Name of the image as it was sent. */
  thumbnailFile: string | null;
  /** Which picture of the encoder is shown where there is no such image, from 1. */
  thumbnailChoice: number;
  /** Name of the picture that is shown while nothing is on air; null: none. */
  earlyPoster: string | null;
}

/** The address of a file that is on air, for whoever is shown it: signed for an hour where the video is not for everybody. */
export function outputUrl(
  video: OnAir,
  file: string,
  { media, base }: { media: MediaUrls; base: string },
): string {
  const mediaFile = { videoId: video.id, folder: `encoding-${video.encodingId}`, file };
  return isPublic(video) ? media.publicUrl(base, mediaFile) : media.signedUrl(base, mediaFile);
}

/** Its addresses are as above. */
export function playbackOf(video: PlayedVideo, media: MediaUrls, base: string) {
  const { hls = null, mp4 = [], audio = null, overview = null } = video.outputs ?? {};
  const thumbnails = video.outputs === null ? [] : thumbnailsIn(video.outputs);
  // One signature is for all outputs of a run.
  const folder = video.outputs === null ? '' : outputUrl(video, '', { media, base });
  const urlOf = (file: string) => folder + file;
  const urlOrNull = (file: string | null) => (file === null ? null : urlOf(file));
  const [poster] = postersOf(video);
  return {
    hls: urlOrNull(hls),
    /** The smallest first. */
    mp4: mp4.map(({ height, file }) => ({ height, url: urlOf(file) })),
    audio: urlOrNull(audio),
    /** The image that somebody has chosen, else what the encoder has taken out of the video. */
    poster: poster === undefined ? null : posterUrl(video, poster, { media, base }),
    /** What the encoder has taken out of the video to choose from; `thumbnail_choice` counts from 1. */
    thumbnails: thumbnails.map(urlOf),
    /** WebVTT of small pictures for seeking: each cue names a part of a picture, relative to it. */
    overview: urlOrNull(overview),
  };
}

/** A picture that is shown for a video: a part of a kept image, or a file beside what plays. */
export type Poster = { kept: KeptMedia } | { file: MediaFile; stored: layout.StoredFile };

/** What is shown before a video plays, in each size that it is there in, the largest first; none: there is no picture. */
export function postersOf(video: PlayedVideo): Poster[] {
  const { id: videoId, encodingId, thumbnailId, thumbnailFile, outputs, earlyPoster } = video;
  if (thumbnailId !== null && thumbnailFile !== null) {
    return layout.imageSizes.map((size) => ({
      kept: { table: 'images', id: thumbnailId, file: layout.resizedName(thumbnailFile, size) },
    }));
  }
  if (outputs === null || encodingId === null) {
    if (earlyPoster === null) return [];
    const stored: layout.StoredFile = { table: 'videos', id: videoId, file: earlyPoster };
    return [{ file: { videoId, folder: 'poster', file: earlyPoster }, stored }];
  }
  const thumbnails = thumbnailsIn(outputs);
  // One that is not there any more is no choice.
  const file = thumbnails[video.thumbnailChoice - 1] ?? thumbnails[0];
  if (file === undefined) return [];
  const stored = layout.outputFile({ videoId, encodingId }, file);
  return [{ file: { videoId, folder: layout.encodingFolderName(encodingId), file }, stored }];
}

/** Its address, for whoever is shown the video. */
export function posterUrl(
  video: Closings,
  poster: Poster,
  { media, base }: { media: MediaUrls; base: string },
): string {
  const isOpen = isPublic(video);
  if ('kept' in poster)
    return isOpen ? media.publicKeptUrl(base, poster.kept) : media.signedKeptUrl(base, poster.kept);
  return isOpen ? media.publicUrl(base, poster.file) : media.signedUrl(base, poster.file);
}

/** A file or an image that somebody keeps, as its address names it. */
export interface KeptMedia {
  table: KeptTable;
  id: number;
  file: string;
}

/** `files/7/file-….pdf`, which is also all that a signature of it lets read. */
function keptPath({ table, id, file }: KeptMedia): string {
  return `${table}/${id}/${file}`;
}

function signedPath(kept: KeptMedia, plays: string | undefined): string {
  return plays === undefined ? keptPath(kept) : `${keptPath(kept)}?plays=${plays}`;
}

const pattern =
  /^(?:\/signed\/(?<signature>[0-9]+-[\w-]+))?\/(?<table>files|images)\/(?<id>[1-9][0-9]{0,9})\/(?<file>[a-z0-9][a-z0-9_-]{0,99}\.[a-z0-9]{1,8})$/;

/** @param path  below `/media`, as it stands on the request line: nothing decoded, no query */
export function readKeptPath(path: string): { kept: KeptMedia; signature: string | null } | null {
  const groups = pattern.exec(path)?.groups;
  const id = idOf(groups?.id ?? '');
  if (groups === undefined || id === null) return null;
  const { table, file = '', signature = null } = groups;
  return { kept: { table: table as KeptMedia['table'], id, file }, signature };
}
