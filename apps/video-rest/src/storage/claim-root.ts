import { randomBytes } from 'node:crypto';
import { access, link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '@campus/config';
import { settleInstanceKey } from '@campus/database';
import { syncFile, syncFolder } from '@campus/service';
import { hasMedia } from '../data/media-files.ts';
import type { Database } from '../data/open-database.ts';
import { randomName } from './layout.ts';
import { inMediaFolder, StorageError } from './storage-error.ts';

/**
 * Makes sure that this media folder belongs to this database: what the database does not refer to is removed
 * from it, so a folder under the wrong database would be emptied.
 *
 * @param folder.mayBeNew  whether it may be empty although the database has files: they are elsewhere
 * @returns what its file "owner" says
 * @throws StorageError  `unusable`
 */
export async function claimRoot(
  db: Pick<Database, 'pool'>,
  { mediaRoot, mayBeNew }: { mediaRoot: string; mayBeNew: boolean },
): Promise<string> {
  const bytes = await settleInstanceKey(db, { name: 'media-root', proposal: randomBytes(16) });
  const key = bytes.toString('hex');
  const file = path.join(mediaRoot, 'owner');
  if (!mayBeNew && !(await isThere(file)) && (await hasMedia(db))) {
    throw new StorageError(
      'unusable',
      `MEDIA_ROOT (${mediaRoot}) is not the folder of this database, which has files: its file "owner" is missing; mount, move or name the right folder.`,
    );
  }
  if (!(await writeOnce(file, key))) await requireOwner({ mediaRoot, key });
  return key;
}

/** Makes sure that the folder is still the one that was claimed. @throws StorageError  `store_away`, `unusable` */
export async function requireOwner({ mediaRoot, key }: { mediaRoot: string; key: string }): Promise<void> {
  const file = path.join(mediaRoot, 'owner');
  if ((await inMediaFolder(() => readFile(file, 'utf8'))).trim() === key) return;
  throw new StorageError(
    'unusable',
    `MEDIA_ROOT (${mediaRoot}) belongs to another database, as its file "owner" says; correct MEDIA_ROOT or database.url.`,
  );
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** Writes the file whole, or not at all because it is there already. */
async function writeOnce(file: string, text: string): Promise<boolean> {
  const temporary = `${file}-${randomName()}`;
  await writeFile(temporary, `${text}\n`, { flag: 'wx' });
  try {
    await syncFile(temporary);
    await link(temporary, file);
    await syncFolder(path.dirname(file));
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}
