import { randomBytes } from 'node:crypto';
import { settleInstanceKey } from '@campus/database';
import { hasKeptObjects } from '../../data/media-objects.ts';
import type { Database } from '../../data/open-database.ts';
import { StorageError } from '../storage-error.ts';
import type { ObjectStore } from './object-store.ts';

/**
 * Makes sure that the bucket, below its prefix, belongs to this database, as `claimRoot` does for a folder.
 *
 * @returns what its object "owner" says
 * @throws StorageError  `unusable`, `store_away`
 */
export async function claimBucket(db: Pick<Database, 'pool'>, objects: ObjectStore): Promise<string> {
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
export async function requireBucketOwner(objects: ObjectStore, key: string): Promise<void> {
  if ((await objects.readText('owner'))?.trim() === key) return;
  throw new StorageError(
    'unusable',
    `${placeOf(objects)} belongs to another database, as its object "owner" says; correct MEDIA_S3_BUCKET, MEDIA_S3_PREFIX or database.url.`,
  );
}

function placeOf({ settings: { bucket, prefix } }: ObjectStore): string {
  return prefix === '' ? `the bucket ${bucket}` : `${prefix} in the bucket ${bucket}`;
}
