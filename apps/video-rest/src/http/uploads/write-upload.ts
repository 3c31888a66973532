import type { Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type FilePart, fileTooLarge } from '@campus/service';
import type { Storage } from '../../storage/open-storage.ts';
import { releasingFs } from '../../storage/releasing-fs.ts';

/** Often enough to leave MEDIA_MIN_FREE nearly whole, seldom enough to cost nothing. */
const bytesBetweenSpaceChecks = 16 * 1024 * 1024;

/** One write takes several pieces of the network at once. */
const writeBufferBytes = 1024 * 1024;

/**
 * Streams one upload into a new file that only we can read, synced at its end.
 *
 * @returns its size
 * @throws UploadError `too_large`; StorageError; what the disk says. The file may be there then.
 */
export async function writeUpload(
  content: Readable,
  into: {
    path: string;
    part: Pick<FilePart<unknown>, 'name' | 'maxBytes'>;
    storage: Pick<Storage, 'requireFreeSpace'>;
    /** Told of all bytes. */
    hash?: Hash | undefined;
  },
): Promise<number> {
  const { path, part, storage, hash } = into;
  // Told by the pipe below, which is not there yet.
  content.on('error', () => undefined);
  await storage.requireFreeSpace(0);
  let size = 0;
  let nextCheckAt = bytesBetweenSpaceChecks;
  // Beside the pipe, not in it: another stage would cost every piece of every upload.
  content.on('data', (piece: Buffer) => {
    size += piece.length;
    hash?.update(piece);
    if (size > part.maxBytes) content.destroy(fileTooLarge(part));
    if (size < nextCheckAt) return;
    nextCheckAt = size + bytesBetweenSpaceChecks;
    storage.requireFreeSpace(0).catch((error: Error) => content.destroy(error));
  });
  const options = { flags: 'wx', mode: 0o600, flush: true, highWaterMark: writeBufferBytes };
  await pipeline(content, createWriteStream(path, { ...options, fs: releasingFs }));
  return size;
}
