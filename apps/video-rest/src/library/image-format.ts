import type { ImageFormat } from '../ffmpeg/resize-image.ts';

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
export function imageFormatOf(content: Buffer): ImageFormat | undefined {
  const start = content.toString('hex', 0, 12);
  return signatures.find(([, signature]) => signature.test(start))?.[0];
}
