import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { encodingFolderName, rowFolder } from '../../src/storage/layout.ts';

interface Books {
  /** What the database refers to, and is not there. */
  missing: string[];
  /** What is there, and nothing refers to. */
  extra: string[];
}

/** Compares what the database has of media with what is in the media folder. */
export async function compareMedia({ sql, mediaRoot }: { sql: pg.Pool; mediaRoot: string }): Promise<Books> {
  // What is there is looked at first: what comes meanwhile is missing nowhere.
  const there = await filesBelow(mediaRoot);
  const inFolder = (table: 'videos' | 'files' | 'images', id: number, file: string) =>
    path.relative(mediaRoot, path.join(rowFolder(mediaRoot, { table, id }), file));
  const { rows: videos } = await sql.query('select id, source_file, early_poster, encoding_id from videos');
  const { rows: files } = await sql.query('select id, stored_file from files');
  const { rows: images } = await sql.query('select id, stored_file from images');
  const { rows: uploads } = await sql.query('select id, received_bytes from uploads where video_id is null');
  const referred = new Set<string>();
  for (const { id, source_file, early_poster } of videos)
    for (const file of [source_file, early_poster])
      if (file !== null) referred.add(inFolder('videos', id, file));
  for (const { id, stored_file } of files) referred.add(inFolder('files', id, stored_file));
  for (const { id, stored_file } of images) {
    const ofSize = (size: string) => stored_file.replace(/^image-([^.]+)\..*$/, `${size}-$1.webp`);
    for (const file of [stored_file, ...['large', 'medium', 'small'].map(ofSize)])
      referred.add(inFolder('images', id, file));
  }
  const onAir = videos.flatMap(({ id, encoding_id }) =>
    encoding_id === null ? [] : [`${inFolder('videos', id, encodingFolderName(encoding_id))}/`],
  );
  const growing = new Map(uploads.map(({ id, received_bytes }) => [`uploads/${id}`, Number(received_bytes)]));
  const missing: string[] = [];
  for (const file of referred) if (!(await isFile(path.join(mediaRoot, file)))) missing.push(file);
  for (const folder of onAir)
    if (!(await isFile(path.join(mediaRoot, folder, 'master.m3u8')))) missing.push(`${folder}master.m3u8`);
  for (const [file, bytes] of growing)
    if (bytes > 0 && !((await sizeOf(path.join(mediaRoot, file))) >= bytes))
      missing.push(`${bytes} bytes of ${file}`);
  const isExtra = (file: string) =>
    file !== 'owner' &&
    !referred.has(file) &&
    !growing.has(file) &&
    !onAir.some((folder) => file.startsWith(folder));
  return { missing, extra: there.filter(isExtra) };
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() || /^(folder|trash)-/.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

async function isFile(file: string): Promise<boolean> {
  return (await sizeOf(file)) >= 0;
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => -1,
  );
}
