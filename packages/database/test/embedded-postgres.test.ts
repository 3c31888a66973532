import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually, orphanPostgres, postgresOn, startProcess } from '@campus/testing';
import { useFaults } from '@campus/testing/faults';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/index.ts';
import { sql } from './support/sql.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const faults = useFaults();
const holdServer = fileURLToPath(new URL('./support/hold-server.ts', import.meta.url));

type TemporaryFolder = Awaited<ReturnType<typeof temporaryFolder>>;

let made: TemporaryFolder;
beforeAll(async () => {
  made = await temporaryFolder();
  await (await givenServer(join(made.path, 'data'))).stop();
});
afterAll(() => made[Symbol.asyncDispose]());

/** A folder with a cluster in `data` that was stopped in order: copied, which takes a tenth of making one. */
async function folderWithCluster(): Promise<TemporaryFolder> {
  const folder = await temporaryFolder();
  await cp(join(made.path, 'data'), join(folder.path, 'data'), { recursive: true });
  return folder;
}

async function givenServer(dataDir: string): Promise<EmbeddedPostgres & AsyncDisposable> {
  return disposable(await startEmbeddedPostgres({ dataDir, database: 'notes' }));
}

function disposable(server: EmbeddedPostgres): EmbeddedPostgres & AsyncDisposable {
  return { ...server, [Symbol.asyncDispose]: server.stop };
}

function givenServerInProcess(dataDir: string) {
  return startProcess({ command: process.execPath, args: [holdServer, dataDir] });
}

async function urlsOf(holder: ReturnType<typeof startProcess>): Promise<{ url: string; adminUrl: string }> {
  const [, json = ''] = await holder.waitForOutput(/ready (.*)\n/);
  return JSON.parse(json);
}

function withPassword(url: string, password: string): string {
  const changed = new URL(url);
  changed.password = password;
  return changed.href;
}

describe('who gets into the embedded PostgreSQL', () => {
  let folder: TemporaryFolder;
  let server: EmbeddedPostgres;
  let dataDir: string;

  beforeAll(async () => {
    folder = await folderWithCluster();
    dataDir = join(folder.path, 'data');
    server = await startEmbeddedPostgres({ dataDir, database: 'notes' });
  });
  afterAll(async () => {
    await server.stop();
    await folder[Symbol.asyncDispose]();
  });

  test('Given the URL of the service, When it connects, Then it works in its own database', async () => {
    await sql(server.url, 'create table note (text text)');
    expect(await sql(server.url, 'select current_user as role, current_database() as database')).toEqual([
      { role: 'notes', database: 'notes' },
    ]);
  });

  test.each([
    ['the service role', () => server.url],
    ['the superuser', () => server.adminUrl],
  ])('Given no password or a wrong one, When %s connects over TCP, Then it is refused', async (_who, url) => {
    await expect(sql(withPassword(url(), ''), 'select 1')).rejects.toThrow(/password/);
    await expect(sql(withPassword(url(), 'wrong'), 'select 1')).rejects.toMatchObject({ code: '28P01' });
  });

  test('Given another user of the machine, When it looks for a password, Then file rights keep it out', async () => {
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    for (const name of ['superuser.password', 'service.password']) {
      expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600);
    }
    const lines = (await readFile(join(dataDir, 'pg_hba.conf'), 'utf8')).split('\n');
    const methods = lines
      .filter((line) => /^(local|host)/.test(line))
      .map((line) => line.split(/\s+/).at(-1));
    expect(new Set(methods)).toEqual(new Set(['scram-sha-256']));
  });

  test('The passwords are on no command line', async () => {
    const passwords = [server.url, server.adminUrl].map((url) => new URL(url).password);
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      for (const password of passwords) expect(commandLine.includes(password)).toBe(false);
    }
  });

  test('It has connections for several processes of a service', async () => {
    expect(await sql(server.adminUrl, 'show max_connections')).toEqual([{ max_connections: '200' }]);
  });

  test('It listens on the loopback interface only', async () => {
    expect(await sql(server.adminUrl, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    const elsewhere = Object.values(networkInterfaces())
      .flat()
      .find((address) => address && !address.internal && address.family === 'IPv4');
    if (!elsewhere) return;
    const url = new URL(server.url);
    url.hostname = elsewhere.address;
    await expect(sql(url.href, 'select 1')).rejects.toThrow();
  });

  test('The role of the service is no superuser, and makes neither roles nor databases', async () => {
    expect(
      await sql(
        server.url,
        'select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls from pg_roles where rolname = current_user',
      ),
    ).toEqual([
      {
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        rolbypassrls: false,
      },
    ]);
    await expect(sql(server.url, 'create role intruder')).rejects.toThrow(/permission denied/);
    await expect(sql(server.url, 'create database other')).rejects.toThrow(/permission denied/);
    await expect(sql(server.url, `copy (select 1) to program 'true'`)).rejects.toThrow(/permission denied/);
    await expect(sql(server.url, `select pg_read_file('service.password')`)).rejects.toThrow(
      /permission denied/,
    );
  });
});

describe('the life of the embedded PostgreSQL', () => {
  test('Given its parent is killed by SIGKILL, Then no server is left, and it has ended cleanly', async () => {
    await using folder = await folderWithCluster();
    const dataDir = join(folder.path, 'data');
    await using holder = givenServerInProcess(dataDir);
    const { url } = await urlsOf(holder);
    const pid = await postgresOn(dataDir);

    await holder.kill('SIGKILL');

    await eventually(() => !existsSync(`/proc/${pid}`), { describe: 'the server has gone' });
    expect(existsSync(join(dataDir, 'postmaster.pid'))).toBe(false);
    await expect(sql(url, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test.each(['SIGKILL', 'SIGTERM'] as const)(
    'Given the server is ended by %s, Then it is started again under its address, with its rows, as often as that happens',
    async (signal) => {
      await using folder = await folderWithCluster();
      const dataDir = join(folder.path, 'data');
      await using server = await givenServer(dataDir);
      await sql(server.url, 'create table note (text text)');
      await sql(server.url, `insert into note values ('kept')`);

      for (const _time of ['first', 'second']) {
        const pid = await postgresOn(dataDir);
        process.kill(pid, signal);
        await eventually(() => !existsSync(`/proc/${pid}`), { describe: 'it has ended' });

        const rows = () => sql(server.url, 'select text from note');
        await eventually(async () => expect(await rows()).toEqual([{ text: 'kept' }]));
      }
    },
  );

  test('Given a server that ended and cannot start again, Then its service is told after a while, and stop has nothing to do', async () => {
    await using folder = await folderWithCluster();
    const dataDir = join(folder.path, 'data');
    const told: string[] = [];
    await using server = await startEmbeddedPostgres({
      dataDir,
      database: 'notes',
      restartForMs: 1_000,
      log: (line) => told.push(line),
      onLost: () => told.push('lost'),
    }).then(disposable);
    await rename(dataDir, `${dataDir}.away`);

    process.kill(await postgresOn(`${dataDir}.away`), 'SIGKILL');

    await eventually(() => told.at(-1) === 'lost', { seen: () => told });
    expect(told.join('\n')).toContain('could not be started again');
    await server.stop();
  });

  test('Given a server that is just started again, When it is stopped, Then it does not come up', async () => {
    await using folder = await folderWithCluster();
    const dataDir = join(folder.path, 'data');
    const begun = Promise.withResolvers<void>();
    const server = await startEmbeddedPostgres({
      dataDir,
      database: 'notes',
      log: (line) => line.includes('is started again') && begun.resolve(),
    });
    process.kill(await postgresOn(dataDir), 'SIGKILL');
    await begun.promise;

    await server.stop();

    await expect(sql(server.url, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('Given a server that is left after its service and its watcher were killed, When one starts, Then the orphan is stopped in order, and its rows are there', async () => {
    await using folder = await folderWithCluster();
    const dataDir = join(folder.path, 'data');
    await using holder = givenServerInProcess(dataDir);
    const { url } = await urlsOf(holder);
    await sql(url, 'create table note (text text)');
    await sql(url, `insert into note values ('kept')`);
    const orphan = await orphanPostgres(holder, dataDir);
    const told: string[] = [];

    await using server = await startEmbeddedPostgres({
      dataDir,
      database: 'notes',
      log: (line) => told.push(line),
    }).then(disposable);

    expect(await postgresOn(dataDir)).not.toBe(orphan);
    expect(told).toContainEqual(
      expect.stringContaining(`process ${holder.child.pid}, which had started it, is gone`),
    );
    expect(await sql(server.url, 'select text from note')).toEqual([{ text: 'kept' }]);
  });

  test('Given a stopped server, When it starts again, Then URL and rows are of the same role, and the passwords are kept', async () => {
    await using folder = await folderWithCluster();
    const dataDir = join(folder.path, 'data');
    const first = await givenServer(dataDir);
    await sql(first.url, 'create table note (text text)');
    await first.stop();
    await first.stop();

    await using second = await givenServer(dataDir);

    expect(new URL(second.url).password).toBe(new URL(first.url).password);
    expect(await sql(second.url, 'select * from note')).toEqual([]);
  });

  test('Given a postmaster.pid whose number now belongs to another process, When it starts, Then it starts', async () => {
    await using folder = await folderWithCluster();
    const dataDir = join(folder.path, 'data');
    const first = await givenServer(dataDir);
    const pidFile = await readFile(join(dataDir, 'postmaster.pid'), 'utf8');
    await first.stop();
    await writeFile(join(dataDir, 'postmaster.pid'), pidFile.replace(/^\d+/, String(process.pid)));

    await using second = await givenServer(dataDir);

    expect(await sql(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('Given a server on a folder, When another start comes, Then it is told, and the first goes on', async () => {
    await using folder = await folderWithCluster();
    const dataDir = join(folder.path, 'data');
    await using first = await givenServer(dataDir);

    await expect(startEmbeddedPostgres({ dataDir, database: 'notes' })).rejects.toMatchObject({
      code: 'already_running',
      message: expect.stringContaining(dataDir),
    });

    expect(await sql(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('Given a server on a folder, When another start comes while the machine has no descriptor left, Then it fails, and the first goes on', async () => {
    await using folder = await folderWithCluster();
    const dataDir = join(folder.path, 'data');
    await using server = await givenServer(dataDir);

    for (let nth = 1, hits = 1; hits > 0; nth += 1) {
      faults.begin({ calls: ['open'], code: 'ENFILE', nth });
      const failure = await startEmbeddedPostgres({ dataDir, database: 'notes' }).catch(
        (error: Error) => error,
      );
      hits = faults.end().hits.length;
      expect(failure).toBeInstanceOf(Error);
      expect(existsSync(join(dataDir, 'postmaster.pid'))).toBe(true);
    }

    expect(await sql(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('Given a living process on a folder, When another starts, Then it is told which, with its command', async () => {
    await using folder = await folderWithCluster();
    const dataDir = join(folder.path, 'data');
    await using holder = givenServerInProcess(dataDir);
    const { url } = await urlsOf(holder);

    await expect(startEmbeddedPostgres({ dataDir, database: 'notes' })).rejects.toMatchObject({
      code: 'already_running',
      message: expect.stringMatching(
        new RegExp(`held by process ${holder.child.pid} \\(\\S*node \\S*hold-server\\.ts .*\\)`),
      ),
    });

    expect(await sql(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('Given a new folder, When two processes start on it at once, Then one has it and the other is told', async () => {
    await using folder = await temporaryFolder();
    const dataDir = join(folder.path, 'data');
    await using one = givenServerInProcess(dataDir);
    await using other = givenServerInProcess(dataDir);

    const ends = await Promise.all(
      [one, other].map((holder) => holder.waitForOutput(/^ready|already running/m)),
    );

    expect(ends.map(([word]) => word).sort()).toEqual(['already running', 'ready']);
    expect(await readdir(folder.path)).toEqual(['data']);
  });
});

describe('what the data folder may hold', () => {
  test('Given the folder of another major version, When it starts, Then it is refused with the ways out', async () => {
    await using folder = await temporaryFolder();
    const dataDir = join(folder.path, 'data');
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'PG_VERSION'), '16\n');

    await expect(startEmbeddedPostgres({ dataDir, database: 'notes' })).rejects.toMatchObject({
      code: 'other_major_version',
      message: expect.stringMatching(/PostgreSQL 16;[\s\S]*pg_dump[\s\S]*database\.url/),
    });

    expect(await readdir(dataDir)).toEqual(['PG_VERSION']);
  });

  test('Given a folder with something else in it, When it starts, Then it is refused and nothing is touched', async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'thesis.txt'), 'mine');

    await expect(startEmbeddedPostgres({ dataDir: folder.path, database: 'notes' })).rejects.toMatchObject({
      code: 'not_a_cluster',
    });

    expect(await readdir(folder.path)).toEqual(['thesis.txt']);
  });

  test('Given a process killed while it made the folder, When it starts, Then the half-made one is ignored and gone', async () => {
    await using folder = await temporaryFolder();
    const dataDir = join(folder.path, 'data');
    await using killed = givenServerInProcess(dataDir);
    await eventually(async () => (await readdir(folder.path)).some((name) => /\.init-\d+$/.test(name)), {
      describe: 'the making has begun',
      intervalMs: 1,
    });
    await killed.killGroup('SIGKILL');
    expect(existsSync(dataDir)).toBe(false);

    await using server = await givenServer(dataDir);

    expect(await sql(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await readdir(folder.path)).toEqual(['data']);
  });

  test('Given a crash before role and database were made, When it starts again, Then they are made', async () => {
    await using folder = await folderWithCluster();
    const dataDir = join(folder.path, 'data');
    const first = await givenServer(dataDir);
    await sql(first.adminUrl, 'drop database notes');
    await first.stop();

    await using second = await givenServer(dataDir);

    expect(await sql(second.url, 'select current_database() as database')).toEqual([{ database: 'notes' }]);
  });
});
