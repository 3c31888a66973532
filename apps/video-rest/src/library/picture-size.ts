import { imageFormatOf } from './image-format.ts';
import { jpegSegments } from './jpeg-segments.ts';

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
