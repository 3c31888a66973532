import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '@campus/testing';
import type pg from 'pg';
import type { FolderOwner } from '../../src/data/media-files.ts';
import { encodingFolderName, imageSizes, resizedName, rowFolder } from '../../src/storage/layout.ts';
import type { ObjectStoreSettings } from '../../src/storage/objects/connect-store.ts';
import { keysIn } from './buckets.ts';

interface Books {
  /** What the database refers to, and is not there. */
  missing: string[];
  /** What is there, and nothing refers to. */
  extra: string[];
}

interface Kept {
  sql: pg.Pool;
  mediaRoot: string;
  bucket: ObjectStoreSettings | undefined;
}

/** Compares what the database has of media with what is in the media folder, and in the bucket. */
export async function compareMedia(kept: Kept): Promise<Books> {
  // What comes while the database is asked is not extra, and not missing.
  const before = await namesOf(kept);
  const { files, onAir, growing } = await referredBy(kept);
  const after = new Set(await namesOf(kept));
  const masters = onAir.map((folder) => `${folder}master.m3u8`);
  const missing = [...files, ...masters].filter((file) => !after.has(file));
  // In a bucket it is an upload of the bucket, whose size nobody tells.
  for (const [file, bytes] of kept.bucket ? [] : growing)
    if (bytes > 0 && !((await sizeOf(path.join(kept.mediaRoot, file))) >= bytes))
      missing.push(`${bytes} bytes of ${file}`);
  const isExtra = (file: string) =>
    path.basename(file) !== 'owner' &&
    !files.has(file) &&
    !growing.has(file) &&
    !onAir.some((folder) => file.startsWith(folder));
  return { missing, extra: before.filter(isExtra) };
}

const inFolder = (owner: FolderOwner, file: string) => path.join(rowFolder('', owner), file);

/** By their names in the media folder; what stands in a bucket has the same there. */
async function referredBy({ sql }: Kept) {
  const { rows: videos } = await sql.query('select id, source_file, early_poster, encoding_id from videos');
  const { rows: documents } = await sql.query('select id, stored_file from files');
  const { rows: images } = await sql.query('select id, stored_file from images');
  const { rows: uploads } = await sql.query('select id, received_bytes from uploads where video_id is null');
  const files = new Set<string>();
  for (const { id, source_file, early_poster } of videos)
    for (const file of [source_file, early_poster])
      if (file !== null) files.add(inFolder({ table: 'videos', id }, file));
  for (const { id, stored_file } of documents) files.add(inFolder({ table: 'files', id }, stored_file));
  for (const { id, stored_file } of images)
    for (const file of [stored_file, ...imageSizes.map((size) => resizedName(stored_file, size))])
      files.add(inFolder({ table: 'images', id }, file));
  const onAir = videos.flatMap(({ id, encoding_id }) =>
    encoding_id === null ? [] : [`${inFolder({ table: 'videos', id }, encodingFolderName(encoding_id))}/`],
  );
  const growing = new Map(uploads.map(({ id, received_bytes }) => [`uploads/${id}`, Number(received_bytes)]));
  return { files, onAir, growing };
}

async function namesOf({ sql, mediaRoot, bucket }: Kept): Promise<string[]> {
  // A folder may go while it is read.
  const onDisk = await eventually(() => filesBelow(mediaRoot));
  if (bucket === undefined) return onDisk;
  const keys = await keysIn(bucket);
  const { rows } = await sql.query('select key, state, owner_table, owner_id, file from media_objects');
  const names = new Map<string, string>(
    rows.flatMap(({ key, state, owner_table: table, owner_id: id, file }) => {
      if (state === 'kept') return [[key, inFolder({ table, id }, file)]];
      return state === 'growing' ? [[key, `uploads/${file}`]] : [];
    }),
  );
  return [...onDisk, ...keys.map((key) => names.get(key) ?? key)];
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() || /^(folder|trash)-/.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => -1,
  );
}
