import type { FolderOwner } from '../../data/media-files.ts';
import { findStaleObjects, forgetRemoved, type StaleObject } from '../../data/media-objects.ts';
import type { BucketDeps } from './place-objects.ts';

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
