import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type FolderOwner, findReferencedFiles, lockFolder } from '../../data/media-files.ts';
import {
  addArrivingObject,
  findStaleObjects,
  forgetRemoved,
  giveUpArriving,
  giveUpFiles,
  keepGrown,
  keepObject,
  noteArrived,
  type StaleObject,
} from '../../data/media-objects.ts';
import type { Database, Transaction } from '../../data/open-database.ts';
import { type BroughtFile, type FilePlacer, underNewNames } from '../file-placer.ts';
import { encodingFolderName, fileName, randomName } from '../layout.ts';
import { StorageError } from '../storage-error.ts';
import { piecesOf } from '../whole-file.ts';
import type { GrowingObjects } from './growing-objects.ts';
import type { ObjectStore } from './object-store.ts';

/** What changes of the bucket work with. */
export interface BucketDeps {
  db: Pick<Database, 'prisma' | 'pool'>;
  objects: ObjectStore;
  growing: Pick<GrowingObjects, 'finish'>;
  /** Makes sure that the bucket is still that of this database. @throws StorageError  `store_away`, `unusable` */
  requireOurBucket(): Promise<void>;
  /** Number of this process. */
  instance: number;
}

/**
 * Begins a change of the bucket. An object has a row before it is brought, which names this process: should that die at
 * any point, whoever sweeps removes the object, unless its row has become that of a file.
 *
 * @returns `giveUp` to be called once the change has ended, well or not: no transaction refers to what is still
 *   arriving; `touched` then holds the objects that may be stale by this change
 */
export function beginBringing({ db, objects, growing, instance }: BucketDeps): {
  place: FilePlacer;
  touched: ReadonlySet<string>;
  giveUp(): Promise<void>;
} {
  const touched = new Set<string>();

  async function bring(key: string, file: string): Promise<void> {
    touched.add(key);
    await addArrivingObject(db, { key, instance });
    await noteArrived(db, key, await objects.put(key, piecesOf(file)));
  }

  /** @param name  of them, what the row refers to */
  async function bringFiles(
    table: FolderOwner['table'],
    name: string,
    files: Readonly<Record<string, string>>,
  ): Promise<BroughtFile> {
    for (const [file, temporaryFile] of Object.entries(files)) {
      await bring(file, temporaryFile);
      await rm(temporaryFile);
    }
    const arrived = Object.keys(files).map((file) => ({ key: file, file }));
    return {
      async into(tx, id) {
        const owner = { table, id };
        await lockFolder(tx, owner);
        await keep(tx, { owner, arrived, instance });
        return name;
      },
    };
  }

  const place: FilePlacer = {
    ...underNewNames(bringFiles),
    async grown({ name: grown, extension }) {
      const file = fileName('source', { random: randomName(), extension });
      const { key } = await growing.finish(grown);
      return {
        async into(tx, id) {
          const owner: FolderOwner = { table: 'videos', id };
          await lockFolder(tx, owner);
          if (!(await keepGrown(tx, key, { ...owner, file })))
            throw new Error(`the upload ${grown} was given up, or is a source already`);
          return file;
        },
      };
    },
    async encoding(folder) {
      const files = await readdir(folder);
      // Another attempt at the same run has objects of its own.
      const keyOf = (file: string) => `${attempt}/${file}`;
      const attempt = `encoding-${randomName()}`;
      for (const file of files) await bring(keyOf(file), path.join(folder, file));
      await rm(folder, { recursive: true });
      return {
        async into(tx, { videoId, encodingId, isMore = false }) {
          const owner: FolderOwner = { table: 'videos', id: videoId };
          await lockFolder(tx, owner);
          const referenced = await findReferencedFiles(tx, videoId);
          if ((referenced?.encodingId === encodingId) !== isMore)
            throw new Error(`encoding ${encodingId} is on air already, or not yet`);
          const below = `${encodingFolderName(encodingId)}/`;
          const isOlder = (file: string) => !isMore && file.startsWith(below);
          for (const key of await giveUpFiles(tx, owner, isOlder)) touched.add(key);
          const arrived = files.map((file) => ({ key: keyOf(file), file: below + file }));
          await keep(tx, { owner, arrived, instance });
        },
      };
    },
  };
  return {
    place,
    touched,
    giveUp: () => giveUpArriving(db, { instance, keys: [...touched] }),
  };
}

/** Makes objects that have arrived the files of a row. */
async function keep(
  tx: Transaction,
  brought: { owner: FolderOwner; arrived: readonly { key: string; file: string }[]; instance: number },
): Promise<void> {
  const { owner, arrived, instance } = brought;
  for (const { key, file } of arrived) {
    if (await keepObject(tx, { key, instance }, { ...owner, file })) continue;
    throw new StorageError('store_away', 'another process took this one for dead, and what it had brought');
  }
}

/** Rows that are looked at together. */
const mostTogether = 1_000;

const removalsAtOnce = 8;

/** For so long what a dead process had sent may still become an object: it is removed again and again. */
const mayArriveForSeconds = 10 * 60;

/**
 * Removes from the bucket what the database has given up: of one row, of these objects, or all; then the rows that say so.
 *
 * @throws StorageError  `store_away`, `unusable`; the rows stay then
 */
export async function removeStale(
  { db, objects, requireOurBucket }: Pick<BucketDeps, 'db' | 'objects' | 'requireOurBucket'>,
  { signal, ...of }: { owner?: FolderOwner; keys?: readonly string[]; signal?: AbortSignal } = {},
): Promise<void> {
  let stale: StaleObject[];
  do {
    stale = await findStaleObjects(db, { ...of, most: mostTogether });
    // A store says the same of what it has removed and of what it never had.
    if (stale.length > 0) await requireOurBucket();
    for (let from = 0; from < stale.length; from += removalsAtOnce) {
      signal?.throwIfAborted();
      await Promise.all(
        stale.slice(from, from + removalsAtOnce).map(async ({ key, mayArrive }) => {
          if (mayArrive) await objects.removeUploads(key);
          await objects.remove(key);
        }),
      );
    }
    const keys = stale.map(({ key }) => key);
    if (keys.length > 0) await forgetRemoved(db, { keys, mayArriveForSeconds });
    // Those that may still arrive come last, and are looked at again by the next sweep.
  } while (stale.length === mostTogether && stale.at(-1)?.mayArrive === false);
}
