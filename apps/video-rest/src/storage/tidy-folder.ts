import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '@campus/service';
import { findReferencedFiles, lockVideoFolder, type ReferencedFiles } from '../data/media-files.ts';
import type { Database } from '../data/open-database.ts';
import { encodingFolderName, randomName, videoFolder } from './layout.ts';
import { namesIn } from './names-in.ts';
import { isNoSpace } from './storage-error.ts';

/**
 * Removes from a video's folder what the database does not refer to: replaced sources, outputs that are no
 * longer on air, everything when the video is gone. Doing it again changes nothing.
 *
 * Under the lock things are only moved away, so that nobody waits while thousands of segments are deleted.
 *
 * @param folders.own  the temporary folder of this process
 */
export async function tidyVideoFolder(
  { db, folders }: { db: Pick<Database, 'prisma'>; folders: { mediaRoot: string; own: string } },
  videoId: number,
): Promise<void> {
  const folder = videoFolder(folders.mediaRoot, videoId);
  const trash = path.join(folders.own, `trash-${randomName()}`);
  try {
    await db.prisma.$transaction(async (tx) => {
      await lockVideoFolder(tx, videoId);
      const referenced = await findReferencedFiles(tx, videoId);
      const stale = (await namesIn(folder)).filter((name) => !isReferenced(name, referenced));
      if (stale.length > 0) {
        await discard(stale, { folder, trash });
        await syncFolder(folder);
      }
      if (referenced === null) await rm(folder, { recursive: true, force: true });
    });
  } finally {
    await rm(trash, { recursive: true, force: true });
  }
}

async function discard(
  names: readonly string[],
  { folder, trash }: { folder: string; trash: string },
): Promise<void> {
  const canMove = await mkdir(trash).then(
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

function isReferenced(name: string, referenced: ReferencedFiles | null): boolean {
  if (referenced === null) return false;
  const { sourceFile, encodingId } = referenced;
  return name === sourceFile || (encodingId !== null && name === encodingFolderName(encodingId));
}
