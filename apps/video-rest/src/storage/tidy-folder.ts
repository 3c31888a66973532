import { access, mkdir, mkdtemp, readdir, rename, rm, rmdir, statfs } from 'node:fs/promises';
import path from 'node:path';
import { nullIfMissing } from '@campus/config';
import { syncFolder } from '@campus/service';
import { findTaskFiles } from '../data/encoding-tasks.ts';
import { findStoredFile } from '../data/kept-files.ts';
import { type FolderOwner, findReferencedFiles, lockFolder } from '../data/media-files.ts';
import type { Database, Transaction } from '../data/open-database.ts';
import * as layout from './layout.ts';
import type { MediaFolders } from './media-root.ts';
import { inMediaFolder, isNoSpace, noSpace } from './storage-error.ts';

/**
 * Removes from the folder of a row what the database does not refer to: replaced files, outputs that are no
 * longer on air, everything when the row is gone. Doing it again changes nothing.
 *
 * Under the lock things are only moved away, so that nobody waits while thousands of segments are deleted.
 *
 * @throws StorageError  the folder is not there, so that nothing tells what is in it; what the disk says
 */
export async function tidyFolder(
  deps: Pick<TemporaryFiles, 'removeTemporary'> & { db: Pick<Database, 'prisma'>; folders: MediaFolders },
  owner: FolderOwner,
): Promise<void> {
  const { db, folders, removeTemporary } = deps;
  const folder = layout.rowFolder(folders.mediaRoot, owner);
  const trash = path.join(folders.own, `trash-${layout.randomName()}`);
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
  return (await readdir(folder).catch(nullIfMissing)) ?? [];
}

/** What the database refers to in the folder of a row, files and folders; nothing when the row is gone. */
export async function namesToKeep(tx: Transaction, { table, id }: FolderOwner): Promise<string[]> {
  switch (table) {
    case 'videos': {
      const referenced = await findReferencedFiles(tx, id);
      if (referenced === null) return [];
      const { sourceFile, encodingId, earlyPoster } = referenced;
      const parts = await findTaskFiles(tx, id);
      const outputs = encodingId === null ? null : layout.encodingFolderName(encodingId);
      return [sourceFile, ...parts, outputs, earlyPoster].filter((name) => name !== null);
    }
    case 'files': {
      const file = await findStoredFile(tx, { table, id });
      return file === null ? [] : [file];
    }
    case 'images': {
      const image = await findStoredFile(tx, { table, id });
      return image === null
        ? []
        : [image, ...layout.imageSizes.map((size) => layout.resizedName(image, size))];
    }
  }
}

/** What this process works on, on a disk of its machine, before it is kept. */
export interface TemporaryFiles {
  /**
   * Makes sure that so many bytes can be added to the temporary files of this machine.
   *
   * @throws StorageError  `too_little_space` when less than MEDIA_MIN_FREE would be left, or nothing to speak of;
   *   `store_away`
   */
  requireFreeSpace(bytes: number): Promise<void>;
  /** Name for a new file of this process, which nobody can guess; the file itself is not made. */
  temporaryFile(): string;
  /** Makes an empty folder of this process. @throws StorageError  `disk_full`, `store_away` */
  makeTemporaryFolder(): Promise<string>;
  /** Removes a temporary file or folder, if it is still there; a sweep does where that cannot be done now. */
  removeTemporary(name: string): Promise<void>;
}

/** The folder below MEDIA_ROOT that a process has for itself; what lies in it longer than the process is swept. */
interface OwnFolder {
  path: string;
  /** Makes it where it is missing, in a folder that is ours. @throws StorageError */
  make(): Promise<void>;
  /** Removes what `removeTemporary` could not. */
  removeRest(): Promise<void>;
  /** Removes it, unless it still says whose folder to look at. */
  leave(): Promise<void>;
}

/** With less than this a disk is full, whatever MEDIA_MIN_FREE says. */
export const fullBelowBytes = 1024 * 1024;

/** @param options.number  of this process */
export function ownFolder(
  options: Pick<MediaFolders, 'mediaRoot' | 'requireOurs'> & { number: number; minFreeBytes: number },
): {
  own: OwnFolder;
  temporaryFiles: TemporaryFiles;
} {
  const { mediaRoot, number, minFreeBytes, requireOurs } = options;
  const own = path.join(layout.temporaryRoot(mediaRoot), String(number));
  const leftOver = new Set<string>();

  async function make(): Promise<void> {
    await requireOurs();
    await mkdir(own, { recursive: true, mode: 0o700 });
  }

  /** Of its disk. Whoever took this process for dead, or put back what was saved, has left none of it. */
  async function facts() {
    const found = await statfs(own).catch(nullIfMissing);
    if (found !== null) return found;
    await make();
    return statfs(own);
  }

  async function remove(name: string): Promise<void> {
    await rm(name, { recursive: true, force: true });
    // In a media folder that is away there is nothing to be found either.
    await access(own);
    leftOver.delete(name);
  }

  return {
    own: {
      path: own,
      make,
      async removeRest() {
        if (leftOver.size > 0) await facts();
        for (const name of leftOver) await remove(name);
        await rm(layout.checkFile(mediaRoot, number), { force: true });
      },
      async leave() {
        const names = await readdir(own).catch(() => []);
        for (const name of names)
          if (layout.markedOwner(name) === null)
            await rm(path.join(own, name), { recursive: true, force: true });
        await rmdir(own).catch(() => undefined);
      },
    },
    temporaryFiles: {
      async requireFreeSpace(bytes) {
        const { bavail, bsize } = await inMediaFolder(facts);
        if (bavail * bsize - bytes >= Math.max(minFreeBytes, fullBelowBytes)) return;
        throw noSpace('too_little_space');
      },
      temporaryFile: () => path.join(own, `file-${layout.randomName()}`),
      makeTemporaryFolder: () => inMediaFolder(() => mkdtemp(path.join(own, 'folder-'))),
      async removeTemporary(name) {
        if (path.dirname(name) !== own) throw new Error('only temporary files of this process are removed');
        leftOver.add(name);
        await remove(name).catch(() => undefined);
      },
    },
  };
}
