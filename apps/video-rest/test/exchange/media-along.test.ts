import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { useFaults } from '@campus/testing/faults';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Prisma } from '../../generated/client.ts';
import { addKeptRow } from '../../src/data/kept-files.ts';
import { nextId } from '../../src/data/row-ids.ts';
import { exports, imports } from '../../src/exchange/exchange-command.ts';
import { imageSizes } from '../../src/storage/layout.ts';
import { openObjectStore } from '../../src/storage/objects/object-store.ts';
import { givenBucketOfInstance, keysIn } from '../support/buckets.ts';
import { outputsOfVideo } from '../support/on-air.ts';
import { runExchange } from '../support/run-exchange.ts';
import { type TestStorage, useStorage } from '../support/storage.ts';

const from = useStorage();
const into = useStorage();
const faults = useFaults();
let folder = '';
let place: Awaited<ReturnType<typeof givenPlace>>;
let files = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'video-media-along-'));
  for (const { db } of [from, into])
    await db.prisma.user.create({ data: { username: 'root', isStaff: true, isSuperuser: true } });
});
beforeEach(async () => {
  place = await givenPlace();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A folder for media on their way, or a bucket where the instance of this file has one. */
async function givenPlace() {
  const bucket = await givenBucketOfInstance();
  const named = await mkdtemp(path.join(folder, 'media-'));
  const where = bucket ?? { folder: named };
  return {
    where,
    named,
    /** What is there. */
    async names() {
      if (bucket) return (await keysIn(bucket)).sort();
      const entries = await readdir(named, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => path.relative(named, path.join(parentPath, name)))
        .sort();
    },
    /** Puts something else in the place of a content, or nothing. */
    async replace(content: string, by: string | null) {
      const sha256 = createHash('sha256').update(content).digest('hex');
      const name = `sha256/${sha256.slice(0, 2)}/${sha256}`;
      if (!bucket) {
        if (by === null) await rm(path.join(named, name));
        else await writeFile(path.join(named, name), by);
        return;
      }
      const objects = openObjectStore(bucket);
      if (by === null) await objects.remove(name);
      else await objects.putBytes(name, Buffer.from(by));
      objects.close();
    },
  };
}

function newFile(): string {
  files += 1;
  return path.join(folder, `${files}.jsonl`);
}

const run = (program: typeof exports, on: TestStorage, ...args: string[]) =>
  runExchange(program, { on, archive: place.where }, ...args);

const take = (file: string) => run(exports, from, file, '--media', place.named);
const bring = (file: string, ...args: string[]) =>
  run(imports, into, file, '--by', 'root', '--media', place.named, ...args);

/** A video on air, a file and an image that somebody keeps. */
async function givenMedia(source = 'source of a lecture') {
  const { id, sourceFile, slug } = await from.givenVideo({ content: source });
  const encodingId = await from.givenOnAir(id, { 'master.m3u8': '#EXTM3U\n', '720p.mp4': 'pictures' });
  const outputs = { ...outputsOfVideo } as unknown as Prisma.InputJsonObject;
  await from.db.prisma.encoding.update({ where: { id: encodingId }, data: { outputs } });
  const kept = await from.givenKeptFile('slides of a lecture');
  const image = await givenImage();
  return { video: { id, sourceFile, slug, encodingId }, kept, image };
}

async function givenImage() {
  const { db, storage } = from;
  const resized = { large: '', medium: '', small: '' };
  for (const size of imageSizes) resized[size] = await from.givenFile(`${size} picture`);
  const { folderId, createdById } = await db.prisma.keptFile.findFirstOrThrow();
  const temporaryFile = await from.givenFile('whole picture');
  return storage.place(async (placer) => {
    const brought = await placer.image({ temporaryFile, extension: 'png', resized });
    return db.prisma.$transaction(async (tx) => {
      const id = await nextId(tx, 'images');
      const storedFile = await brought.into(tx, id);
      await addKeptRow(tx, 'images', { id, name: 'photo', folderId, createdById, storedFile });
      return { id, storedFile };
    });
  });
}

test('Given media of all kinds, When they go out and come in, Then all is there, and plays', async () => {
  const { video, kept, image } = await givenMedia();
  const file = newFile();

  await take(file);
  await bring(file);

  const { id, encodingId } = await into.db.prisma.video.findUniqueOrThrow({ where: { slug: video.slug } });
  expect(await into.contentOf({ table: 'videos', id, file: video.sourceFile })).toBe('source of a lecture');
  expect(await into.contentOf({ table: 'videos', id, file: `encoding-${encodingId}/720p.mp4` })).toBe(
    'pictures',
  );
  expect(await into.db.prisma.encodedVideo.count({ where: { videoId: id } })).toBeGreaterThan(0);
  expect(await into.contentOf({ table: 'files', id: kept.id, file: kept.storedFile })).toBe(
    'slides of a lecture',
  );
  expect(await into.contentOf({ table: 'images', id: image.id, file: image.storedFile })).toBe(
    'whole picture',
  );
  expect(await into.keptOf({ table: 'images', id: image.id })).toEqual(
    await from.keptOf({ table: 'images', id: image.id }),
  );
  expect(await into.leftOver()).toEqual([]);
});

test('Given media that are out, When they go out again, Then nothing is copied; and when they have come, nothing comes again', async () => {
  await givenMedia();
  const file = newFile();
  await take(file);
  const before = await place.names();
  await bring(file);
  const runs = await into.db.prisma.encoding.count();

  const again = newFile();
  await take(again);
  await bring(again);

  expect(await place.names()).toEqual(before);
  expect(await readFile(again, 'utf8')).toBe(await readFile(file, 'utf8'));
  expect(await into.db.prisma.encoding.count()).toBe(runs);
});

test('Given a file that is not in the place, When lines come in, Then it is told by line and object, and nothing is written', async () => {
  const { video } = await givenMedia('a source that is lost');
  const file = newFile();
  await take(file);
  await place.replace('a source that is lost', null);

  await expect(bring(file)).rejects.toThrow(
    new RegExp(`^line \\d+, videos\\.video: .* does not have ${video.sourceFile}`),
  );

  expect(await into.db.prisma.video.findUnique({ where: { slug: video.slug } })).toBeNull();
});

test('Given a file that is damaged in the place, When lines come in, Then it is told and not shown, and all else is there; mended it comes', async () => {
  const { video, kept } = await givenMedia('a source to be damaged');
  const file = newFile();
  await take(file);
  await place.replace('a source to be damaged', 'a source to be dAmaged');
  await expect(bring(file)).rejects.toThrow(
    new RegExp(`^line \\d+, /rest/videos/${video.id}/, ${video.sourceFile}: .*has another SHA-256`),
  );

  const { id, encodingId } = await into.db.prisma.video.findUniqueOrThrow({ where: { slug: video.slug } });
  const source = { table: 'videos', id, file: video.sourceFile } as const;
  expect([await into.contentOf(source), encodingId]).toEqual([null, null]);
  expect(await into.contentOf({ table: 'files', id: kept.id, file: kept.storedFile })).toBe(
    'slides of a lecture',
  );
  expect(await into.leftOver()).toEqual([]);
  await place.replace('a source to be damaged', 'a source to be damaged');
  await bring(file);
  expect(await into.contentOf(source)).toBe('a source to be damaged');
});

test.each([
  ['a disk that is full', { code: 'ENOSPC' }, 'the disk of the media folder is full'],
  ['a quota that is used up', { code: 'EDQUOT' }, 'the disk of the media folder is full'],
])(
  'Given %s, When media come in, Then the line is told, nothing is half done, and with room they come',
  async (_what, { code }, why) => {
    const { video } = await givenMedia(`a source for ${code}`);
    const file = newFile();
    await take(file);
    faults.begin({ calls: ['write'], code, nth: 1, isLasting: true });

    const failing = bring(file);

    await expect(failing).rejects.toThrow(
      new RegExp(`^line \\d+, /rest/\\w+/\\d+/, .*: ${why}; make room, and call import again`),
    );
    faults.end();
    const { id } = await into.db.prisma.video.findUniqueOrThrow({ where: { slug: video.slug } });
    const source = { table: 'videos', id, file: video.sourceFile } as const;
    expect(await into.contentOf(source)).toBeNull();
    expect(await into.leftOver()).toEqual([]);
    await bring(file);
    expect(await into.contentOf(source)).toBe(`a source for ${code}`);
  },
);

test('Given a source that is gone here, When media go out, Then it is told by line and object, and all else goes', async () => {
  const { video } = await givenMedia('a source that goes');
  const { storage, db } = from;
  await db.prisma.video.update({ where: { id: video.id }, data: { sourceFile: 'source-gone.mp4' } });
  await storage.tidyFolder({ table: 'videos', id: video.id });
  const file = newFile();

  await expect(take(file)).rejects.toThrow(
    new RegExp(
      `^line \\d+, /rest/videos/${video.id}/, source-gone.mp4: its file is not where media are kept`,
    ),
  );

  expect(await readFile(file, 'utf8')).toContain(video.slug);
  expect(await place.names()).toEqual(
    expect.arrayContaining([expect.stringMatching(/^rows\/.*\/file-.*\.pdf\.json$/)]),
  );
  await db.prisma.video.delete({ where: { id: video.id } });
});

test('Given a line whose id no row can have, When it comes in, Then that is told by line and object', async () => {
  const file = newFile();
  const line = { resource: 'videos', id: 99_999_999_999, title: 'x', video: { name: 'source-1.mp4' } };
  await writeFile(file, `${JSON.stringify(line)}\n`);

  await expect(bring(file)).rejects.toThrow(/^line 1, videos\./);
});

test('Given lines that name files elsewhere, When they come in, Then nothing is read there', async () => {
  const file = newFile();
  const line = { resource: 'videos', id: 999_999, title: 'x', video: { name: '../../../etc/passwd' } };
  await writeFile(file, `${JSON.stringify(line)}\n`);

  await expect(bring(file)).rejects.toThrow(/^line 1, videos\./);
});

test.each([
  ['an address of another kind', 's3:bucket'],
  ['no bucket', 's3:///prefix'],
])('Given %s for media, When a command is read, Then its usage is told', (_what, given) => {
  expect(() => exports.read(['all.jsonl', '--media', given])).toThrow(
    'a bucket is such as s3://bucket/prefix',
  );
});
