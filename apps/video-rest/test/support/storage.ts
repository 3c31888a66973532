import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createTestDatabase } from '@campus/testing';
import { afterAll, beforeAll } from '@jest/globals';
import pino from 'pino';
import { addKeptRow } from '../../src/data/kept-files.ts';
import type { FolderOwner } from '../../src/data/media-files.ts';
import { type Database, openDatabase } from '../../src/data/open-database.ts';
import { nextId } from '../../src/data/row-ids.ts';
import { addVideo, nextVideoId } from '../../src/data/videos.ts';
import { encodingFolderName, rowFolder, type StoredFile } from '../../src/storage/layout.ts';
import type { ObjectStoreSettings } from '../../src/storage/objects/connect-store.ts';
import { openStorage, type Storage, type StorageOptions } from '../../src/storage/open-storage.ts';
import { givenBucketOfInstance, keysIn } from './buckets.ts';
import { type KeptMedia, keptOf } from './kept-media.ts';

/** A media folder and the database that refers to it. */
export interface TestStorage extends KeptMedia {
  db: Database;
  databaseUrl: string;
  storage: Storage;
  /** Another process on the same folder and database, as far as storage can tell; closed at the end. */
  openAnother(options?: Partial<StorageOptions>): Promise<Storage>;
  /** What is kept of a row, wherever it is: names in its folder. */
  keptOf(owner: FolderOwner): Promise<string[]>;
  /** What is there although no row has it, or on its way. */
  leftOver(): Promise<string[]>;
  /** What a kept file holds; null when there is none of this name. */
  contentOf(stored: StoredFile): Promise<string | null>;
  /** Everything below MEDIA_ROOT, relative, folders with a slash at the end. */
  tree(folder?: string): Promise<string[]>;
  /** Where the folder driver has the outputs of a run. */
  encodingFolder(run: { videoId: number; encodingId: number }): string;
  /** A complete temporary file, as a finished upload leaves it. */
  givenFile(content?: string): Promise<string>;
  /** A complete temporary folder, as a finished encoding leaves it. */
  givenOutputs(files?: Record<string, string>): Promise<string>;
  /** A video with its source in place. */
  givenVideo(video?: GivenVideo): Promise<{ id: number; sourceFile: string; slug: string }>;
  /** A PDF that somebody keeps, in a folder of the database. */
  givenKeptFile(content?: string): Promise<{ id: number; storedFile: string }>;
  /** A run of this video with its outputs in place, on air. */
  givenOnAir(videoId: number, files?: Record<string, string>): Promise<number>;
}

export interface GivenVideo {
  content?: string;
  extension?: string;
  ownerId?: number;
  isDraft?: boolean;
  isRestricted?: boolean;
  allowDownloading?: boolean;
}

export const silentLog = pino({ level: 'silent' });

/**
 * One storage for the tests of a file; each test makes its own videos.
 *
 * @param places.bucket  where files are kept; where the instance of this test file has them when absent
 */
export function useStorage(
  options: Partial<StorageOptions> = {},
  places: { bucket?: () => Promise<ObjectStoreSettings> } = {},
): TestStorage {
  const test = {} as TestStorage;
  const closing: (() => Promise<unknown>)[] = [];
  let ids: { ownerId: number; typeId: number };

  beforeAll(async () => {
    const database = await createTestDatabase('video-rest');
    closing.push(() => database.drop());
    const mediaRoot = await realpath(await mkdtemp(path.join(tmpdir(), 'video-media-')));
    closing.push(() => rm(mediaRoot, { recursive: true, force: true }));
    const db = openDatabase(database.url, () => undefined);
    closing.push(() => db.close());
    const bucket = await (places.bucket ?? givenBucketOfInstance)();
    const openAnother = async (others: Partial<StorageOptions> = {}) => {
      const storage = await openStorage({
        mediaRoot,
        minFreeBytes: 0,
        keepsIn: bucket ? 's3' : 'folder',
        bucket,
        db,
        databaseUrl: database.url,
        log: silentLog,
        graceMs: 50,
        ...options,
        ...others,
      });
      closing.push(() => storage.close());
      return storage;
    };
    Object.assign(test, {
      db,
      databaseUrl: database.url,
      mediaRoot,
      bucket,
      openAnother,
      storage: await openAnother(),
    });
    const { id: ownerId } = await db.prisma.user.create({ data: { username: 'owner' } });
    const { id: typeId } = await db.prisma.videoType.create({ data: { titleEn: 'Lecture' } });
    ids = { ownerId, typeId };
  });

  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  return Object.assign(
    test,
    whatIsKept(test),
    makers(test, () => ids),
  );
}

/** What is there, wherever files are kept. */
function whatIsKept(test: TestStorage) {
  return {
    async tree(folder = '') {
      const entries = await readdir(path.join(test.mediaRoot, folder), {
        recursive: true,
        withFileTypes: true,
      });
      return entries
        .map((entry) => {
          const name = path.relative(test.mediaRoot, path.join(entry.parentPath, entry.name));
          return entry.isDirectory() ? `${name}/` : name;
        })
        .sort();
    },
    keptOf: (owner: FolderOwner) => keptOf(test, owner),
    async leftOver() {
      const onTheirWay = (await test.tree('tmp')).filter((name) => !name.endsWith('/'));
      if (test.bucket === undefined) return onTheirWay;
      const rows = await test.db.prisma.mediaObject.findMany({ where: { state: 'kept' } });
      const kept = new Set(['owner', ...rows.map(({ key }) => key)]);
      return [...onTheirWay, ...(await keysIn(test.bucket)).filter((key) => !kept.has(key))];
    },
    async contentOf(stored: StoredFile) {
      const located = await test.storage.locate(stored);
      if (located === null) return null;
      if (located.kind === 'file') return readFile(located.path, 'utf8');
      return text(located.read({ start: 0, end: located.bytes - 1 }));
    },
    encodingFolder({ videoId: id, encodingId }: { videoId: number; encodingId: number }) {
      return path.join(rowFolder(test.mediaRoot, { table: 'videos', id }), encodingFolderName(encodingId));
    },
  };
}

/** Makes what tests begin with. */
function makers(test: TestStorage, idsOf: () => { ownerId: number; typeId: number }) {
  return {
    async givenFile(content = 'a source') {
      const file = test.storage.temporaryFile();
      await writeFile(file, content);
      return file;
    },
    async givenOutputs(files: Record<string, string> = { 'master.m3u8': '#EXTM3U\n' }) {
      const folder = await test.storage.makeTemporaryFolder();
      for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content);
      return folder;
    },
    async givenVideo({ content, extension = 'mp4', ownerId = idsOf().ownerId, ...flags }: GivenVideo = {}) {
      const temporaryFile = await test.givenFile(content);
      return test.storage.place(async (place) => {
        const source = await place.source({ temporaryFile, extension });
        return test.db.prisma.$transaction(async (tx) => {
          const id = await nextVideoId(tx);
          const sourceFile = await source.into(tx, id);
          const slug = `${String(id).padStart(4, '0')}-algebra`;
          const { typeId } = idsOf();
          await addVideo(tx, {
            id,
            slug,
            title: 'Algebra',
            ownerId,
            typeId,
            mainLang: 'en',
            mediaKind: 'video',
            durationSeconds: 1,
            sourceFile,
            ...flags,
          });
          return { id, sourceFile, slug };
        });
      });
    },
    async givenKeptFile(content = 'slides') {
      const { db, storage } = test;
      const { ownerId } = idsOf();
      const name = 'algebra';
      const { id: folderId } = await db.prisma.folder.upsert({
        where: { ownerId_name: { ownerId, name } },
        create: { ownerId, name },
        update: {},
      });
      const temporaryFile = await test.givenFile(content);
      return storage.place(async (place) => {
        const file = await place.file({ temporaryFile, extension: 'pdf' });
        return db.prisma.$transaction(async (tx) => {
          const id = await nextId(tx, 'files');
          const storedFile = await file.into(tx, id);
          await addKeptRow(tx, 'files', { id, name, folderId, createdById: ownerId, storedFile });
          return { id, storedFile };
        });
      });
    },
    async givenOnAir(videoId: number, files?: Record<string, string>) {
      const { db, storage } = test;
      const { id: encodingId } = await db.prisma.encoding.create({
        data: { videoId, state: 'done', finishedAt: new Date(), outputs: {} },
      });
      const folder = await test.givenOutputs(files);
      await storage.place(async (place) => {
        const outputs = await place.encoding(folder);
        await db.prisma.$transaction(async (tx) => {
          await outputs.into(tx, { videoId, encodingId });
          await tx.video.update({ where: { id: videoId }, data: { encodingId } });
        });
      });
      return encodingId;
    },
  };
}
