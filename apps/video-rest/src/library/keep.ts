/** What people keep in folders, files and images: the row and what is on disk appear and go together. */

import type { PgQueryable } from '@campus/database';
import type { Jobs, Queue } from '@campus/jobs';
import type { Alongside } from '@campus/rest';
import type { Removed } from '../data/deletions.ts';
import {
  addKeptRow,
  changeKeptRow,
  holdsStill,
  type KeptColumns,
  type KeptTable,
  noteSent,
} from '../data/kept-files.ts';
import type { FolderOwner } from '../data/media-files.ts';
import type { Database, Transaction } from '../data/open-database.ts';
import { nextId } from '../data/row-ids.ts';
import { removeObject } from '../deletions/deletions.ts';
import type { BroughtFile, FilePlacer } from '../storage/file-placer.ts';
import type { Storage } from '../storage/open-storage.ts';
import type { SentFile } from './read-file.ts';

/** What keeping works with. */
export interface KeepDeps {
  db: Database;
  jobs: Jobs;
  storage: Storage;
}

/** A file that somebody has sent; accounts take turns at having theirs judged. */
interface Sent {
  file: SentFile;
  callerId: number;
}

/** What is kept in one table: how what is sent is judged, and put in its place. */
export interface KeptKind<Deps extends KeepDeps, Read extends { title: string }> {
  table: KeptTable;
  /**
   * Does the work with what is sent once it is judged; `title` is what to call it.
   *
   * @throws FileRefusal; BudgetSpentError  too many are judged; MediaToolsError
   */
  withRead<Result>(deps: Deps, sent: Sent, work: (read: Read) => Promise<Result>): Promise<Result>;
  /** Brings it to where media are kept. @throws StorageError */
  place(place: FilePlacer, kept: { temporaryFile: string; read: Read }): Promise<BroughtFile>;
  /** Whether it may stand in the place of what the row has. @throws FileRefusal */
  judgeReplacement?(tx: Transaction, id: number, read: Read): Promise<void>;
}

/**
 * Keeps what was sent; its name is that of the file.
 *
 * @returns the id
 * @throws as `KeptKind` does; VanishedError
 */
export function keep<Deps extends KeepDeps, Read extends { title: string }>(
  kind: KeptKind<Deps, Read>,
  deps: Deps,
  { columns, alongside, ...sent }: Sent & { columns: KeptColumns; alongside?: Alongside | undefined },
): Promise<number> {
  const { table } = kind;
  return kind.withRead(deps, sent, (read) =>
    deps.storage.place(async (place) => {
      const brought = await kind.place(place, { temporaryFile: sent.file.path, read });
      return deps.db.prisma.$transaction(async (tx) => {
        const id = await nextId(tx, table);
        const storedFile = await brought.into(tx, id);
        await addKeptRow(tx, table, { ...columns, id, name: read.title, storedFile });
        await alongside?.(tx, id);
        return id;
      });
    }),
  );
}

/**
 * Puts another in the place of something, which has its name from then on, and changes what else is known of it; false
 * when it has vanished.
 *
 * @param change.storedFile  what it holds, by its name on disk; false also when it holds something else
 * @throws as `keep`
 */
export async function changeKept<Deps extends KeepDeps, Read extends { title: string }>(
  kind: KeptKind<Deps, Read>,
  deps: Deps,
  change: {
    id: number;
    storedFile?: string | undefined;
    changes: Partial<KeptColumns>;
    sent: Sent;
  },
): Promise<boolean> {
  const { db, jobs, storage } = deps;
  const { id, storedFile: held, changes, sent } = change;
  const row = { table: kind.table, id };
  return kind.withRead(deps, sent, (read) =>
    storage.place(async (place) => {
      const brought = await kind.place(place, { temporaryFile: sent.file.path, read });
      return db.prisma.$transaction(async (tx) => {
        // Locks the row before the folder.
        if (held !== undefined && !(await holdsStill(tx, row, held))) return false;
        if (!(await changeKeptRow(tx, row, { ...changes, name: read.title }))) return false;
        await kind.judgeReplacement?.(tx, id, read);
        const storedFile = await brought.into(tx, id);
        await jobs.send(tx, tidyKeptQueue, row);
        await noteSent(tx, row);
        return changeKeptRow(tx, row, { storedFile });
      });
    }),
  );
}

/** Removes something; false when it has vanished. What is on disk goes after the commit, by a job that survives a crash. */
export function removeKept(
  { db, jobs }: Pick<KeepDeps, 'db' | 'jobs'>,
  row: Removed & { table: KeptTable },
): Promise<boolean> {
  return removeObject({ db, jobs }, row, (tx) => tidyKept(tx, jobs, row));
}

/** Asks, of a row that may be one of these, to remove what is on disk when the transaction has removed it. */
export async function tidyKept(
  tx: PgQueryable,
  jobs: Jobs,
  { table, id }: { table: string; id: number },
): Promise<void> {
  if (table === 'files' || table === 'images') await jobs.send(tx, tidyKeptQueue, { table, id });
}

/** Asks to remove what the folder of a row holds and nothing refers to any more; videos have a queue of their own. */
export const tidyKeptQueue: Queue<FolderOwner> = { name: 'tidy-kept-files', expireInSeconds: 15 * 60 };

/** Removes in this process what is asked for. */
export function startTidyingKeptFiles({ jobs, storage }: { jobs: Jobs; storage: Storage }): Promise<void> {
  return jobs.work(tidyKeptQueue, 1, (owner) => storage.tidyFolder(owner));
}
