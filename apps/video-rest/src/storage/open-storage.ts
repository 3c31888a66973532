import { randomBytes } from 'node:crypto';
import { access, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '@campus/config';
import { settleInstanceKey } from '@campus/database';
import { type Log, syncFile, syncFolder } from '@campus/service';
import { keptFilesOf } from '../data/gathered-media.ts';
import { holdInstanceNumber } from '../data/instance-number.ts';
import { type FolderOwner, hasMedia } from '../data/media-files.ts';
import type { Database } from '../data/open-database.ts';
import type { FilePlacer } from './file-placer.ts';
import { bringIntoBucket, gatherIntoBucket } from './gather/gather-into-bucket.ts';
import { bringIntoFolder, gatherIntoFolder } from './gather/gather-into-folder.ts';
import { type BringFile, type FoundFile, filesBelow, type Gathering } from './gather/gathering.ts';
import { type Growing, openGrowing } from './growing.ts';
import { checkFile, randomName, rowFolder, type StoredFile } from './layout.ts';
import { type LocatedFile, locateFile } from './locate-file.ts';
import { checkMoves, type MediaFolders, makeRoot, unusable } from './media-root.ts';
import type { ObjectStoreSettings } from './objects/connect-store.ts';
import type { Bucket, LocatedObject } from './objects/open-bucket.ts';
import { beginPlacing, type Placing } from './place.ts';
import { inMediaFolder, StorageError } from './storage-error.ts';
import type { MediaStore } from './store-parameters.ts';
import { startSweeping, temporaryFolders } from './sweep.ts';
import { namesToKeep, ownFolder, type TemporaryFiles, tidyFolder } from './tidy-folder.ts';

/**
 * The single door to media. It knows bytes, where they are kept and which of them the database refers to; no HTTP.
 *
 * Each file that is kept belongs to a row and has a name there (`StoredFile`). Where its bytes are, nobody else knows:
 * what is read goes through `locate` and `withSource`, what is finished comes in through `place`. Temporary files alone
 * are paths, on a disk of this machine, since ffmpeg writes files.
 *
 * There are two places: folders below MEDIA_ROOT, and a bucket of an object store. New files go where MEDIA_STORE says;
 * a file is in the bucket when the database has a row of its object, else below MEDIA_ROOT.
 *
 * What any place for media promises:
 *
 * - a file is there, whole, before the database refers to it, and stays for as long as it does;
 * - it never changes once a row refers to it, and its name never comes twice;
 * - what no row refers to goes: at once when a change fails, by a sweep when a process died. The database alone decides
 *   what that is.
 */
export interface Storage extends TemporaryFiles {
  /** What comes in pieces, to whichever process. */
  growing: Growing;
  /**
   * Runs a change that puts files into the folders of rows. `work` brings them, opens the transaction, puts them in
   * their places inside it, and resolves once it is committed; when it fails, what was placed is removed, unless the
   * commit went through after all.
   */
  place<Result>(work: (place: FilePlacer) => Promise<Result>): Promise<Result>;
  /** Removes from the folder of a row what the database does not refer to. Doing it again changes nothing. */
  tidyFolder(owner: FolderOwner): Promise<void>;
  /** Removes what dead processes left, in addition to the sweep of every minute; joins one under way. */
  sweep(): Promise<void>;
  /** Makes sure that media are still there, and ours. @throws StorageError */
  checkMedia(): Promise<void>;
  /** Makes sure that MEDIA_ROOT can be written, with room for uploads. @throws StorageError */
  checkRoom(): Promise<void>;
  /** Where a file is, for who sends it; null when there is none of this name. @throws StorageError  `store_away` */
  locate(stored: StoredFile): Promise<LocatedFile | LocatedObject | null>;
  /**
   * Does work that reads the source of a video, as often and from wherever it likes.
   *
   * @param work  gets what ffmpeg and ffprobe open, until it ends
   * @throws StorageError  the source cannot be read, whatever `work` then makes of it; what `work` throws
   */
  withSource<Result>(
    source: { videoId: number; sourceFile: string },
    work: (input: string) => Promise<Result>,
  ): Promise<Result>;
  /** The files of a row that are kept, wherever they are, by their names there; not what a run is making. */
  filesOf(owner: FolderOwner): Promise<FoundFile[]>;
  /** Puts a temporary file of this process in its place, under a name that its row refers to. @throws StorageError */
  bringFile: BringFile;
  /** What brings all files to where new ones are kept; null where there is one place alone. */
  gathering: Gathering | null;
  /** Ends a sweep under way, and gives the number of this process back. */
  close(): Promise<void>;
}

export interface StorageOptions {
  mediaRoot: string;
  minFreeBytes: number;
  /** Where new files go; below MEDIA_ROOT when absent. */
  keepsIn?: MediaStore;
  /** Absent: all files are below MEDIA_ROOT. */
  bucket?: ObjectStoreSettings | undefined;
  db: Pick<Database, 'prisma' | 'pool'>;
  /** For the connection that shows others that this process lives. */
  databaseUrl: string;
  log: Log;
  /** How long a process may be without its connection before it counts as dead. */
  graceMs?: number;
}

/**
 * Opens the storage, and begins to sweep what crashes left and leave.
 *
 * @throws StorageError  `unusable`, with what to mend
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { mediaRoot: configuredRoot, minFreeBytes, bucket: settings, db, databaseUrl, log } = options;
  const { keepsIn = 'folder', graceMs = 3_000 } = options;
  const mediaRoot = await makeRoot(configuredRoot);
  const instance = await holdInstanceNumber({
    databaseUrl,
    log,
    // Whoever took this process for dead meanwhile has removed the folder.
    onRetaken: () => own.make(),
  });
  let key: string;
  const requireOurs = () => requireOwner({ mediaRoot, key });
  const { own, temporaryFiles } = ownFolder({
    ...{ mediaRoot, number: instance.number, minFreeBytes, requireOurs },
  });
  const { requireFreeSpace, removeTemporary } = temporaryFiles;
  let growing: Growing;
  let bucket: Bucket | undefined;
  try {
    key = await claimRoot(db, { mediaRoot, mayBeNew: settings !== undefined });
    await own.make();
    await mkdir(path.join(mediaRoot, 'videos'), { recursive: true });
    await checkMoves(own.path, checkFile(mediaRoot, instance.number));
    growing = await openGrowing({ mediaRoot, requireRoom: requireFreeSpace });
    if (settings !== undefined) {
      // Its client is 12 MB, which whoever has no bucket has no need of.
      const { openBucket } = await import('./objects/open-bucket.ts');
      const deps = { db, requireRoom: requireFreeSpace, instance: instance.number, log };
      bucket = await openBucket(deps, settings);
    }
  } catch (error) {
    await instance.close();
    throw unusable(configuredRoot, error);
  }
  const folders = { mediaRoot, own: own.path, requireOurs };
  const tidy = async (owner: FolderOwner) => {
    await tidyFolder({ db, folders, removeTemporary }, owner);
    await bucket?.tidy(owner);
  };
  const { placeOrUndo, undoRest } = placing({ folders, tidy, log });
  const removeRest = async () => {
    await undoRest();
    await own.removeRest();
  };
  const ours = temporaryFolders({ mediaRoot, tidyFolder: tidy, removeRest, log });
  const places = [ours, ...(bucket ? [bucket] : [])];
  const sweeping = startSweeping({ places, instance, log, graceMs });
  const gather = keepsIn === 's3' ? gatherIntoBucket : gatherIntoFolder;
  const intoFolder = bringIntoFolder({ db, folders });
  const intoBucket = bucket && bringIntoBucket({ ...bucket, db, instance: instance.number });
  return {
    ...temporaryFiles,
    growing: keepsIn === 's3' && bucket ? bucket.growing : growing,
    place: keepsIn === 's3' && bucket ? bucket.place : placeOrUndo,
    tidyFolder: tidy,
    sweep: sweeping.sweep,
    async checkMedia() {
      await requireOurs();
      await bucket?.requireOurBucket();
    },
    async checkRoom() {
      await requireFreeSpace(0);
      await inMediaFolder(() => checkMoves(own.path, checkFile(mediaRoot, instance.number)));
    },
    ...reading({ mediaRoot, bucket, requireOurs }),
    async filesOf(owner) {
      const names = (await namesToKeep(db.prisma, owner)).filter((name) => !name.startsWith('piece-'));
      const files = new Map<string, FoundFile>();
      for (const found of await filesBelow(rowFolder(mediaRoot, owner), names)) files.set(found.file, found);
      for (const { file, bytes } of bucket ? await keptFilesOf(db.prisma, owner) : [])
        if (names.includes(file.split('/', 1)[0] ?? '')) files.set(file, { file, bytes });
      return [...files.values()];
    },
    bringFile: (keepsIn === 's3' && intoBucket) || intoFolder,
    gathering: bucket ? gather({ ...bucket, db, folders, instance: instance.number }) : null,
    async close() {
      await sweeping.stop();
      await bucket?.close();
      await own.leave();
      await instance.close();
    },
  };
}

/** What is in the bucket is read there, all else below MEDIA_ROOT. */
function reading(
  folders: Pick<MediaFolders, 'mediaRoot' | 'requireOurs'> & { bucket: Bucket | undefined },
): Pick<Storage, 'locate' | 'withSource'> {
  const { mediaRoot, bucket, requireOurs } = folders;
  return {
    async locate(stored) {
      const located =
        (await bucket?.locate(stored)) ?? (await inMediaFolder(() => locateFile(mediaRoot, stored)));
      // What is not found in a folder that is away may be there.
      if (located === null) await requireOurs();
      return located;
    },
    async withSource({ videoId: id, sourceFile: file }, work) {
      const stored: StoredFile = { table: 'videos', id, file };
      const done = await bucket?.withInput(stored, work);
      return done ? done.result : work(path.join(rowFolder(mediaRoot, stored), file));
    },
  };
}

/** Changes of the media folder, and the end of those that failed. */
function placing(deps: { folders: MediaFolders; tidy: (owner: FolderOwner) => Promise<void>; log: Log }) {
  const { folders, tidy, log } = deps;
  const undoable = new Set<Placing['markers'][number]>();

  /** What cannot be undone now is by a sweep: of this process, or behind its marker when it has died. */
  async function undo(markers: Placing['markers']): Promise<void> {
    for (const marker of markers) {
      try {
        await tidy(marker.owner);
        await rm(marker.file, { force: true });
        undoable.delete(marker);
      } catch (failure) {
        undoable.add(marker);
        log.warn({ err: failure, ...marker.owner }, 'what was placed in vain cannot be removed yet');
      }
    }
  }

  async function placeOrUndo<Result>(work: (place: FilePlacer) => Promise<Result>): Promise<Result> {
    const { place, markers } = beginPlacing(folders);
    try {
      const result = await work(place);
      for (const marker of markers) await rm(marker.file, { force: true }).catch(() => undoable.add(marker));
      return result;
    } catch (error) {
      // The database decides: a commit whose answer was lost has happened all the same.
      await undo(markers);
      throw error;
    }
  }

  return { placeOrUndo, undoRest: () => undo([...undoable]) };
}

/**
 * Makes sure that this media folder belongs to this database: what the database does not refer to is removed
 * from it, so a folder under the wrong database would be emptied.
 *
 * @param folder.mayBeNew  whether it may be empty although the database has files: they are elsewhere
 * @returns what its file "owner" says
 * @throws StorageError  `unusable`
 */
async function claimRoot(
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
async function requireOwner({ mediaRoot, key }: { mediaRoot: string; key: string }): Promise<void> {
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
