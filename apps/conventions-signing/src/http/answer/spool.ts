import { openNameless } from '../receive/temporary-file.ts';

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
 * @throws UploadFolderError  also later, of all that is done with it
 */
export async function openSpool(folder: string): Promise<Spool> {
  const file = await openNameless(folder);
  let size = 0;
  return {
    async append(text) {
      const bytes = Buffer.from(text);
      await file.write(bytes, size);
      size += bytes.length;
    },
    async *read() {
      for (let offset = 0; offset < size; offset += pieceBytes)
        yield await file.read(new Uint8Array(Math.min(pieceBytes, size - offset)), offset);
    },
    close: file.close,
  };
}
