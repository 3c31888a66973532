import { lstat, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { errorCode, nullIfMissing } from '@campus/config';
import { syncFolder } from '@campus/service';
import { type FolderOwner, lockFolder } from '../../data/media-files.ts';
import type { Database, Transaction } from '../../data/open-database.ts';
import { rowFolder } from '../layout.ts';
import type { MediaFolders } from '../media-root.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { namesIn, namesToKeep } from '../tidy-folder.ts';

/** Brings files that are elsewhere to the place where new ones are kept, row by row, while all are being read. */
export interface Gathering {
  /** The files of a row that are still elsewhere. */
  find(owner: FolderOwner): Promise<FoundFile[]>;
  /**
   * Copies them, and holds each copy against the SHA-256 of what was copied. What the row refers to no longer is left
   * alone. Doing it again does what is left.
   *
   * @throws StorageError
   */
  bring(owner: FolderOwner): Promise<void>;
  /**
   * Removes where they were before what was brought.
   *
   * @returns false when that must wait, since the source is being encoded
   */
  release(owner: FolderOwner): Promise<boolean>;
}

/**
 * Puts a whole file, which is on a disk of this machine, where new ones are kept, under a name that its row refers to; held
 * against its SHA-256 there. What the row refers to no longer, or has, is dropped. In the bucket what is given stays.
 *
 * @throws StorageError
 */
export type BringFile = (owner: FolderOwner, file: string, path: string) => Promise<void>;

/** A file in the place where it is not to stay. */
export interface FoundFile {
  /** Its name in the folder of its row. */
  file: string;
  bytes: number;
}

/** What both directions work with. */
export interface GatherDeps {
  db: Pick<Database, 'prisma' | 'pool'>;
  objects: ObjectStore;
  /** Makes sure that the bucket is still that of this database. @throws StorageError */
  requireOurBucket(): Promise<void>;
  /** Number of this process. */
  instance: number;
  folders: MediaFolders;
}

/**
 * The files in the folder of a row below these names.
 *
 * @param names  of files, and of folders with files
 */
export async function filesBelow(folder: string, names: readonly string[]): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  for (const name of names) {
    const facts = await lstat(path.join(folder, name)).catch(nullIfMissing);
    if (facts?.isFile()) found.push({ file: name, bytes: facts.size });
    if (!facts?.isDirectory()) continue;
    const inside = (await namesIn(path.join(folder, name))).map((below) => `${name}/${below}`);
    found.push(...(await filesBelow(folder, inside)));
  }
  return found;
}

/** Removes the folder of a row, and those in it, as far as they are empty. */
export async function removeEmptyFolders(mediaRoot: string, owner: FolderOwner): Promise<void> {
  const folder = rowFolder(mediaRoot, owner);
  for (const name of await namesIn(folder)) await removeIfEmpty(path.join(folder, name));
  if (await removeIfEmpty(folder)) await syncFolder(path.dirname(folder));
}

async function removeIfEmpty(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR'].includes(errorCode(error))) return false;
    throw error;
  }
}

/** Whether the row refers to a file. */
export async function isReferenced(tx: Transaction, owner: FolderOwner, file: string): Promise<boolean> {
  return (await namesToKeep(tx, owner)).includes(file.split('/', 1)[0] ?? '');
}

/**
 * Does work on a file that others may remove meanwhile, since they replace or delete it. A failure is one of the work
 * only when the file should be there still.
 *
 * @param isDue  asks the database for that, while nobody else touches the folder
 */
export async function unlessGone(
  { db, owner }: { db: Pick<Database, 'prisma'>; owner: FolderOwner },
  { work, isDue }: { work: () => Promise<void>; isDue: (tx: Transaction) => Promise<boolean> },
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isStillDue = await db.prisma.$transaction(async (tx) => {
      await lockFolder(tx, owner);
      return isDue(tx);
    });
    if (isStillDue) throw error;
  }
}
