import { open } from 'node:fs/promises';

/** Makes the content of a file survive a power cut. */
export function syncFile(file: string): Promise<void> {
  // Some systems refuse to sync what was opened for reading alone.
  return sync(file, 'r+');
}

/** Makes the names in a folder (created, renamed, removed) survive a power cut. */
export function syncFolder(folder: string): Promise<void> {
  return sync(folder, 'r');
}

async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  await using handle = await open(path, flags);
  await handle.sync();
}
