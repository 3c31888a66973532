import path from 'node:path';
import type { WatchedVideo } from '../../../data/watched-videos.ts';
import { isPublic } from '../../../videos/visibility.ts';
import { addresses } from '../../addresses.ts';
import type { MediaUrls } from '../../media/media-urls.ts';

/** What there is to play of a video, as paths that work for whoever is shown them. */
export interface Playable {
  kind: 'video' | 'audio';
  hls: string | null;
  /** The largest first. */
  mp4: { height: number; url: string }[];
  audio: string | null;
  poster: string | null;
}

/** Of what is on air; undefined: nothing yet. Signed for an hour where the video is not for everybody. */
export function playableOf(video: WatchedVideo, media: MediaUrls): Playable | undefined {
  const { id, encodingId, outputs } = video;
  if (encodingId === null || outputs === null) return undefined;
  const urlOf = (file: string) => {
    const mediaFile = { videoId: id, folder: `encoding-${encodingId}`, file };
    return isPublic(video) ? media.publicUrl('', mediaFile) : media.signedUrl('', mediaFile);
  };
  const urlOrNull = (file: string | null) => (file === null ? null : urlOf(file));
  return {
    kind: outputs.kind,
    hls: urlOrNull(outputs.hls),
    mp4: outputs.mp4.map(({ height, file }) => ({ height, url: urlOf(file) })).reverse(),
    audio: urlOrNull(outputs.audio),
    poster: urlOrNull(outputs.poster),
  };
}

/** A file to keep: its address, and the name that it is kept under. */
export interface Download {
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

/** Addresses as above, signed anew, of everything that a page of the video has. */
export function signedAddressesOf(video: WatchedVideo, media: MediaUrls): string[] {
  const { encoded, source } = downloadsOf(video, media);
  const { hls = null, poster = null } = playableOf(video, media) ?? {};
  const others = [hls, poster].filter((address) => address !== null);
  return [...others, ...encoded.map(({ url }) => url), source.url].filter((address) =>
    address.startsWith(addresses.signedMedia),
  );
}
