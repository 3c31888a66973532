import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { nullIfMissing } from '@campus/config';

/** Written beside PostgreSQL's own files, in the folder that only its owner may enter. */
export const superuserPasswordFile = 'superuser.password';
export const servicePasswordFile = 'service.password';

/** Makes a new random password in a file that only its owner can read, complete or not at all. */
export async function writeNewPassword(path: string): Promise<string> {
  // base64url: fits into a URL as it is.
  const password = randomBytes(24).toString('base64url');
  const unfinished = `${path}.new`;
  await rm(unfinished, { force: true });
  await writeFile(unfinished, `${password}\n`, { mode: 0o600, flag: 'wx', flush: true });
  await rename(unfinished, path);
  return password;
}

/** The password in the file, or undefined when there is no such file. */
export async function readPassword(path: string): Promise<string | undefined> {
  return (await readFile(path, 'utf8').catch(nullIfMissing))?.trim();
}
