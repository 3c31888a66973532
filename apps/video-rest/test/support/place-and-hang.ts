import { writeFile } from 'node:fs/promises';
import pino from 'pino';
import { openDatabase } from '../../src/data/open-database.ts';
import { updateVideo } from '../../src/data/videos.ts';
import { openStorage } from '../../src/storage/open-storage.ts';

/**
 * A process that replaces the source of a video and goes no further than it is told, for tests that kill it.
 *
 *     node place-and-hang.ts <database URL> <media root> <video id> before-commit|after-commit [<bucket as JSON>]
 */
const [databaseUrl = '', mediaRoot = '', videoId = '', stopAt = '', bucket] = process.argv.slice(2);
const forever = new Promise<never>(() => {
  setInterval(() => undefined, 60_000);
});
const db = openDatabase(databaseUrl, () => undefined);
const storage = await openStorage({
  mediaRoot,
  ...(bucket !== undefined && { keepsIn: 's3', bucket: JSON.parse(bucket) }),
  minFreeBytes: 0,
  db,
  databaseUrl,
  log: pino({ level: 'silent' }),
});
const temporaryFile = storage.temporaryFile();
await writeFile(temporaryFile, 'a new source');
await writeFile(storage.temporaryFile(), 'an upload under way');
await storage.place(async (place) => {
  const source = await place.source({ temporaryFile, extension: 'mkv' });
  const sourceFile = await db.prisma.$transaction(async (tx) => {
    const name = await source.into(tx, Number(videoId));
    await updateVideo(tx, Number(videoId), { sourceFile: name });
    if (stopAt === 'before-commit') await hang(name);
    return name;
  });
  await hang(sourceFile);
});

async function hang(name: string): Promise<never> {
  process.stdout.write(`hanging with ${name}\n`);
  return await forever;
}
