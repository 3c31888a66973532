import type { ImageFormat } from '../ffmpeg/resize-image.ts';
import { jpegSegments } from './jpeg-segments.ts';

const orientationTag = 0x0112;

/**
 * How a picture lies, as the camera has written it into a JPEG or TIFF file; undefined where it says nothing, or what
 * makes no sense.
 *
 * @see CIPA DC-008 (EXIF) §4.5.4, §4.6.5; TIFF 6.0 §2
 */
export function orientationOf(content: Buffer, format: ImageFormat): number | undefined {
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
