import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '@campus/service';
import { isBeingEncoded, type KeptFile, keptFilesOf } from '../../data/gathered-media.ts';
import { type FolderOwner, lockFolder } from '../../data/media-files.ts';
import { giveUpFiles } from '../../data/media-objects.ts';
import type { Transaction } from '../../data/open-database.ts';
import { randomName, rowFolder } from '../layout.ts';
import { removeStale } from '../objects/place-objects.ts';
import { inMediaFolder } from '../storage-error.ts';
import { writeWhole } from '../whole-file.ts';
import * as gathering from './gathering.ts';

/** Moves single files below MEDIA_ROOT. */
export function bringIntoFolder({
  db,
  folders,
}: Pick<gathering.GatherDeps, 'db' | 'folders'>): gathering.BringFile {
  const { mediaRoot } = folders;
  return (owner, file, temporary) =>
    inMediaFolder(() =>
      db.prisma.$transaction(async (tx) => {
        await lockFolder(tx, owner);
        if (!(await gathering.isReferenced(tx, owner, file))) return;
        const folder = rowFolder(mediaRoot, owner);
        const target = path.join(folder, file);
        const firstMade = await mkdir(path.dirname(target), { recursive: true });
        await rename(temporary, target);
        await syncFolder(path.dirname(target));
        if (firstMade === undefined) return;
        for (const above of [folder, path.dirname(folder), path.join(mediaRoot, owner.table), mediaRoot])
          await syncFolder(above);
      }),
    ).finally(() => rm(temporary, { force: true }));
}

/** Brings what is in the bucket below MEDIA_ROOT. A file is read there once its object is given up. */
export function gatherIntoFolder(deps: gathering.GatherDeps): gathering.Gathering {
  const { db, folders } = deps;
  const folderOf = (owner: FolderOwner) => rowFolder(folders.mediaRoot, owner);
  const bringFile = bringIntoFolder(deps);

  /** Whether the row refers to it, and it is in the bucket still. */
  async function isDue(tx: Transaction, owner: FolderOwner, { key, file }: KeptFile): Promise<boolean> {
    const others = await keptFilesOf(tx, owner);
    return (await gathering.isReferenced(tx, owner, file)) && others.some((other) => other.key === key);
  }

  /** Those whose copies are there. */
  async function brought(tx: Transaction, owner: FolderOwner): Promise<string[]> {
    const kept = await keptFilesOf(tx, owner);
    const there = await gathering.filesBelow(
      folderOf(owner),
      kept.map(({ file }) => file),
    );
    const bytes = new Map(there.map((copy) => [copy.file, copy.bytes]));
    return kept.filter((object) => bytes.get(object.file) === object.bytes).map(({ file }) => file);
  }

  return {
    find: (owner) => keptFilesOf(db.prisma, owner),
    async bring(owner) {
      const done = await brought(db.prisma, owner);
      for (const kept of await keptFilesOf(db.prisma, owner)) {
        if (done.includes(kept.file)) continue;
        await gathering.unlessGone(
          { db, owner },
          {
            work: async () => bringFile(owner, kept.file, await fetchFile(deps, kept)),
            isDue: (tx) => isDue(tx, owner, kept),
          },
        );
      }
    },
    async release(owner) {
      const isReleased = await db.prisma.$transaction(async (tx) => {
        if (owner.table === 'videos' && (await isBeingEncoded(tx, owner.id))) return false;
        await lockFolder(tx, owner);
        const files = await brought(tx, owner);
        await giveUpFiles(tx, owner, (file) => files.includes(file));
        return true;
      });
      if (isReleased) await removeStale(deps, { owner });
      return isReleased;
    },
  };
}

/** @returns a temporary file with the same bytes */
async function fetchFile({ objects, folders }: gathering.GatherDeps, kept: KeptFile): Promise<string> {
  const temporary = path.join(folders.own, `file-${randomName()}`);
  await inMediaFolder(() => writeWhole(temporary, objects.readWhole(kept)));
  return temporary;
}
