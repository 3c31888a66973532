import type { Stats } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import { errorCode } from '@campus/config';

/** What is known of a file, without reading it; null when there is none, or not where its name says. */
export async function findFile(file: string): Promise<Stats | null> {
  try {
    if ((await realpath(file)) !== file) return null;
    const facts = await lstat(file);
    return facts.isFile() ? facts : null;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCode(error))) return null;
    throw error;
  }
}
