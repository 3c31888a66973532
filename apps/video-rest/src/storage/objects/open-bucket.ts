import type { Readable } from 'node:stream';
import type { Log } from '@campus/service';
import { type FolderOwner, lockFolder } from '../../data/media-files.ts';
import { findBringers, findKeptObject, giveUpArriving, giveUpFiles } from '../../data/media-objects.ts';
import type { FilePlacer } from '../file-placer.ts';
import type { Growing } from '../growing.ts';
import type { StoredFile } from '../layout.ts';
import { namesToKeep } from '../names-to-keep.ts';
import type { Sweepable } from '../sweep.ts';
import { etagOf } from './block-digests.ts';
import { claimBucket, requireBucketOwner } from './claim-bucket.ts';
import { openGrowingObjects } from './growing-objects.ts';
import { type ObjectStore, openObjectStore } from './object-store.ts';
import type { ObjectStoreSettings } from './object-store-settings.ts';
import { type BucketDeps, beginBringing } from './place-objects.ts';
import { removeStale } from './remove-stale.ts';
import { type ObjectGrant, objectSigner } from './sign-object.ts';
import { openSourceServer } from './source-server.ts';

/** A file that is an object of the bucket. */
export interface LocatedObject {
  kind: 'object';
  /** Its whole name in the bucket. */
  key: string;
  bytes: number;
  /** Strong, by what it holds. */
  etag: string;
  /** When it became a file of its row. */
  modifiedAt: Date;
  /** Reads bytes of it, the last at `end`; goes on where the store broke off. */
  read(range: { start: number; end: number }, signal?: AbortSignal): Readable;
  /** An address of the store that reads it. */
  sign(grant: ObjectGrant): Promise<URL>;
}

/** The bucket as a place for media; its files are those that rows of the database say are there. */
export interface Bucket extends Sweepable {
  growing: Growing;
  objects: ObjectStore;
  place<Result>(work: (place: FilePlacer) => Promise<Result>): Promise<Result>;
  tidy(owner: FolderOwner): Promise<void>;
  locate(stored: StoredFile): Promise<LocatedObject | null>;
  /** Does work that reads a file by an address; undefined when it is not in the bucket. */
  withInput<Result>(
    stored: StoredFile,
    work: (address: string) => Promise<Result>,
  ): Promise<{ result: Result } | undefined>;
  /** Makes sure that it is still that of this database. @throws StorageError  `store_away`, `unusable` */
  requireOurBucket(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a bucket that belongs to this database.
 *
 * @throws StorageError  `unusable`, `store_away`, with what to mend
 */
export async function openBucket(
  {
    log,
    requireRoom,
    ...given
  }: Pick<BucketDeps, 'db' | 'instance'> & {
    log: Log;
    requireRoom: (bytes: number) => Promise<void>;
  },
  settings: ObjectStoreSettings,
): Promise<Bucket> {
  const objects = openObjectStore(settings);
  const sign = objectSigner(settings);
  const { db } = given;
  let owner: string;
  try {
    owner = await claimBucket(db, objects);
  } catch (error) {
    objects.close();
    throw error;
  }
  const sources = await openSourceServer(objects);
  const growing = openGrowingObjects({ ...given, objects, sources, requireRoom });
  const requireOurBucket = () => requireBucketOwner(objects, owner);
  const deps: BucketDeps = { ...given, objects, growing, requireOurBucket };
  return {
    growing,
    objects,
    async place(work) {
      const { place, touched, giveUp } = beginBringing(deps);
      try {
        return await work(place);
      } finally {
        // Of this change alone: nobody waits here for what others gave up. What is left behind goes with a sweep.
        await giveUp()
          .then(() => removeStale(deps, { keys: [...touched] }))
          .catch((error: unknown) => log.warn({ err: error }, 'what was brought in vain is not removed yet'));
      }
    },
    async tidy(row) {
      await db.prisma.$transaction(async (tx) => {
        await lockFolder(tx, row);
        const names = await namesToKeep(tx, row);
        await giveUpFiles(tx, row, (file) => !names.includes(file.split('/', 1)[0] ?? file));
      });
      await removeStale(deps, { owner: row });
    },
    async locate(stored) {
      const object = await findKeptObject(db, stored);
      if (object === undefined) return null;
      const { key, bytes, modifiedAt } = object;
      return {
        kind: 'object',
        key: settings.prefix + key,
        bytes,
        etag: etagOf(object),
        modifiedAt,
        read: (range, signal) => objects.read(key, range, signal),
        sign: (grant) => sign(key, grant),
      };
    },
    async withInput(stored, work) {
      const object = await findKeptObject(db, stored);
      return object && { result: await sources.whileServing(object, work) };
    },
    requireOurBucket,
    processes: () => findBringers(db),
    finish: (process) => giveUpArriving(db, { instance: process }),
    removeRest: (signal) => removeStale(deps, { signal }),
    async close() {
      await sources.close();
      objects.close();
    },
  };
}
