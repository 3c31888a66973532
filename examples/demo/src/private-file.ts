import { mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';

/** The text of a file, or undefined when there is none. */
export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const isAbsent =
      typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
    if (isAbsent) return undefined;
    throw error;
  }
}

/**
 * Writes a file that only its owner may read, and the folders above it. A crash leaves the whole file or none: it
 * gets its name only when it is on the disk.
 */
export async function writePrivately(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const unfinished = `${file}.new`;
  const handle = await open(unfinished, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, file);
}
