import { access, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '@campus/testing';
import { expect, test } from '@jest/globals';
import pg from 'pg';
import { useStorage } from '../support/storage.ts';

const media = useStorage();

test('A process whose connection broke takes its number again before a sweep counts it as dead', async () => {
  const living = await media.openAnother();
  const folder = await living.makeTemporaryFolder();
  const number = Number(path.basename(path.dirname(folder)));
  const sweeping = await media.openAnother({ graceMs: 30_000 });
  await sweeping.sweep();
  const admin = new pg.Client({ connectionString: media.databaseUrl });
  await admin.connect();
  const holders = () =>
    admin.query<{ pid: number }>(
      "select pid from pg_locks where locktype = 'advisory' and objid = $1 and database = (select oid from pg_database where datname = current_database())",
      [number],
    );
  const before = (await holders()).rows[0]?.pid;

  await admin.query('select pg_terminate_backend($1)', [before]);
  await sweeping.sweep();

  await expect(access(folder)).resolves.toBeUndefined();
  await eventually(async () => {
    const after = (await holders()).rows[0]?.pid;
    expect(after).toBeDefined();
    expect(after).not.toBe(before);
  });
  await admin.end();
});

test('What processes have put among the videos to see whether they can, and could not remove, goes with a sweep', async () => {
  const living = Number(path.basename(path.dirname(media.storage.temporaryFile())));
  const dead = 987_654;
  await mkdir(path.join(media.mediaRoot, 'tmp', String(dead)));
  for (const number of [living, dead])
    await writeFile(path.join(media.mediaRoot, 'videos', `check-${number}`), 'left');

  await media.storage.sweep();

  expect((await media.tree()).filter((name) => name.includes('check-'))).toEqual([]);
});
