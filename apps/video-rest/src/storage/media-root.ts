import { mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '@campus/service';
import { randomName } from './layout.ts';
import { mendOf, StorageError } from './storage-error.ts';

/** The media folder, and in it the temporary one of this process. */
export interface MediaFolders {
  mediaRoot: string;
  own: string;
  /**
   * Makes sure that the folder is there, and still that of this database: in one that is not mounted nothing is found,
   * and what is not found there is not gone.
   *
   * @throws StorageError  `store_away`, `unusable`
   */
  requireOurs(): Promise<void>;
}

/** Makes the folder for media where it is missing. @returns its real path; @throws StorageError  `unusable` */
export async function makeRoot(configured: string): Promise<string> {
  try {
    // What belongs in it is made once it is known to be ours.
    await mkdir(configured, { recursive: true });
    return await realpath(configured);
  } catch (error) {
    throw unusable(configured, error);
  }
}

/**
 * What every upload will need: to write, and to rename from one of our folders into the other.
 *
 * @param after  the name there (`checkFile`)
 */
export async function checkMoves(own: string, after: string): Promise<void> {
  const before = path.join(own, `check-${randomName()}`);
  try {
    // Some bytes, since a full disk takes an empty file, and a quota shows in no free space.
    await writeFile(before, Buffer.alloc(4096), { flag: 'wx', flush: true });
    await rename(before, after);
    await syncFolder(path.dirname(after));
  } finally {
    await rm(before, { force: true });
    await rm(after, { force: true });
  }
}

/** What to mend; an error that says nothing of that as it is. */
export function unusable(mediaRoot: string, error: unknown): unknown {
  const mend = mendOf(error);
  if (mend === undefined) return error;
  return new StorageError('unusable', `MEDIA_ROOT (${mediaRoot}) cannot be used: ${mend}.`, { cause: error });
}
