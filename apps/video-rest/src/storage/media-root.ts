import { mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '@campus/config';
import { syncFolder } from '@campus/service';
import { randomName } from './layout.ts';
import { StorageError } from './storage-error.ts';

/** Makes the folder for media where it is missing. @returns its real path; @throws StorageError  `unusable` */
export async function makeRoot(configured: string): Promise<string> {
  try {
    await mkdir(path.join(configured, 'tmp'), { recursive: true });
    await mkdir(path.join(configured, 'videos'), { recursive: true });
    return await realpath(configured);
  } catch (error) {
    throw unusable(configured, error);
  }
}

/** What every upload will need: to write, and to rename from one of our folders into the other. */
export async function checkMoves({ mediaRoot, own }: { mediaRoot: string; own: string }): Promise<void> {
  const name = `check-${randomName()}`;
  const before = path.join(own, name);
  const after = path.join(mediaRoot, 'videos', name);
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
  const mends: Record<string, string> = {
    EACCES: 'let the user of this service write there',
    EPERM: 'let the user of this service write there',
    EROFS: 'its file system is read-only; mount it for writing',
    ENOSPC: 'its disk is full; make room',
    EDQUOT: 'its quota is used up; make room',
    EXDEV: 'tmp and videos in it must be on the same file system',
    ENOTDIR: 'a part of this path is a file; correct it',
    EEXIST: 'a part of this path is a file; correct it',
  };
  const code = errorCode(error);
  const mend = mends[code];
  if (mend === undefined) return error;
  return new StorageError('unusable', `MEDIA_ROOT (${mediaRoot}) cannot be used: ${mend}.`, { cause: error });
}
