import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { settleInstanceKey } from '@campus/database';
import type { Log } from '@campus/service';
import { type FolderOwner, lockFolder } from '../../data/media-files.ts';
import {
  findBringers,
  findKeptObject,
  giveUpArriving,
  giveUpFiles,
  hasKeptObjects,
} from '../../data/media-objects.ts';
import type { Database } from '../../data/open-database.ts';
import type { FilePlacer } from '../file-placer.ts';
import type { Growing } from '../growing.ts';
import type { StoredFile } from '../layout.ts';
import { StorageError } from '../storage-error.ts';
import type { Sweepable } from '../sweep.ts';
import { namesToKeep } from '../tidy-folder.ts';
import { etagOf } from './block-digests.ts';
import { connectStore, type ObjectStoreSettings } from './connect-store.ts';
import { openGrowingObjects } from './growing-objects.ts';
import { type ObjectStore, openObjectStore } from './object-store.ts';
import { type BucketDeps, beginBringing, removeStale } from './place-objects.ts';
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
  /** Reads all of it, held against its SHA-256. */
  readWhole(): AsyncGenerator<Buffer>;
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
  const sign = objectSigner(objects);
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
        readWhole: () => objects.readWhole(object),
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

/**
 * Makes sure that the bucket, below its prefix, belongs to this database, as `claimRoot` does for a folder.
 *
 * @returns what its object "owner" says
 * @throws StorageError  `unusable`, `store_away`
 */
async function claimBucket(db: Pick<Database, 'pool'>, objects: ObjectStore): Promise<string> {
  await objects.check();
  const key = (await settleInstanceKey(db, { name: 'media-root', proposal: randomBytes(16) })).toString(
    'hex',
  );
  if ((await objects.readText('owner')) === null) {
    if (await hasKeptObjects(db))
      throw new StorageError(
        'unusable',
        `${placeOf(objects)} is not the one of this database, which has files: its object "owner" is missing; name the right one.`,
      );
    await objects.putBytes('owner', Buffer.from(`${key}\n`));
  }
  await requireBucketOwner(objects, key);
  return key;
}

/** Makes sure that the bucket is still the one that was claimed. @throws StorageError  `unusable`, `store_away` */
async function requireBucketOwner(objects: ObjectStore, key: string): Promise<void> {
  if ((await objects.readText('owner'))?.trim() === key) return;
  throw new StorageError(
    'unusable',
    `${placeOf(objects)} belongs to another database, as its object "owner" says; correct MEDIA_S3_BUCKET, MEDIA_S3_PREFIX or database.url.`,
  );
}

function placeOf({ settings: { bucket, prefix } }: ObjectStore): string {
  return prefix === '' ? `the bucket ${bucket}` : `${prefix} in the bucket ${bucket}`;
}

/** What a signed address of an object is good for. */
interface ObjectGrant {
  method: 'GET' | 'HEAD';
  forSeconds: number;
  /** Whether it is for a client, as against a server of the instance. */
  isPublic: boolean;
  /** What the store answers with, of `Content-Type`, `Content-Disposition` and `Cache-Control`. */
  headers: Readonly<Record<string, string>>;
}

/** Makes an address of the store itself that reads an object for a while, for whoever has it; nothing is asked. */
type SignObject = (key: string, grant: ObjectGrant) => Promise<URL>;

/** For clients by the address of the store that they reach, where that is another. */
function objectSigner({ client: own, settings }: ObjectStore): SignObject {
  const { bucket, prefix, publicEndpoint } = settings;
  const open =
    publicEndpoint === undefined ? own : connectStore({ ...settings, endpoint: publicEndpoint }).client;
  return async (key, { method, forSeconds, isPublic, headers }) => {
    const input = {
      Bucket: bucket,
      Key: prefix + key,
      ResponseContentType: headers['Content-Type'],
      ResponseContentDisposition: headers['Content-Disposition'],
      ResponseCacheControl: headers['Cache-Control'],
    };
    const command = method === 'HEAD' ? new HeadObjectCommand(input) : new GetObjectCommand(input);
    return new URL(await getSignedUrl(isPublic ? open : own, command, { expiresIn: forSeconds }));
  };
}
