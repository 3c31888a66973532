import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';

/** An upload on disk, without a name: whatever happens to the process, nothing is left behind. */
export interface TemporaryFile {
  handle: FileHandle;
  size: number;
  /** Lower-case hexadecimal. */
  sha256: string;
}

/** The folder of uploads cannot be written: an operator has to look after it. The cause tells why. */
export class UploadFolderError extends Error {
  readonly code = 'upload_folder';

  constructor(cause: unknown) {
    super('the folder of uploads cannot be written', { cause });
    this.name = 'UploadFolderError';
  }
}

/**
 * Streams an upload to disk while counting and hashing; the file's name is removed at once.
 *
 * @param options.tooLarge  what is thrown beyond `maxBytes`
 * @throws UploadFolderError; what the disk says while it is written
 */
export async function writeTemporaryFile(
  folder: string,
  content: Readable,
  { maxBytes, tooLarge }: { maxBytes: number; tooLarge: () => Error },
): Promise<TemporaryFile> {
  const name = path.join(folder, `upload-${randomUUID()}`);
  const handle = await open(name, 'wx+', 0o600).catch((error: unknown) => {
    throw new UploadFolderError(error);
  });
  try {
    await unlink(name);
    const hash = createHash('sha256');
    let size = 0;
    // Its end by us would be told before, and instead of, what the disk says.
    const pieces: AsyncIterable<Buffer> = content.iterator({ destroyOnReturn: false });
    for await (const piece of pieces) {
      if (size + piece.length > maxBytes) throw tooLarge();
      hash.update(piece);
      // A write may take less than it was given (a nearly full disk).
      for (let written = 0; written < piece.length; ) {
        written += (await handle.write(piece, written, piece.length - written, size + written)).bytesWritten;
      }
      size += piece.length;
    }
    return { handle, size, sha256: hash.digest('hex') };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The whole file in memory. */
export async function readTemporaryFile({ handle, size }: TemporaryFile): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size);
  for (let offset = 0; offset < size; ) {
    const { bytesRead } = await handle.read(bytes, offset, size - offset, offset);
    if (bytesRead === 0) throw new Error('a temporary file is shorter than what was written to it');
    offset += bytesRead;
  }
  return bytes;
}
