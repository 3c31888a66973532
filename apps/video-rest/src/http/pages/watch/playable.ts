import path from 'node:path';
import type { BesideVideo } from '../../../data/beside-videos.ts';
import type { WatchedVideo } from '../../../data/watched-videos.ts';
import { isPublic } from '../../../domain/who-may-watch.ts';
import { addresses } from '../../addresses.ts';
import { type MediaUrls, type Playback, playbackOf } from '../../media/media-urls.ts';

/** What there is to play of a video, as paths that work for whoever is shown them, the largest MP4 first. */
export interface Playable extends Playback {
  kind: 'video' | 'audio';
}

/** Of what is on air; undefined: nothing yet. */
export function playableOf(video: WatchedVideo, media: MediaUrls): Playable | undefined {
  const { encodingId, outputs } = video;
  if (encodingId === null || outputs === null) return undefined;
  const { mp4, ...others } = playbackOf(video, media, '');
  return { kind: outputs.kind, mp4: mp4.reverse(), ...others };
}

/** A file to keep: its address, and the name that it is kept under. */
interface Download {
  url: string;
  name: string;
  /** Undefined for sound alone. */
  height: number | undefined;
}

/** The encoded files, and the source last, by the name that it is served under. */
export function downloadsOf(
  video: WatchedVideo,
  media: MediaUrls,
): { encoded: Download[]; source: Pick<Download, 'url'> } {
  const { id, slug, sourceFile, allowDownloading } = video;
  const mediaFile = { videoId: id, folder: 'source', file: sourceFile };
  const isForEverybody = isPublic(video) && allowDownloading;
  const { mp4 = [], audio = null } = playableOf(video, media) ?? {};
  return {
    encoded: [
      ...mp4.map(({ height, url }) => ({ url, height, name: `${slug}-${height}p${path.extname(url)}` })),
      ...(audio === null ? [] : [{ url: audio, height: undefined, name: `${slug}${path.extname(audio)}` }]),
    ],
    source: { url: isForEverybody ? media.publicUrl('', mediaFile) : media.signedUrl('', mediaFile) },
  };
}

/** The address of a file that is kept, for whoever is shown the page. */
export function keptUrl({ id, file }: { id: number; file: string }, media: MediaUrls): string {
  return media.signedKeptUrl('', { table: 'files', id, file });
}

/** Addresses as above, signed anew, of everything that a page of the video has; the source is there for some. */
export function signedAddressesOf(
  video: WatchedVideo,
  media: MediaUrls,
  { withSource, beside }: { withSource: boolean; beside: BesideVideo },
): string[] {
  const { encoded, source } = downloadsOf(video, media);
  const { hls = null, poster = null } = playableOf(video, media) ?? {};
  const others = [hls, poster, withSource ? source.url : null].filter((address) => address !== null);
  const kept = [...beside.tracks, ...beside.documents].map((stored) => keptUrl(stored, media));
  return [...others, ...kept, ...encoded.map(({ url }) => url)].filter((address) =>
    address.startsWith(addresses.signedMedia),
  );
}
