import { readdir } from 'node:fs/promises';
import { errorCode } from '@campus/config';

/** What is in a folder; nothing when it is not there. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
