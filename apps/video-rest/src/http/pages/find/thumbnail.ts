import { bytesWithSize, type PictureSize, pictureSize } from '../../../library/picture-size.ts';
import { readStart } from '../../../storage/read-start.ts';
import { type PlayedVideo, type Poster, postersOf, posterUrl } from '../../media/media-urls.ts';
import type { Services } from '../../resources/services.ts';

/** A picture of a video that other sites show, with its size, which is read from its file. */
export interface Thumbnail extends PictureSize {
  url: string;
}

/** How large a picture may be, in pixels; undefined: as large as it is. */
export interface MostPixels {
  width: number | undefined;
  height: number | undefined;
}

/** The largest picture of a video that is no larger than wanted; undefined: there is none. */
export async function findThumbnail(
  { storage, media }: Pick<Services, 'storage' | 'media'>,
  video: PlayedVideo,
  { most, base }: { most: MostPixels; base: string },
): Promise<Thumbnail | undefined> {
  for (const poster of postersOf(video)) {
    const size = await sizeOf(storage, poster);
    if (size !== undefined && fits(size, most))
      return { url: posterUrl(video, poster, { media, base }), ...size };
  }
  return undefined;
}

async function sizeOf(storage: Services['storage'], poster: Poster): Promise<PictureSize | undefined> {
  const located = await storage.locate('kept' in poster ? poster.kept : poster.stored);
  return located === null ? undefined : pictureSize(await readStart(located, bytesWithSize));
}

function fits({ widthPixels, heightPixels }: PictureSize, most: MostPixels): boolean {
  return (
    widthPixels <= (most.width ?? Number.POSITIVE_INFINITY) &&
    heightPixels <= (most.height ?? Number.POSITIVE_INFINITY)
  );
}
