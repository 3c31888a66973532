import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, errorMessage } from '@campus/config';
import { DatabaseError } from './database-error.ts';

/**
 * Makes the folder of a service, or one in it, and makes sure that files can be written there.
 *
 * @throws DatabaseError `data_folder_refused`, which names the parameter
 */
export async function requireDataFolder(folder: string): Promise<void> {
  const file = join(folder, `check-${randomUUID()}`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(file, '.', { flag: 'wx' });
    await rm(file);
  } catch (error) {
    await rm(file, { force: true }).catch(() => {});
    throw dataFolderRefused(folder, error);
  }
}

/** What an operator reads when the disk refuses the folder of a service. */
export function dataFolderRefused(folder: string, error: unknown): DatabaseError {
  const mend =
    mends[errorCode(error)] ?? 'let the user of this service write there, or set data.dir to another folder';
  return new DatabaseError(
    'data_folder_refused',
    `The folder ${folder} (parameter data.dir) cannot be used: ${errorMessage(error)}; ${mend}.`,
    { cause: error },
  );
}

const mends: Record<string, string> = {
  ENOSPC: 'its disk is full; make room',
  EDQUOT: 'its quota is used up; make room',
  EROFS: 'its file system is read-only; mount it for writing, or set data.dir to another folder',
  ENOTDIR: 'a part of this path is a file; correct data.dir',
  EEXIST: 'a part of this path is a file; correct data.dir',
};
