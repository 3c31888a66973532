import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { nullIfMissing } from '@campus/config';
import { syncFolder } from '@campus/service';
import { randomName } from './layout.ts';
import type { ObjectStoreSettings } from './objects/connect-store.ts';
import { StorageError, whyNamedFails, withNamed } from './storage-error.ts';
import { piecesOf, writeWhole } from './whole-file.ts';

/** What a file holds. */
export interface Content {
  /** Lower-case hexadecimal. */
  sha256: string;
  bytes: number;
}

/**
 * Media on their way between instances, in a folder or a bucket of the operator's. Whatever has its name there is whole.
 *
 *     sha256/3f/3f2c…              what files hold, each once, whosever they are
 *     rows/7c/source-7c….mp4.json  what the files of a row are, by the name of that which the row itself refers to
 */
export interface MediaArchive {
  /** As it was named. */
  name: string;
  has(content: Content): Promise<boolean>;
  /** Adds a content, which is held against its SHA-256 as it passes. @throws StorageError  `media_damaged` */
  add(content: Content, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** What is read is a content only when it has ended well. @throws StorageError  `media_damaged` */
  read(content: Content): AsyncIterable<Buffer>;
  /** What is noted of a row; null: nothing is. */
  readRow(file: string): Promise<string | null>;
  writeRow(file: string, text: string): Promise<void>;
  close(): void;
}

/** Where it is, and how that was named: a folder, or a bucket of the store of the instance. */
export type ArchivePlace = { name: string } & ({ folder: string } | { bucket: string; prefix: string });

/** What both kinds of places can do, by names with slashes. */
interface Place {
  size(name: string): Promise<number | null>;
  read(name: string, bytes: number): AsyncIterable<Buffer>;
  readText(name: string): Promise<string | null>;
  /** It has its name once all is there, and in the place of another. */
  write(name: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  close(): void;
}

/**
 * @param where  a folder, or a bucket
 * @throws OperatorError  it cannot be used, with what to mend
 */
export async function openMediaArchive(
  name: string,
  where: { folder: string; isNew: boolean } | ObjectStoreSettings,
): Promise<MediaArchive> {
  const place = 'folder' in where ? await openFolder(where) : await openBucketPlace(where);
  const contentName = ({ sha256 }: Content) => `sha256/${sha256.slice(0, 2)}/${sha256}`;
  const rowName = (file: string) => `rows/${file.replace(/^[^-]*-/, '').slice(0, 2)}/${file}.json`;
  return {
    name,
    has: async (content) => (await place.size(contentName(content))) === content.bytes,
    add: (content, bytes) => place.write(contentName(content), heldAgainst(content, bytes)),
    read: (content) => heldAgainst(content, place.read(contentName(content), content.bytes)),
    readRow: (file) => place.readText(rowName(file)),
    writeRow: (file, text) => place.write(rowName(file), only(Buffer.from(text))),
    close: place.close,
  };
}

async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** The same bytes; their end is an error when they are not those. */
async function* heldAgainst(
  { sha256, bytes }: Content,
  pieces: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    count += piece.length;
    yield piece;
  }
  if (count === bytes && hash.digest('hex') === sha256) return;
  throw new StorageError('media_damaged', `what there is under ${sha256} has another SHA-256`);
}

/** What a program that died has left is older. */
const abandonedAfterMs = 60 * 60 * 1000;

async function openFolder({ folder, isNew }: { folder: string; isNew: boolean }): Promise<Place> {
  const inFolder = <Result>(work: () => Promise<Result>) => withNamed(folder, work);
  const fileOf = (name: string) => path.join(folder, name);
  const temporary = fileOf('tmp');
  await inFolder(async () => {
    if (!isNew) await readdir(folder);
    else await mkdir(temporary, { recursive: true });
    for (const name of isNew ? await readdir(temporary) : []) {
      const facts = await stat(path.join(temporary, name)).catch(nullIfMissing);
      if (facts !== null && facts.mtimeMs < Date.now() - abandonedAfterMs)
        await rm(path.join(temporary, name), { force: true });
    }
  });
  return {
    size: (name) => inFolder(async () => (await stat(fileOf(name)).catch(nullIfMissing))?.size ?? null),
    read: (name) => piecesOf(fileOf(name), { why: (error) => whyNamedFails(folder, error) }),
    readText: (name) => inFolder(() => readFile(fileOf(name), 'utf8').catch(nullIfMissing)),
    async write(name, bytes) {
      const file = path.join(temporary, randomName());
      const target = fileOf(name);
      await inFolder(async () => {
        await writeWhole(file, bytes);
        const firstMade = await mkdir(path.dirname(target), { recursive: true });
        await rename(file, target).finally(() => rm(file, { force: true }));
        await syncFolder(path.dirname(target));
        if (firstMade === undefined) return;
        await syncFolder(path.dirname(path.dirname(target)));
        await syncFolder(folder);
      });
    },
    close() {},
  };
}

async function openBucketPlace(settings: ObjectStoreSettings): Promise<Place> {
  const { openObjectStore } = await import('./objects/object-store.ts');
  const objects = openObjectStore(settings);
  try {
    await objects.check();
  } catch (error) {
    objects.close();
    throw error;
  }
  return {
    size: objects.size,
    read: (name, bytes) => objects.read(name, { start: 0, end: bytes - 1 }),
    readText: objects.readText,
    async write(name, bytes) {
      await objects.put(name, bytes);
    },
    close: objects.close,
  };
}
