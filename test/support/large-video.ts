import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { clip } from '../../apps/video-rest/test/support/clips.ts';

const mebibyte = 2 ** 20;
const boundary = 'campus-upload';

/** The body of a form that creates a video, and its type. */
export interface VideoForm {
  contentType: string;
  bytes: number;
  body: Readable;
}

/**
 * A form with a real video in it, as large as asked for: at its end stands a box of zeros, which every player skips
 * (ISO 14496-12 §8.1.2). Nothing of that size is held in memory.
 */
export async function largeVideoForm(
  fields: Record<string, string>,
  { mebibytes }: { mebibytes: number },
): Promise<VideoForm> {
  const video = await readFile(await clip('tiny'));
  const padding = Buffer.alloc(16);
  padding.writeUInt32BE(1, 0);
  padding.write('free', 4, 'latin1');
  padding.writeBigUInt64BE(BigInt(mebibytes * mebibyte + padding.length), 8);
  const part = (disposition: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;
  const texts = Object.entries(fields).map(([name, value]) => `${part(`name="${name}"`)}${value}\r\n`);
  const head = Buffer.from(`${texts.join('')}${part('name="video"; filename="large.mp4"')}`);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const zeros = Buffer.alloc(mebibyte);
  function* pieces() {
    yield* [head, video, padding];
    for (let sent = 0; sent < mebibytes; sent += 1) yield zeros;
    yield tail;
  }
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: head.length + video.length + padding.length + mebibytes * mebibyte + tail.length,
    body: Readable.from(pieces(), { objectMode: false }),
  };
}
