import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pLimit, { type LimitFunction } from 'p-limit';

/** Where uploads wait on disk, and how many of their PDFs may be in memory at once. */
export interface Uploads {
  folder: string;
  /** Runs what holds a whole PDF in memory. */
  inMemory: LimitFunction;
  /** Runs what receives a PDF in Base64, which is in memory from its first byte. */
  asJson: LimitFunction;
}

/** Bounds memory to so many of the largest PDFs and their copies, whatever is uploaded at the same time. */
const pdfsAtOnce = 4;
const jsonPdfsAtOnce = 2;

const dayMs = 24 * 60 * 60 * 1000;

/** Removes what a crash in the wrong instant has left there. */
export function openUploads(folder: string): Uploads {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    const changedMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    // A file has its name for an instant only; another process may just be in it.
    if (changedMs !== undefined && Date.now() - changedMs > dayMs) rmSync(file, { force: true });
  }
  return { folder, inMemory: pLimit(pdfsAtOnce), asJson: pLimit(jsonPdfsAtOnce) };
}

/** Makes sure that uploads can be written. @throws what the disk says */
export async function checkUploads({ folder }: Pick<Uploads, 'folder'>): Promise<void> {
  const file = path.join(folder, `check-${randomUUID()}`);
  try {
    await writeFile(file, '.', { flag: 'wx' });
  } finally {
    await rm(file, { force: true });
  }
}
