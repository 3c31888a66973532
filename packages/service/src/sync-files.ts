import { open } from 'node:fs/promises';

/** Makes the content of a file survive a power cut. */
export async function syncFile(file: string): Promise<void> {
  // Some systems refuse to sync what was opened for reading alone.
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the names in a folder (created, renamed, removed) survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
