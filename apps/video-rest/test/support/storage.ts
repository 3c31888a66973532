import { mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase } from '@campus/testing';
import { afterAll, beforeAll } from '@jest/globals';
import pino from 'pino';
import { type Database, openDatabase } from '../../src/data/open-database.ts';
import { addVideo, nextVideoId } from '../../src/data/videos.ts';
import { encodingFolderName, rowFolder } from '../../src/storage/layout.ts';
import { openStorage, type Storage, type StorageOptions } from '../../src/storage/open-storage.ts';

/** A media folder and the database that refers to it. */
export interface TestStorage {
  db: Database;
  databaseUrl: string;
  mediaRoot: string;
  storage: Storage;
  /** Another process on the same folder and database, as far as storage can tell; closed at the end. */
  openAnother(options?: Partial<StorageOptions>): Promise<Storage>;
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

/** One storage for the tests of a file; each test makes its own videos. */
export function useStorage(options: Partial<StorageOptions> = {}): TestStorage {
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
    const openAnother = async (others: Partial<StorageOptions> = {}) => {
      const storage = await openStorage({
        mediaRoot,
        minFreeBytes: 0,
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

  return Object.assign(test, {
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
    encodingFolder({ videoId: id, encodingId }: { videoId: number; encodingId: number }) {
      return path.join(rowFolder(test.mediaRoot, { table: 'videos', id }), encodingFolderName(encodingId));
    },
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
    async givenVideo({ content, extension = 'mp4', ownerId = ids.ownerId, ...flags }: GivenVideo = {}) {
      const temporaryFile = await test.givenFile(content);
      return test.storage.place(async (place) => {
        const source = await place.source({ temporaryFile, extension });
        return test.db.prisma.$transaction(async (tx) => {
          const id = await nextVideoId(tx);
          const sourceFile = await source.into(tx, id);
          const slug = `${String(id).padStart(4, '0')}-algebra`;
          const { typeId } = ids;
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
  });
}
