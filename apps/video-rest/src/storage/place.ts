import { link, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '@campus/service';
import { type FolderOwner, findReferencedFiles, lockFolder } from '../data/media-files.ts';
import type { Transaction } from '../data/open-database.ts';
import { type FilePlacer, type PlacedRun, underNewNames } from './file-placer.ts';
import { encodingFolderName, fileName, growingRoot, markerName, randomName, rowFolder } from './layout.ts';
import type { MediaFolders } from './media-root.ts';
import { inMediaFolder } from './storage-error.ts';

/** A change of folders that has begun. */
export interface Placing {
  place: FilePlacer;
  /** What has been touched so far, each with the file that says so. */
  markers: { owner: FolderOwner; file: string }[];
}

/**
 * Begins a change. Before anything is moved into the folder of a row a marker stands in the temporary folder
 * of this process: should it die at any point, whoever sweeps looks what the database refers to, and removes
 * the rest.
 */
export function beginPlacing(folders: Pick<MediaFolders, 'mediaRoot' | 'own'>): Placing {
  const markers: Placing['markers'] = [];

  async function openFolder(tx: Transaction, owner: FolderOwner): Promise<string> {
    const { table, id } = owner;
    await lockFolder(tx, owner);
    if (!markers.some((marker) => marker.owner.table === table && marker.owner.id === id)) {
      const file = path.join(folders.own, markerName(owner, randomName()));
      await (await open(file, 'wx', 0o600)).close();
      markers.push({ owner, file });
      await syncFolder(folders.own);
    }
    const folder = rowFolder(folders.mediaRoot, owner);
    const firstMade = await mkdir(folder, { recursive: true });
    if (firstMade !== undefined) {
      await syncFolder(path.dirname(folder));
      await syncFolder(path.join(folders.mediaRoot, table));
      await syncFolder(folders.mediaRoot);
    }
    return folder;
  }

  /**
   * @param files  each name, and the file that it is given to
   * @param how    by taking it from the place where it is, or by giving it another one
   */
  async function moveIn(
    tx: Transaction,
    owner: FolderOwner,
    files: Readonly<Record<string, string>>,
    how: typeof rename | typeof link,
  ): Promise<void> {
    await inMediaFolder(async () => {
      const folder = await openFolder(tx, owner);
      for (const [name, file] of Object.entries(files)) await how(file, path.join(folder, name));
      await syncFolder(folder);
    });
  }

  /** @param name  of them, what the row refers to */
  function brought(
    table: FolderOwner['table'],
    name: string,
    files: Readonly<Record<string, string>>,
    how: typeof rename | typeof link = rename,
  ) {
    return {
      async into(tx: Transaction, id: number) {
        await moveIn(tx, { table, id }, files, how);
        return name;
      },
    };
  }

  const place: FilePlacer = {
    ...underNewNames(async (...files) => brought(...files)),
    async grown({ name: grown, extension }) {
      const name = fileName('source', { random: randomName(), extension });
      const file = path.join(growingRoot(folders.mediaRoot), grown);
      return brought('videos', name, { [name]: file }, link);
    },
    encoding: async (finished) => ({
      into: (tx, run) =>
        inMediaFolder(async () => {
          const folder = await openFolder(tx, { table: 'videos', id: run.videoId });
          await moveOutputs(tx, run, { finished, folder });
        }),
    }),
  };
  return { place, markers };
}

async function moveOutputs(
  tx: Transaction,
  { videoId, encodingId, isMore = false }: PlacedRun,
  { finished, folder }: { finished: string; folder: string },
): Promise<void> {
  const target = path.join(folder, encodingFolderName(encodingId));
  const referenced = await findReferencedFiles(tx, videoId);
  if ((referenced?.encodingId === encodingId) !== isMore)
    throw new Error(`encoding ${encodingId} is on air already, or not yet`);
  if (isMore) {
    for (const file of await readdir(finished))
      await rename(path.join(finished, file), path.join(target, file));
    await syncFolder(target);
    return;
  }
  // An attempt that died between its move and its commit has left a folder of the same name.
  await rm(target, { recursive: true, force: true });
  await rename(finished, target);
  await syncFolder(folder);
}
