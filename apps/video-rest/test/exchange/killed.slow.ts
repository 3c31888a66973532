import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from '@campus/database';
import { eventually, startProcess } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { lockFolder } from '../../src/data/media-files.ts';
import type { Transaction } from '../../src/data/open-database.ts';
import { givenManyOnAir, type OaiAnswer, oai } from '../support/oai.ts';
import { outputsOfVideo } from '../support/on-air.ts';
import { useService } from '../support/service.ts';
import { makeDataDir, startServiceProcess } from '../support/service-process.ts';
import { type TestStorage, useStorage } from '../support/storage.ts';

const programs = path.resolve(import.meta.dirname, '../../src/cli');
const from = useStorage();
const into = useStorage();
const service = useService();
let folder = '';
let whole = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'video-killed-'));
  for (const { db } of [from, into])
    await db.prisma.user.create({ data: { username: 'root', isStaff: true, isSuperuser: true } });
  for (const content of ['one lecture', 'another lecture']) {
    const { id } = await from.givenVideo({ content });
    const run = await from.givenOnAir(id, {
      'master.m3u8': '#EXTM3U\n',
      '720p.mp4': `pictures of ${content}`,
    });
    await from.db.prisma.$executeRaw`
      update encodings set outputs = ${JSON.stringify(outputsOfVideo)}::jsonb where id = ${run}`;
    await from.givenKeptFile(`slides of ${content}`);
  }
  whole = path.join(folder, 'whole.jsonl');
  await run('export', from, whole);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function start(program: 'export' | 'import', { databaseUrl, mediaRoot }: TestStorage, ...args: string[]) {
  return startProcess({
    command: process.execPath,
    args: [path.join(programs, `${program}.ts`), ...args],
    env: { DATABASE_URL: databaseUrl, MEDIA_ROOT: mediaRoot, MEDIA_MIN_FREE: '0' },
  });
}

async function run(...of: Parameters<typeof start>): Promise<void> {
  await using started = start(...of);
  const { code } = await started.exited;
  if (code !== 0) throw new Error(started.output());
}

/** Ends the program with SIGKILL as soon as it waits for what is locked. */
async function killed(
  storage: TestStorage,
  lock: (tx: Transaction) => Promise<unknown>,
  ...of: [Parameters<typeof start>[0], ...string[]]
): Promise<void> {
  const [program, ...args] = of;
  await storage.db.prisma.$transaction(
    async (tx) => {
      await lock(tx);
      await using started = start(program, storage, ...args);
      await eventually(async () => {
        const waiting = await sql<{ count: number }>`
          select count(*)::int from pg_locks l join pg_database d on d.oid = l.database
          where not l.granted and d.datname = current_database()`.rows(storage.db.pool);
        expect(waiting).toEqual([{ count: 1 }]);
      });
      await started.kill('SIGKILL');
    },
    { timeout: 60_000 },
  );
}

const filesBelow = async (place: string) =>
  (await readdir(place, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(place, path.join(parentPath, name)))
    .sort();

test.each([
  ['lines are written', 'videos'],
  ['media are copied', 'encodings'],
])(
  'Given an export that was killed while %s, When it is called again, Then it is as if nothing had been',
  async (_when, table) => {
    const [file, place] = [path.join(folder, `${table}.jsonl`), path.join(folder, table)];
    const undisturbed = path.join(folder, `undisturbed-${table}`);
    await run('export', from, `${undisturbed}.jsonl`, '--media', undisturbed);
    const lock = (tx: Transaction) => tx.$executeRawUnsafe(`lock table ${table} in access exclusive mode`);
    await killed(from, lock, 'export', file, '--media', place);
    await expect(readFile(file)).rejects.toThrow('ENOENT');

    await run('export', from, file, '--media', place);

    expect(await readFile(file, 'utf8')).toBe(await readFile(whole, 'utf8'));
    expect(await filesBelow(place)).toEqual(await filesBelow(undisturbed));
  },
);

test('Given an import that was killed while lines were written, and again while media came, When it is called again, Then all is there', async () => {
  const place = path.join(folder, 'to-import');
  const file = path.join(folder, 'to-import.jsonl');
  await run('export', from, file, '--media', place);
  const args = [file, '--by', 'root', '--media', place];
  const videos = await from.db.prisma.video.findMany({ orderBy: { id: 'asc' } });
  const kept = await from.db.prisma.keptFile.findMany({ orderBy: { id: 'asc' } });
  await killed(into, (tx) => tx.$executeRaw`lock table videos in access exclusive mode`, 'import', ...args);
  expect(await into.db.prisma.folder.count()).toBe(0);
  const last = { table: 'videos', id: videos.at(-1)?.id ?? 0 } as const;
  await killed(into, (tx) => lockFolder(tx, last), 'import', ...args);
  expect(await into.contentOf({ ...last, file: videos.at(-1)?.sourceFile ?? '' })).toBeNull();

  await run('import', into, ...args);

  const again = path.join(folder, 'again.jsonl');
  await run('export', into, again);
  expect(await readFile(again, 'utf8')).toBe(await readFile(whole, 'utf8'));
  for (const { id, sourceFile } of videos)
    expect(await into.contentOf({ table: 'videos', id, file: sourceFile })).toMatch(/lecture$/);
  for (const { id, storedFile } of kept)
    expect(await into.contentOf({ table: 'files', id, file: storedFile })).toMatch(/^slides of/);
  expect(await into.db.prisma.video.count({ where: { encodingId: null } })).toBe(0);
  await into.storage.sweep();
  expect(await into.leftOver()).toEqual([]);
});

test('Given a harvest whose service is killed in the middle, When it has started again, Then the harvest goes on with its token', async () => {
  const { set, ids } = await givenManyOnAir(service, 250);
  const data = await makeDataDir();
  const startIt = () =>
    startServiceProcess({
      databaseUrl: service.databaseUrl,
      dataDir: data.dataDir,
      rootPassword: 'password of the superuser',
      env: { MEDIA_ROOT: service.mediaRoot, OAI_ADMIN_EMAIL: 'library@example.org', PUBLIC_PAGES: 'true' },
    });
  const list = { verb: 'ListRecords', metadataPrefix: 'oai_dc', set };
  let token: string | undefined;
  const records: unknown[] = [];
  const take = ({ ListRecords }: OaiAnswer) => {
    records.push(...(ListRecords?.record ?? []).map(({ header }) => header.identifier.split(':').at(-1)));
    token = ListRecords?.resumptionToken?.['#text'];
  };
  {
    await using killedOne = await startIt();
    take(await oai(killedOne, list));
    expect(token).toBeDefined();
    await killedOne.kill('SIGKILL');
  }
  await using restarted = await startIt();

  while (token !== undefined) take(await oai(restarted, { verb: 'ListRecords', resumptionToken: token }));

  expect(records).toEqual(ids.map(String));
  await data.remove();
});
