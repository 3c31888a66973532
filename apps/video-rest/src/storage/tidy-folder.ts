import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '@campus/config';
import { syncFolder } from '@campus/service';
import { findTaskFiles } from '../data/encoding-tasks.ts';
import { findStoredFile } from '../data/kept-files.ts';
import { type FolderOwner, findReferencedFiles, lockFolder } from '../data/media-files.ts';
import type { Database, Transaction } from '../data/open-database.ts';
import { encodingFolderName, imageSizes, randomName, resizedName, rowFolder } from './layout.ts';
import type { MediaFolders } from './media-root.ts';
import type { TemporaryFiles } from './own-folder.ts';
import { isNoSpace } from './storage-error.ts';

/**
 * Removes from the folder of a row what the database does not refer to: replaced files, outputs that are no
 * longer on air, everything when the row is gone. Doing it again changes nothing.
 *
 * Under the lock things are only moved away, so that nobody waits while thousands of segments are deleted.
 *
 * @throws StorageError  the folder is not there, so that nothing tells what is in it; what the disk says
 */
export async function tidyFolder(
  {
    db,
    folders,
    removeTemporary,
  }: Pick<TemporaryFiles, 'removeTemporary'> & { db: Pick<Database, 'prisma'>; folders: MediaFolders },
  owner: FolderOwner,
): Promise<void> {
  const folder = rowFolder(folders.mediaRoot, owner);
  const trash = path.join(folders.own, `trash-${randomName()}`);
  await folders.requireOurs();
  try {
    await db.prisma.$transaction(async (tx) => {
      await lockFolder(tx, owner);
      const kept = await namesToKeep(tx, owner);
      const stale = (await namesIn(folder)).filter((name) => !kept.includes(name));
      if (stale.length > 0) {
        await discard(stale, { folder, trash });
        await syncFolder(folder);
      }
      if (kept.length === 0) await rm(folder, { recursive: true, force: true });
    });
    // One that went in between looked empty.
    await folders.requireOurs();
  } finally {
    await removeTemporary(trash);
  }
}

async function discard(
  names: readonly string[],
  { folder, trash }: { folder: string; trash: string },
): Promise<void> {
  const canMove = await mkdir(trash, { recursive: true, mode: 0o700 }).then(
    () => true,
    (error: unknown) => {
      if (!isNoSpace(error)) throw error;
      // A full disk takes no new folder, and this is what will make room.
      return false;
    },
  );
  for (const name of names) {
    const stale = path.join(folder, name);
    if (canMove) await rename(stale, path.join(trash, name));
    else await rm(stale, { recursive: true, force: true });
  }
}

/** What is in a folder; nothing when it is not there. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** What the database refers to in the folder of a row, files and folders; nothing when the row is gone. */
export async function namesToKeep(tx: Transaction, { table, id }: FolderOwner): Promise<string[]> {
  switch (table) {
    case 'videos': {
      const referenced = await findReferencedFiles(tx, id);
      if (referenced === null) return [];
      const { sourceFile, encodingId, earlyPoster } = referenced;
      const parts = await findTaskFiles(tx, id);
      const outputs = encodingId === null ? null : encodingFolderName(encodingId);
      return [sourceFile, ...parts, outputs, earlyPoster].filter((name) => name !== null);
    }
    case 'files': {
      const file = await findStoredFile(tx, { table, id });
      return file === null ? [] : [file];
    }
    case 'images': {
      const image = await findStoredFile(tx, { table, id });
      return image === null ? [] : [image, ...imageSizes.map((size) => resizedName(image, size))];
    }
  }
}
