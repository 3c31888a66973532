import { createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { syncFolder } from '@campus/service';
import { growingRoot } from './layout.ts';
import { inMediaFolder, whyFolderFails } from './storage-error.ts';
import { piecesOf, releasingFs } from './whole-file.ts';

/**
 * Files that come in pieces, over many requests and to any process. Each has a name, that of its upload, of which the
 * database says how many bytes count. One piece at a time is added to a file; that is its caller's to see to.
 */
export interface Growing {
  /**
   * Adds content behind the first `at` bytes; whatever stood there before was never counted, and goes. Content that
   * fails or ends early, or an abort of `signal`, keeps what has come.
   *
   * @returns how many bytes there are now, on disk whatever happens next
   * @throws StorageError  `disk_full`, `too_little_space`, `store_away`; what `onDurable` throws
   */
  append(piece: GrowingPiece): Promise<number>;
  /**
   * Makes a file of others that are whole, one behind the other; they stay. Doing it again begins anew.
   *
   * @throws StorageError  as `append`
   */
  join(name: string, parts: readonly GrownFile[]): Promise<void>;
  /** Does work that reads a whole file. @param work  gets what ffmpeg and ffprobe open, a path or an address */
  withFile<Result>(name: string, work: (input: string) => Promise<Result>): Promise<Result>;
  /** All bytes of a whole file, or some of them, the last at `end`. */
  contentOf(name: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Makes sure that so many bytes can be added. @throws StorageError  `too_little_space`, `store_away` */
  requireRoom(bytes: number): Promise<void>;
  /** Removes a file, if there is one. */
  remove(name: string): Promise<void>;
  /** The names of all files. */
  names(): Promise<string[]>;
}

interface GrownFile {
  name: string;
  size: number;
}

export interface GrowingPiece {
  name: string;
  /** How many bytes count so far. */
  at: number;
  content: Readable;
  /** Sees all that comes, before it is written; the memory is not its own. */
  onBytes?: (bytes: Buffer) => void;
  /** Told now and then how many bytes are on disk. When it rejects, the piece ends with that error. */
  onDurable?: (size: number) => Promise<void>;
  signal?: AbortSignal | undefined;
}

/** What is lost at most when a process is killed in the middle of a piece. */
const bytesBetweenSyncs = 16 * 1024 * 1024;

/** One write takes several pieces of the network at once. */
const writeBufferBytes = 1024 * 1024;

/** Growing files in a folder that all processes share. */
export async function openGrowing({
  mediaRoot,
  requireRoom,
}: {
  mediaRoot: string;
  requireRoom: (bytes: number) => Promise<void>;
}): Promise<Growing> {
  const folder = growingRoot(mediaRoot);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pathOf = (name: string) => path.join(folder, name);
  const append = async (piece: GrowingPiece) => {
    // Where the folder is not mounted, a file would be begun on the disk beneath.
    if (piece.at === 0) await requireRoom(0);
    const file = await openAt(pathOf(piece.name), piece.at);
    try {
      if (piece.at === 0) await syncFolder(folder);
      return await write(file, piece);
    } finally {
      await file.close();
    }
  };
  return {
    append: (piece) => inMediaFolder(() => append(piece)),
    join: (name, parts) =>
      inMediaFolder(async () => {
        let at = 0;
        for (const part of parts) {
          // Closed here: what could not be appended was perhaps not begun to be read.
          await using file = await open(pathOf(part.name));
          const content = file.createReadStream({
            ...{ end: part.size - 1, highWaterMark: writeBufferBytes, autoClose: false },
          });
          at = await append({ name, at, content: part.size === 0 ? content.destroy() : content });
          if (content.errored !== null) throw content.errored;
        }
        const whole = parts.reduce((sum, { size }) => sum + size, 0);
        if (at !== whole) throw new Error(`${name} was joined of ${at} bytes in place of ${whole}`);
      }),
    withFile: (name, work) => work(pathOf(name)),
    contentOf: async (name, range) =>
      Readable.from(piecesOf(pathOf(name), { ...range, why: whyFolderFails }), { objectMode: false }),
    requireRoom,
    remove: (name) => inMediaFolder(() => rm(pathOf(name), { force: true })),
    names: () => readdir(folder),
  };
}

/** The file, made when nothing of it counts yet, and cut behind what counts. */
async function openAt(file: string, at: number): Promise<FileHandle> {
  const handle = await open(file, at === 0 ? 'w' : 'r+', 0o600);
  try {
    const { size } = await handle.stat();
    if (size < at) throw new Error(`${file} has ${size} bytes, but ${at} of them are noted`);
    if (size > at) await handle.truncate(at);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function write(
  file: FileHandle,
  { at, content, onBytes, onDurable, signal }: GrowingPiece,
): Promise<number> {
  const out = createWriteStream('', {
    fd: file.fd,
    autoClose: false,
    start: at,
    highWaterMark: writeBufferBytes,
    fs: releasingFs,
  });
  let durable = at;
  let syncing: Promise<void> | undefined;
  const sync = async () => {
    const size = at + out.bytesWritten;
    await file.datasync();
    durable = size;
    await onDurable?.(size);
  };
  const end = () => {
    content.unpipe(out);
    if (!out.writableEnded) out.end();
  };
  // Beside the pipe: the bytes that have come are to stay when it breaks.
  content.on('error', end).once('close', end);
  signal?.addEventListener('abort', end, { once: true });
  const look = (bytes: Buffer) => {
    onBytes?.(bytes);
    if (syncing !== undefined || at + out.bytesWritten - durable < bytesBetweenSyncs) return;
    syncing = sync()
      .catch((error: Error) => void out.destroy(error))
      .finally(() => {
        syncing = undefined;
      });
  };
  try {
    if (signal?.aborted || content.destroyed) end();
    else content.pipe(out);
    // Behind the pipe: whoever looks at a piece may end all of it, and the pipe would still write this one.
    content.on('data', look);
    await finished(out);
    await syncing;
    if (out.errored !== null) throw out.errored;
    await file.datasync();
    return at + out.bytesWritten;
  } finally {
    content.unpipe(out);
    await syncing;
    signal?.removeEventListener('abort', end);
    content.off('error', end).off('close', end);
  }
}
