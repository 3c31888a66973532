import { randomUUID } from 'node:crypto';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTurns, type TurnLimits } from '@campus/service';

/** Where large uploads wait on disk, and the turns of those who send them: tokens and people, by the actor of the history. */
export type Uploads = Awaited<ReturnType<typeof openUploads>>;

/** Bodies with a PDF that arrive at once; more are refused, since those that come slowly would fill any queue. */
export const arrivingUploads: TurnLimits = { atATime: 256, atATimePerCaller: 64, waiting: 0 };

const queue = { waiting: 128, waitingPerCaller: 32 };

/** PDFs in memory at once, whatever is uploaded at the same time; the others wait, large ones on disk. */
export const pdfsInMemory: TurnLimits = { atATime: 4, atATimePerCaller: 2, ...queue };

/** PDFs that are read out of JSON at once; the others wait, large ones on disk. */
export const jsonPdfsInMemory: TurnLimits = { atATime: 2, atATimePerCaller: 1, ...queue };

const minuteMs = 60_000;

export async function openUploads(folder: string) {
  await removeNamed(folder);
  return {
    folder,
    /** For receiving a body. */
    arriving: createTurns(arrivingUploads),
    /** For what holds a whole PDF in memory. */
    inMemory: createTurns(pdfsInMemory),
    /** For what reads a PDF out of JSON, which takes several times its size. */
    asJson: createTurns(jsonPdfsInMemory),
  };
}

/** Makes sure that uploads can be written, and removes what has been left. @throws what the disk says */
export async function checkUploads({ folder }: Pick<Uploads, 'folder'>): Promise<void> {
  await removeNamed(folder);
  const file = path.join(folder, `check-${randomUUID()}`);
  try {
    await writeFile(file, '.', { flag: 'wx' });
  } finally {
    await rm(file, { force: true });
  }
}

/** What a crash in the wrong instant has left, or a disk that would not take a name away. */
async function removeNamed(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const changedMs = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    );
    // A file has its name for an instant only; another process may just be in it.
    if (Date.now() - changedMs > minuteMs) await rm(file, { force: true });
  }
}
