import path from 'node:path';
import { syncFile } from '@campus/service';
import { type MediaTools, MediaToolsError } from './open-media-tools.ts';
import { sizeOf } from './outputs.ts';
import { runTool } from './run-tool.ts';

/** The pictures that are read, by the extension that tells their format, and how. */
export const imageFormats = {
  jpg: { demuxer: 'jpeg_pipe', decoder: 'mjpeg', contentType: 'image/jpeg' },
  png: { demuxer: 'png_pipe', decoder: 'png', contentType: 'image/png' },
  gif: { demuxer: 'gif', decoder: 'gif', contentType: 'image/gif' },
  bmp: { demuxer: 'bmp_pipe', decoder: 'bmp', contentType: 'image/bmp' },
  tiff: { demuxer: 'tiff_pipe', decoder: 'tiff', contentType: 'image/tiff' },
  webp: { demuxer: 'webp_pipe', decoder: 'webp', contentType: 'image/webp' },
} as const;

export type ImageFormat = keyof typeof imageFormats;

/** A camera of 50 million pixels, 8192 x 6144. */
export const mostImagePixels = 8192 * 6144;

/** The words of the C library for ENOSPC and EDQUOT. */
const outOfRoom = /No space left on device|Disk quota exceeded/;

export const imageTimeLimitMs = 20_000;

/** Measured: the most pixels with 64 bits each take 470 MiB. */
export const imageMemoryMiB = 1024;

/** How a picture lies: the filters that put it upright, by the number that EXIF has for it (CIPA DC-008 §4.6.5, Orientation). */
const upright: Readonly<Record<number, readonly string[] | undefined>> = {
  2: ['hflip'],
  3: ['hflip', 'vflip'],
  4: ['vflip'],
  5: ['transpose=cclock_flip'],
  6: ['transpose=clock'],
  7: ['transpose=clock_flip'],
  8: ['transpose=cclock'],
};

/** A picture to be made: its name in the folder, and the longer side that it has at most, in pixels. */
interface Resized {
  name: string;
  side: number;
}

/**
 * Decodes a picture, and writes it smaller: WebP, upright, without a word of what the file says besides. What is smaller
 * already keeps its size. Of what moves the first picture is taken.
 *
 * @param image.orientation  as in EXIF; undefined: upright
 * @param into.sizes         the largest first, each made of the one before
 * @returns what came of it; `broken`: it is no picture of this format, or damaged
 * @throws MediaToolsError  ffmpeg is not there any more, or was ended: nothing is said of the file
 * @throws ENOSPC  no room is left in the folder
 */
export async function resizeImage(
  { ffmpeg }: Pick<MediaTools, 'ffmpeg'>,
  image: { file: string; format: ImageFormat; orientation: number | undefined },
  { folder, sizes }: { folder: string; sizes: readonly Resized[] },
): Promise<'resized' | 'broken' | 'too_large'> {
  const { status, isMissing, isKilled, isTimedOut, isOutOfMemory, errorText } = await runTool(
    ffmpeg,
    [...inputOf(image), '-filter_complex', filtersFor(sizes, image.orientation), ...sizes.flatMap(outputOf)],
    { folder, timeLimitMs: imageTimeLimitMs, memoryMiB: imageMemoryMiB },
  );
  if (isMissing) {
    const message = `${ffmpeg} is missing, or does not run: ${errorText.trim()}`;
    throw new MediaToolsError('tool_does_not_run', message);
  }
  if (isKilled) throw new MediaToolsError('tool_ended', `${ffmpeg} was ended while it read an image`);
  if (outOfRoom.test(errorText))
    throw Object.assign(new Error(`${ffmpeg} had no room for a picture`), { code: 'ENOSPC' });
  if (isTimedOut || isOutOfMemory || /Picture size \d+x\d+ /.test(errorText)) return 'too_large';
  // ffmpeg fills what is missing of a PNG with nothing, and of a GIF without a whole picture it makes none.
  if (status !== 0 || /without all image/.test(errorText)) return 'broken';
  const files = sizes.map(({ name }) => path.join(folder, name));
  if ((await Promise.all(files.map(sizeOf))).includes(0)) return 'broken';
  await Promise.all(files.map(syncFile));
  return 'resized';
}

/** Nothing but this format is read, whatever the content seems to be, and no other file. */
function inputOf({ file, format }: { file: string; format: ImageFormat }): string[] {
  const { demuxer, decoder } = imageFormats[format];
  return [
    ...['-nostdin', '-v', 'error', '-xerror', '-threads', '1', '-noautorotate'],
    ...['-protocol_whitelist', 'file', '-format_whitelist', demuxer, '-codec_whitelist', decoder],
    // Of TIFF it would not take tags that it does not know.
    ...(format === 'tiff' ? [] : ['-err_detect', 'crccheck+explode']),
    ...['-max_pixels', String(mostImagePixels), '-f', demuxer, '-i', `file:${path.resolve(file)}`],
  ];
}

/** `[0:v]hflip,scale=…,split=2[p0][r0];[r0]scale=…[p1]` */
function filtersFor(sizes: readonly Resized[], orientation: number | undefined): string {
  const turned = upright[orientation ?? 1] ?? [];
  return sizes
    .map(({ side }, place) => {
      const from = place === 0 ? '[0:v]' : `[r${place - 1}]`;
      const to = place === sizes.length - 1 ? [] : ['split=2'];
      const rest = to.length === 0 ? '' : `[r${place}]`;
      const first = place === 0 ? [...turned, 'setsar=1'] : [];
      return `${from}${[...first, scaleTo(side), 'format=bgra', ...to].join(',')}[p${place}]${rest}`;
    })
    .join(';');
}

function scaleTo(side: number): string {
  const factor = `min(1,min(${side}/iw,${side}/ih))`;
  return `scale=w='max(1,round(iw*${factor}))':h='max(1,round(ih*${factor}))'`;
}

function outputOf({ name }: Resized, place: number): string[] {
  return [
    ...['-map', `[p${place}]`, '-map_metadata', '-1', '-frames:v', '1', '-c:v', 'libwebp', '-quality', '80'],
    ...['-f', 'image2', '-update', '1', name],
  ];
}
