import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '@campus/service';
import { type FolderOwner, lockFolder } from '../data/media-files.ts';
import type { Database } from '../data/open-database.ts';
import { randomName, rowFolder } from './layout.ts';
import type { MediaFolders } from './media-root.ts';
import { namesIn } from './names-in.ts';
import { namesToKeep } from './names-to-keep.ts';
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
