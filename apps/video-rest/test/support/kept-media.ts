import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { FolderOwner } from '../../src/data/media-files.ts';
import type { Database } from '../../src/data/open-database.ts';
import { rowFolder } from '../../src/storage/layout.ts';
import type { ObjectStoreSettings } from '../../src/storage/objects/connect-store.ts';
import { keysIn } from './buckets.ts';

/** Where a service keeps media, and what refers to them. */
export interface KeptMedia {
  db: Pick<Database, 'prisma' | 'callers'>;
  mediaRoot: string;
  /** Undefined: below MEDIA_ROOT. */
  bucket: ObjectStoreSettings | undefined;
}

/** What is kept of a row, wherever it is: names in its folder. */
export async function keptOf(
  { db, mediaRoot, bucket }: KeptMedia,
  { table, id }: FolderOwner,
): Promise<string[]> {
  if (bucket === undefined) {
    const folder = rowFolder(mediaRoot, { table, id });
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
      .sort();
  }
  const rows = await db.prisma.mediaObject.findMany({
    where: { ownerTable: table, ownerId: id, key: { in: await keysIn(bucket) } },
  });
  return rows.map(({ file }) => String(file)).sort();
}
