import { access } from 'node:fs/promises';
import path from 'node:path';
import { eventually, type StartedProcess, startProcess } from '@campus/testing';
import { afterEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { useStorage } from '../support/storage.ts';

const media = useStorage();

const started: StartedProcess[] = [];
afterEach(async () => {
  for (const one of started.splice(0)) await one[Symbol.asyncDispose]();
});

/** A process that has moved a new source into the folder of a video and waits there. */
async function givenHanging(videoId: number, at: 'before-commit' | 'after-commit') {
  const child = startProcess({
    command: process.execPath,
    args: [
      path.join(import.meta.dirname, '../support/place-and-hang.ts'),
      ...[media.databaseUrl, media.mediaRoot, String(videoId), at],
    ],
  });
  started.push(child);
  const [, sourceFile = ''] = await child.waitForOutput(/hanging with (\S+)/);
  return { child, sourceFile };
}

/** Sweeps until this holds: the server needs a moment to see that a process is gone. */
const sweepUntil = (check: () => Promise<void>) =>
  eventually(async () => {
    await media.storage.sweep();
    await check();
  });

const filesOnTheirWay = async () => (await media.tree('tmp')).filter((name) => !name.endsWith('/'));

describe('When a process is killed (SIGKILL)', () => {
  test('between the move and the commit, the next sweep removes the new source and keeps the old', async () => {
    const { id, sourceFile } = await media.givenVideo();
    const { child, sourceFile: lost } = await givenHanging(id, 'before-commit');
    expect(await media.tree(`videos/0000/${id}`)).toContain(`videos/0000/${id}/${lost}`);
    await child.kill('SIGKILL');

    await sweepUntil(async () => expect(await filesOnTheirWay()).toEqual([]));

    expect(await media.tree(`videos/0000/${id}`)).toEqual([`videos/0000/${id}/${sourceFile}`]);
  });

  test('after the commit, the next sweep keeps the new source and removes the old', async () => {
    const { id } = await media.givenVideo();
    const { child, sourceFile } = await givenHanging(id, 'after-commit');
    await child.kill('SIGKILL');

    await sweepUntil(async () => expect(await filesOnTheirWay()).toEqual([]));

    expect(await media.tree(`videos/0000/${id}`)).toEqual([`videos/0000/${id}/${sourceFile}`]);
  });

  test('what another process has that lives stays, wherever it is on its way', async () => {
    const [dead, living] = [await media.givenVideo(), await media.givenVideo()];
    const { child } = await givenHanging(dead.id, 'before-commit');
    const { sourceFile } = await givenHanging(living.id, 'after-commit');
    await child.kill('SIGKILL');

    await sweepUntil(async () =>
      expect(await media.tree(`videos/0000/${dead.id}`)).toEqual([
        `videos/0000/${dead.id}/${dead.sourceFile}`,
      ]),
    );

    expect(await media.tree(`videos/0000/${living.id}`)).toContain(`videos/0000/${living.id}/${sourceFile}`);
    // Its marker, and its other upload.
    expect(await filesOnTheirWay()).toEqual([
      expect.stringMatching(/\/file-/),
      expect.stringMatching(`/touching-${living.id}-`),
    ]);
  });

  test('the next process that opens the storage sweeps by itself', async () => {
    const { id, sourceFile } = await media.givenVideo();
    const { child } = await givenHanging(id, 'before-commit');
    await child.kill('SIGKILL');

    await media.openAnother();

    await eventually(async () =>
      expect(await media.tree(`videos/0000/${id}`)).toEqual([`videos/0000/${id}/${sourceFile}`]),
    );
  });
});

test('A process whose connection broke takes its number again before a sweep counts it as dead', async () => {
  const living = await media.openAnother();
  const folder = await living.makeTemporaryFolder();
  const number = Number(path.basename(path.dirname(folder)));
  const sweeping = await media.openAnother({ graceMs: 3_000 });
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
