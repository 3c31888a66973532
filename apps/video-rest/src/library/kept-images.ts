import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TurnLimits, Turns } from '@campus/service';
import type { MediaTools } from '../ffmpeg/open-media-tools.ts';
import { type ImageFormat, mostImagePixels, resizeImage } from '../ffmpeg/resize-image.ts';
import { type ImageSize, imageSizes } from '../storage/layout.ts';
import { inMediaFolder } from '../storage/storage-error.ts';
import { FileRefusal } from './file-refusal.ts';
import type { KeepDeps, KeptKind } from './keep.ts';
import { type SentFile, titleOf } from './read-file.ts';

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

/** Of the longer side, in pixels: across a page, on a card, and beside a name. */
const sidePixels: Readonly<Record<ImageSize, number>> = { large: 1280, medium: 400, small: 128 };

/** An image that is fit to be kept. */
interface ReadImage {
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
async function readSentImage(
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

const orientationTag = 0x0112;

/**
 * How a picture lies, as the camera has written it into a JPEG or TIFF file; undefined where it says nothing, or what
 * makes no sense.
 *
 * @see CIPA DC-008 (EXIF) §4.5.4, §4.6.5; TIFF 6.0 §2
 */
function orientationOf(content: Buffer, format: ImageFormat): number | undefined {
  const tiff = format === 'tiff' ? content : format === 'jpg' ? exifOf(content) : undefined;
  return tiff === undefined ? undefined : orientationIn(tiff);
}

/** The EXIF segment of a JPEG file, which is a TIFF file of its own. */
function exifOf(content: Buffer): Buffer | undefined {
  for (const { marker, body } of jpegSegments(content))
    if (marker === 0xe1 && body.toString('latin1', 0, 6) === 'Exif\0\0') return body.subarray(6);
  return undefined;
}

function orientationIn(tiff: Buffer): number | undefined {
  if (tiff.length < 8) return undefined;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return undefined;
  const entries = Array.from({ length: short(directory) }, (_, index) => directory + 2 + 12 * index);
  const entry = entries.find((at) => at + 12 <= tiff.length && short(at) === orientationTag);
  return entry === undefined ? undefined : short(entry + 8);
}

export interface PictureSize {
  widthPixels: number;
  heightPixels: number;
}

/** The encoder and what makes images smaller say the size long before. */
export const bytesWithSize = 4096;

/** The size of a JPEG or WebP picture by the beginning of its file; undefined: it does not tell, or is another format. */
export function pictureSize(start: Buffer): PictureSize | undefined {
  const format = imageFormatOf(start);
  if (format === 'jpg') return sizeOfJpeg(start);
  return format === 'webp' && start.length >= 30 ? sizeOfWebp(start) : undefined;
}

/** @see ITU-T T.81, B.2.2: the frame header, whatever its coding */
function sizeOfJpeg(start: Buffer): PictureSize | undefined {
  for (const { marker, body } of jpegSegments(start)) {
    // Between those of frames are the markers of tables and of arithmetic coding.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame && body.length >= 5)
      return { widthPixels: body.readUInt16BE(3), heightPixels: body.readUInt16BE(1) };
  }
  return undefined;
}

/** @see RFC 9649 §2.5 to §2.7 */
function sizeOfWebp(start: Buffer): PictureSize | undefined {
  switch (start.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return {
        widthPixels: start.readUInt16LE(26) & 0x3fff,
        heightPixels: start.readUInt16LE(28) & 0x3fff,
      };
    case 'VP8L': {
      const bits = start.readUInt32LE(21);
      return { widthPixels: (bits & 0x3fff) + 1, heightPixels: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { widthPixels: start.readUIntLE(24, 3) + 1, heightPixels: start.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}

/** How each format begins, in hexadecimal; a dot stands for any digit. */
const signatures: readonly [ImageFormat, RegExp][] = [
  ['jpg', /^ffd8ff/],
  ['png', /^89504e470d0a1a0a/],
  ['gif', /^47494638(?:37|39)61/],
  ['bmp', /^424d/],
  ['tiff', /^(?:49492a00|4d4d002a)/],
  ['webp', /^52494646.{8}57454250/],
];

/** The format of an image by the beginning of its content, whatever its name says; undefined: none that is kept. */
function imageFormatOf(content: Buffer): ImageFormat | undefined {
  const start = content.toString('hex', 0, 12);
  return signatures.find(([, signature]) => signature.test(start))?.[0];
}

/**
 * What a JPEG file says before the picture itself, as far as `content` goes.
 *
 * @see ITU-T T.81, B.1.1: each segment has its length behind its marker
 */
function* jpegSegments(content: Buffer): Generator<{ marker: number; body: Buffer }> {
  let at = 2;
  while (at + 4 <= content.length && content[at] === 0xff && content[at + 1] !== 0xda) {
    const end = at + 2 + content.readUInt16BE(at + 2);
    yield { marker: content.readUInt8(at + 1), body: content.subarray(at + 4, end) };
    at = end;
  }
}

/**
 * Images made smaller at a time, by the account that sent them: each may take the memory of `imageMemoryMiB` and 20
 * seconds. An ordinary one takes a tenth of a second.
 */
export const imageTurnLimits = {
  atATime: 1,
  waiting: 32,
  atATimePerCaller: 1,
  waitingPerCaller: 8,
  retryAfterSeconds: 20,
} as const satisfies TurnLimits;
