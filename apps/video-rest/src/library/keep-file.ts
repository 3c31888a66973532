import type { Jobs } from '@campus/jobs';
import type { Turns } from '@campus/service';
import {
  addFile,
  changeFile,
  deleteFile,
  type FileColumns,
  isTrack,
  nextFileId,
} from '../data/kept-files.ts';
import type { Database } from '../data/open-database.ts';
import type { Storage } from '../storage/open-storage.ts';
import { FileRefusal } from './file-refusal.ts';
import { readSentFile, type SentFile } from './read-file.ts';
import { tidyKeptQueue } from './tidy-kept-files.ts';

/** What keeping files works with. */
export interface LibraryDeps {
  db: Database;
  jobs: Jobs;
  storage: Storage;
  /** At examining uploads. */
  probes: Turns;
}

/**
 * Keeps a file; its name is that of the file that was sent. The row and the file appear together or not at all.
 *
 * @returns the id
 * @throws FileRefusal; BudgetSpentError  too many are examined; StorageError; VanishedError
 */
export async function keepFile(
  { db, probes, storage }: LibraryDeps,
  { columns, file, callerId }: { columns: FileColumns; file: SentFile; callerId: number },
): Promise<number> {
  const { title, extension } = await probes.run(String(callerId), () => readSentFile(file));
  return storage.place((place) =>
    db.prisma.$transaction(async (tx) => {
      const id = await nextFileId(tx);
      const storedFile = await place.file(tx, { id, temporaryFile: file.path, extension });
      await addFile(tx, { ...columns, id, name: title, storedFile });
      return id;
    }),
  );
}

/**
 * Changes what is known of a file, or puts another in its place, whose name it has from then on; false when it has
 * vanished.
 *
 * @throws as `keepFile`
 */
export async function changeKeptFile(
  { db, jobs, probes, storage }: LibraryDeps,
  id: number,
  {
    changes,
    file,
    callerId,
  }: { changes: Partial<FileColumns>; file: SentFile | undefined; callerId: number },
): Promise<boolean> {
  if (file === undefined) return changeFile(db.prisma, id, changes);
  const { title, extension } = await probes.run(String(callerId), () => readSentFile(file));
  return storage.place((place) =>
    db.prisma.$transaction(async (tx) => {
      // Locks the row before the folder.
      if (!(await changeFile(tx, id, { ...changes, name: title }))) return false;
      if (extension !== 'vtt' && (await isTrack(tx, id))) throw new FileRefusal('is_track');
      const storedFile = await place.file(tx, { id, temporaryFile: file.path, extension });
      await jobs.send(tx, tidyKeptQueue, { table: 'files', id });
      return changeFile(tx, id, { storedFile });
    }),
  );
}

/**
 * Removes a file; false when it has vanished. What is on disk goes after the commit, by a job that survives a crash.
 */
export function removeKeptFile({ db, jobs }: Pick<LibraryDeps, 'db' | 'jobs'>, id: number): Promise<boolean> {
  return db.prisma.$transaction(async (tx) => {
    if (!(await deleteFile(tx, id))) return false;
    await jobs.send(tx, tidyKeptQueue, { table: 'files', id });
    return true;
  });
}
