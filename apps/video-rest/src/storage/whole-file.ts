import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { syncFile } from '@campus/service';
import { releasingFs } from './releasing-fs.ts';

/** The bytes of a file, opened when the first is asked for. */
export async function* piecesOf(file: string): AsyncGenerator<Buffer> {
  yield* createReadStream(file, { highWaterMark: 1024 * 1024 });
}

/**
 * Writes a new file that survives a power cut; nothing of it stays when not all could be written. The memory of each piece
 * is free when it is in the file.
 *
 * @throws what the disk says, and what `content` throws
 */
export async function writeWhole(file: string, content: AsyncIterable<Buffer>): Promise<void> {
  try {
    await pipeline(content, createWriteStream(file, { flags: 'wx', mode: 0o600, fs: releasingFs }));
    await syncFile(file);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}
