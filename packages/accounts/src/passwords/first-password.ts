import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '@campus/service';
import { FirstPasswordError } from './first-password-error.ts';

const fileName = 'first-password';

/**
 * Writes the generated password of the first account to `<dataDir>/first-password`, readable by its owner only: the
 * whole file or none, and on the disk when this returns.
 *
 * @returns the path of the file
 * @throws FirstPasswordError
 */
export async function writeFirstPassword(dataDir: string, password: string): Promise<string> {
  const path = join(dataDir, fileName);
  try {
    await mkdir(dataDir, { recursive: true });
    await writeWhole(path, password);
    await syncFolder(dataDir);
    return path;
  } catch (cause) {
    throw new FirstPasswordError({ path, cause });
  }
}

async function writeWhole(path: string, password: string): Promise<void> {
  const unfinished = `${path}.new`;
  await rm(unfinished, { force: true });
  const file = await open(unfinished, 'wx', 0o600);
  try {
    await file.writeFile(`${password}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}

/** Removes what an attempt left that never became an account. */
export async function removeFirstPassword(dataDir: string): Promise<void> {
  await rm(join(dataDir, fileName), { force: true });
}
