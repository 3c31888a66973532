import { createHash, randomUUID } from 'node:crypto';
import { open, rm, unlink } from 'node:fs/promises';
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

/** The folder of uploads cannot be written, or not be read: an operator has to look after it. The cause tells why. */
export class UploadFolderError extends Error {
  readonly code = 'upload_folder';

  constructor(cause: unknown) {
    super('the folder of uploads cannot be used', { cause });
    this.name = 'UploadFolderError';
  }
}

/** A file that nobody finds, gone when it is closed. What goes wrong with it is an `UploadFolderError`. */
type NamelessFile = Awaited<ReturnType<typeof openNameless>>;

/**
 * Receives an upload while counting and hashing. One on disk has no name: whatever happens to the process, nothing is
 * left behind.
 *
 * @param options.tooLarge  what is thrown beyond `maxBytes`
 * @throws UploadFolderError; what `content` throws
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
  let onDisk: NamelessFile | undefined;
  let size = 0;
  try {
    // Its end by us would be told before, and instead of, what the disk says.
    const pieces: AsyncIterable<Buffer> = content.iterator({ destroyOnReturn: false });
    for await (const piece of pieces) {
      if (size + piece.length > maxBytes) throw tooLarge();
      hash.update(piece);
      if (onDisk === undefined && size + piece.length > kept.length) {
        onDisk = await openNameless(folder);
        await onDisk.write(kept.subarray(0, size), 0);
        // The file may wait long for its turn, and would hold it.
        kept = letGo(kept);
      }
      if (onDisk === undefined) kept.set(piece, size);
      else await onDisk.write(piece, size);
      size += piece.length;
    }
  } catch (error) {
    await onDisk?.close();
    letGo(kept);
    throw error;
  } finally {
    arriving -= 1;
  }
  const file = { size, sha256: hash.digest('hex') };
  if (onDisk === undefined)
    return { ...file, read: async () => kept.subarray(0, size), close: async () => void letGo(kept) };
  const { read, close } = onDisk;
  return { ...file, read: () => read(new Uint8Array(size), 0), close };
}

/** Gives memory back at once: a service at rest may not look for what nobody uses any more for hours. */
function letGo(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes.buffer.transfer(0));
}

/** @throws UploadFolderError */
export async function openNameless(folder: string) {
  const name = path.join(folder, `upload-${randomUUID()}`);
  const handle = await inFolder(() => open(name, 'wx+', 0o600));
  try {
    await inFolder(() => unlink(name));
  } catch (error) {
    await handle.close();
    // Should it fail for longer, a later check of the folder removes the file.
    await rm(name, { force: true }).catch(() => undefined);
    throw error;
  }
  return {
    /** Writes all of the bytes there. */
    write: (bytes: Uint8Array, position: number) =>
      inFolder(async () => {
        // A write may take less than it was given (a nearly full disk).
        for (let at = 0; at < bytes.length; )
          at += (await handle.write(bytes, at, bytes.length - at, position + at)).bytesWritten;
      }),
    /** Fills the bytes with those that stand there. */
    read: <Bytes extends Uint8Array>(bytes: Bytes, position: number) =>
      inFolder(async () => {
        for (let at = 0; at < bytes.length; ) {
          const { bytesRead } = await handle.read(bytes, at, bytes.length - at, position + at);
          if (bytesRead === 0) throw new Error('a temporary file is shorter than what was written to it');
          at += bytesRead;
        }
        return bytes;
      }),
    close: () => inFolder(() => handle.close()),
  };
}

/** @throws UploadFolderError  `work` fails */
async function inFolder<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new UploadFolderError(error);
  }
}
