import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { MediaTools } from '../ffmpeg/open-media-tools.ts';
import { type ImageFormat, mostImagePixels, resizeImage } from '../ffmpeg/resize-image.ts';
import { type ImageSize, imageSizes } from '../storage/layout.ts';
import { inMediaFolder } from '../storage/storage-error.ts';
import { FileRefusal } from './file-refusal.ts';
import { imageFormatOf } from './image-format.ts';
import { orientationOf } from './orientation.ts';
import { type SentFile, titleOf } from './read-file.ts';

/** Of the longer side, in pixels: across a page, on a card, and beside a name. */
export const sidePixels: Readonly<Record<ImageSize, number>> = { large: 1280, medium: 400, small: 128 };

/** An image that is fit to be kept. */
export interface ReadImage {
  /** What to call it, without its extension. */
  title: string;
  /** As its content tells. */
  extension: ImageFormat;
  /** The files of those that were made of it, synced. */
  resized: Record<ImageSize, string>;
}

/**
 * Judges an image that is to be kept by decoding it, and makes the smaller ones in a temporary folder.
 *
 * @throws FileRefusal; MediaToolsError; StorageError
 */
export async function readSentImage(
  tools: MediaTools,
  { path: file, name }: SentFile,
  folder: string,
): Promise<ReadImage> {
  const title = titleOf(name);
  const content = await inMediaFolder(() => readFile(file));
  const format = imageFormatOf(content);
  if (format === undefined) throw new FileRefusal('no_image');
  const orientation = orientationOf(content, format);
  const sizes = imageSizes.map((size) => ({ name: `${size}.webp`, side: sidePixels[size] }));
  const outcome = await inMediaFolder(() =>
    resizeImage(tools, { file, format, orientation }, { folder, sizes }),
  );
  if (outcome === 'broken') throw new FileRefusal('no_image');
  if (outcome === 'too_large')
    throw new FileRefusal('image_too_large', { millions: Math.floor(mostImagePixels / 1e6) });
  const made = imageSizes.map((size) => [size, path.join(folder, `${size}.webp`)]);
  return { title, extension: format, resized: Object.fromEntries(made) };
}
