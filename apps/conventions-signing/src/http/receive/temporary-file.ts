import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';

/** An upload that has come whole. */
export interface TemporaryFile {
  size: number;
  /** Lower-case hexadecimal. */
  sha256: string;
  /** All of it, in memory. */
  read(): Promise<Uint8Array<ArrayBuffer>>;
  /** Lets go of it. */
  close(): Promise<void>;
}

/**
 * So much of an upload waits in memory while few arrive at once; what is larger goes to disk.
 * Measured: the file of a PDF of 200 KB took a fifth of the main thread's time for its deposit.
 */
export const keptInMemoryBytes = 256 * 1024;

/** Of the memory of a process, for all that arrive at once: more of them go to disk sooner. */
const arrivingBytes = 16 * 2 ** 20;

let arriving = 0;

/** The folder of uploads cannot be written: an operator has to look after it. The cause tells why. */
export class UploadFolderError extends Error {
  readonly code = 'upload_folder';

  constructor(cause: unknown) {
    super('the folder of uploads cannot be written', { cause });
    this.name = 'UploadFolderError';
  }
}

/**
 * Receives an upload while counting and hashing. One on disk has no name: whatever happens to the process, nothing is
 * left behind.
 *
 * @param options.tooLarge  what is thrown beyond `maxBytes`
 * @throws UploadFolderError; what the disk says while it is written
 */
export async function writeTemporaryFile(
  folder: string,
  content: Readable,
  { maxBytes, tooLarge }: { maxBytes: number; tooLarge: () => Error },
): Promise<TemporaryFile> {
  const hash = createHash('sha256');
  // One room for all pieces: those of a slow sender may be of a byte each.
  arriving += 1;
  let kept = new Uint8Array(Math.min(keptInMemoryBytes, Math.floor(arrivingBytes / arriving)));
  let handle: FileHandle | undefined;
  let size = 0;
  try {
    // Its end by us would be told before, and instead of, what the disk says.
    const pieces: AsyncIterable<Buffer> = content.iterator({ destroyOnReturn: false });
    for await (const piece of pieces) {
      if (size + piece.length > maxBytes) throw tooLarge();
      hash.update(piece);
      if (handle === undefined && size + piece.length > kept.length) {
        handle = await openNameless(folder);
        await writeAt(handle, kept.subarray(0, size), 0);
        // The file may wait long for its turn, and would hold it.
        kept = letGo(kept);
      }
      if (handle === undefined) kept.set(piece, size);
      else await writeAt(handle, piece, size);
      size += piece.length;
    }
  } catch (error) {
    await handle?.close();
    letGo(kept);
    throw error;
  } finally {
    arriving -= 1;
  }
  const file = { size, sha256: hash.digest('hex') };
  if (handle === undefined)
    return { ...file, read: async () => kept.subarray(0, size), close: async () => void letGo(kept) };
  const onDisk = handle;
  return { ...file, read: () => readWhole(onDisk, size), close: () => onDisk.close() };
}

/** Gives memory back at once: a service at rest may not look for what nobody uses any more for hours. */
function letGo(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes.buffer.transfer(0));
}

/**
 * A file that nobody finds, gone when it is closed.
 *
 * @throws UploadFolderError
 */
export async function openNameless(folder: string): Promise<FileHandle> {
  const name = path.join(folder, `upload-${randomUUID()}`);
  const handle = await open(name, 'wx+', 0o600).catch((error: unknown) => {
    throw new UploadFolderError(error);
  });
  try {
    await unlink(name);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Writes all of the bytes there. */
export async function writeAt(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  // A write may take less than it was given (a nearly full disk).
  for (let written = 0; written < bytes.length; ) {
    written += (await handle.write(bytes, written, bytes.length - written, position + written)).bytesWritten;
  }
}

async function readWhole(handle: FileHandle, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size);
  for (let offset = 0; offset < size; ) {
    const { bytesRead } = await handle.read(bytes, offset, size - offset, offset);
    if (bytesRead === 0) throw new Error('a temporary file is shorter than what was written to it');
    offset += bytesRead;
  }
  return bytes;
}
