import type { Turns } from '@campus/service';
import type { MediaTools } from '../ffmpeg/open-media-tools.ts';
import type { KeepDeps, KeptKind } from './keep.ts';
import { type ReadImage, readSentImage } from './read-image.ts';

/** What keeping images works with. */
interface ImageDeps extends KeepDeps {
  tools: MediaTools;
  /** At decoding images. */
  images: Turns;
}

/** Images, each with smaller ones made of it. */
export const keptImages: KeptKind<ImageDeps, ReadImage> = {
  table: 'images',
  async withRead({ images, storage, tools }, { file, callerId }, work) {
    const folder = await storage.makeTemporaryFolder();
    try {
      return await work(await images.run(String(callerId), () => readSentImage(tools, file, folder)));
    } finally {
      await storage.removeTemporary(folder);
    }
  },
  place: (place, { temporaryFile, read: { extension, resized } }) =>
    place.image({ temporaryFile, extension, resized }),
};
