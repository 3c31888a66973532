import { openNameless, writeAt } from '../receive/temporary-file.ts';

const pieceBytes = 256 * 1024;

/** Text that is written down until it is all known, on disk since it may be long. */
export interface Spool {
  append(text: string): Promise<void>;
  /** From the beginning. */
  read(): AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
}

/**
 * Opens one that has no name: whatever happens to the process, nothing is left behind.
 *
 * @throws UploadFolderError
 */
export async function openSpool(folder: string): Promise<Spool> {
  const handle = await openNameless(folder);
  let size = 0;
  return {
    async append(text) {
      const bytes = Buffer.from(text);
      await writeAt(handle, bytes, size);
      size += bytes.length;
    },
    async *read() {
      for (let offset = 0; offset < size; ) {
        const { bytesRead, buffer } = await handle.read(Buffer.alloc(pieceBytes), 0, pieceBytes, offset);
        if (bytesRead === 0) throw new Error('a temporary file is shorter than what was written to it');
        offset += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    },
    close: () => handle.close(),
  };
}
