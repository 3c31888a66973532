import { rm } from 'node:fs/promises';
import path from 'node:path';
import { isBeingEncoded, keptFilesOf } from '../../data/gathered-media.ts';
import { type FolderOwner, lockFolder } from '../../data/media-files.ts';
import { addArrivingObject, giveUpArriving, keepObject, noteArrived } from '../../data/media-objects.ts';
import type { Transaction } from '../../data/open-database.ts';
import { randomName, rowFolder } from '../layout.ts';
import { removeStale } from '../objects/place-objects.ts';
import { namesToKeep } from '../tidy-folder.ts';
import { piecesOf } from '../whole-file.ts';
import * as gathering from './gathering.ts';

/** Brings single files into the bucket. */
export function bringIntoBucket(deps: Omit<gathering.GatherDeps, 'folders'>): gathering.BringFile {
  const { db, objects, instance } = deps;

  /** Its name in the bucket was never there before, also when the file was. */
  return async (owner, file, given) => {
    const key = `moved-${randomName()}/${path.basename(file)}`;
    await addArrivingObject(db, { key, instance });
    let isKept = false;
    try {
      const facts = await objects.put(key, piecesOf(given));
      await noteArrived(db, key, facts);
      for await (const _ of objects.readWhole({ key, ...facts }));
      isKept = await keep(owner, { key, file });
    } finally {
      if (!isKept) {
        await giveUpArriving(db, { instance, keys: [key] });
        await removeStale(deps, { keys: [key] });
      }
    }
  };

  /** False when the row refers to it no longer, or another process has brought it. */
  function keep(owner: FolderOwner, { key, file }: { key: string; file: string }): Promise<boolean> {
    return db.prisma.$transaction(async (tx) => {
      await lockFolder(tx, owner);
      if (!(await isDue(tx, owner, file))) return false;
      return keepObject(tx, { key, instance }, { ...owner, file });
    });
  }
}

/** Whether the row refers to it, and it is not in the bucket yet. */
async function isDue(tx: Transaction, owner: FolderOwner, file: string): Promise<boolean> {
  const others = await keptFilesOf(tx, owner);
  return (await gathering.isReferenced(tx, owner, file)) && !others.some((other) => other.file === file);
}

/** Brings what is below MEDIA_ROOT into the bucket. A file is read there once its object is that of its row. */
export function gatherIntoBucket(deps: gathering.GatherDeps): gathering.Gathering {
  const { db, folders } = deps;
  const bringFile = bringIntoBucket(deps);

  async function find(owner: FolderOwner): Promise<gathering.FoundFile[]> {
    const names = await namesToKeep(db.prisma, owner);
    const found = await gathering.filesBelow(rowFolder(folders.mediaRoot, owner), names);
    await folders.requireOurs();
    const kept = new Set((await keptFilesOf(db.prisma, owner)).map(({ file }) => file));
    return found.filter(({ file }) => !kept.has(file));
  }

  return {
    find,
    async bring(owner) {
      for (const { file } of await find(owner)) {
        const from = path.join(rowFolder(folders.mediaRoot, owner), file);
        await gathering.unlessGone(
          { db, owner },
          { work: () => bringFile(owner, file, from), isDue: (tx) => isDue(tx, owner, file) },
        );
      }
    },
    release: (owner) =>
      db.prisma.$transaction(async (tx) => {
        if (owner.table === 'videos' && (await isBeingEncoded(tx, owner.id))) return false;
        await lockFolder(tx, owner);
        await folders.requireOurs();
        const folder = rowFolder(folders.mediaRoot, owner);
        for (const { file } of await keptFilesOf(tx, owner))
          await rm(path.join(folder, file), { force: true });
        await gathering.removeEmptyFolders(folders.mediaRoot, owner);
        await folders.requireOurs();
        return true;
      }),
  };
}
