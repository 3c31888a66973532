import type { ImageFormat } from '../ffmpeg/resize-image.ts';

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
export function imageFormatOf(content: Buffer): ImageFormat | undefined {
  const start = content.toString('hex', 0, 12);
  return signatures.find(([, signature]) => signature.test(start))?.[0];
}

/**
 * What a JPEG file says before the picture itself, as far as `content` goes.
 *
 * @see ITU-T T.81, B.1.1: each segment has its length behind its marker
 */
export function* jpegSegments(content: Buffer): Generator<{ marker: number; body: Buffer }> {
  let at = 2;
  while (at + 4 <= content.length && content[at] === 0xff && content[at + 1] !== 0xda) {
    const end = at + 2 + content.readUInt16BE(at + 2);
    yield { marker: content.readUInt8(at + 1), body: content.subarray(at + 4, end) };
    at = end;
  }
}
