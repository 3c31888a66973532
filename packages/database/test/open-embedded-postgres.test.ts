import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually, startProcess } from '@campus/testing';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openEmbeddedPostgres, startEmbeddedPostgres } from '../src/index.ts';
import { sql } from './support/sql.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const holdOpened = fileURLToPath(new URL('./support/hold-opened.ts', import.meta.url));

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let dataDir: string;
const database = 'notes';

beforeEach(async () => {
  folder = await temporaryFolder();
  dataDir = join(folder.path, 'data');
});
afterEach(() => folder[Symbol.asyncDispose]());

const openInProcess = () => startProcess({ command: process.execPath, args: [holdOpened, dataDir] });

test('Given nobody on the folder, Then a server is started, and stopped by close', async () => {
  const opened = await openEmbeddedPostgres({ dataDir, database });

  expect(opened.isShared).toBe(false);
  expect(await sql(opened.url, 'select current_user as role')).toEqual([{ role: 'notes' }]);
  await opened.close();
  await opened.close();
  expect(existsSync(join(dataDir, 'postmaster.pid'))).toBe(false);
});

test('Given a service on the folder, Then its server is used, and close leaves it running', async () => {
  const service = await startEmbeddedPostgres({ dataDir, database });
  await sql(service.url, 'create table note (text text)');

  const opened = await openEmbeddedPostgres({ dataDir, database });
  await sql(opened.url, `insert into note values ('from beside')`);
  await opened.close();
  await opened.close();

  expect(opened.isShared).toBe(true);
  expect(await sql(service.url, 'select text from note')).toEqual([{ text: 'from beside' }]);
  await service.stop();
});

test('Given a service that stops under an attached program, Then the program is told, and not when it has left', async () => {
  const service = await startEmbeddedPostgres({ dataDir, database });
  const losses: string[] = [];
  const left = await openEmbeddedPostgres({ dataDir, database, onLost: () => losses.push('left') });
  const stayed = await openEmbeddedPostgres({ dataDir, database, onLost: () => losses.push('stayed') });
  await left.close();

  await service.stop();

  await eventually(() => losses.length > 0, { describe: 'the loss is told' });
  expect(losses).toEqual(['stayed']);
  await stayed.close();
});

test('Given a server that was killed, When it is opened, Then it is started again with its rows', async () => {
  const holder = openInProcess();
  const [, url = ''] = await holder.waitForOutput(/^started (\S+)/m);
  await sql(url, 'create table note (text text)');
  await holder.kill('SIGKILL');

  const opened = await openEmbeddedPostgres({ dataDir, database });

  expect(opened.isShared).toBe(false);
  expect(await sql(opened.url, 'select * from note')).toEqual([]);
  await opened.close();
});

test('Given a new folder, When three processes open it at once, Then one starts the server, the others attach, and it stops after the last has left', async () => {
  const openers = [openInProcess(), openInProcess(), openInProcess()];
  const said = await Promise.all(
    openers.map(async (opener) => {
      const [, how = '', url = ''] = await opener.waitForOutput(/^(started|attached) (\S+)/m);
      return { opener, how, url };
    }),
  );
  expect(said.map(({ how }) => how).sort()).toEqual(['attached', 'attached', 'started']);
  const [starter] = said.filter(({ how }) => how === 'started');
  const others = said.filter(({ how }) => how === 'attached');

  starter?.opener.child.kill('SIGTERM');
  for (const { opener, url } of others) {
    // It works on while its starter waits to leave.
    expect(await sql(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await opener.kill('SIGTERM');
    expect(opener.output()).not.toContain('lost');
  }

  await starter?.opener.waitForOutput(/^closed/m);
  expect(existsSync(join(dataDir, 'postmaster.pid'))).toBe(false);
});

test('Given a server that lets nobody in by its database, Then the error says why', async () => {
  const service = await startEmbeddedPostgres({ dataDir, database });

  await expect(openEmbeddedPostgres({ dataDir, database: 'other', patienceMs: 300 })).rejects.toMatchObject({
    code: 'already_running',
    message: expect.stringMatching(/is running on the data folder .*"other" on 127\.0\.0\.1/s),
  });
  await service.stop();
});
