import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate } from '@campus/database';
import { createTestDatabase, eventually, startRecordingServer, type TestDatabase } from '@campus/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { validPdf } from '../apps/conventions-signing/test/support/pdfs.ts';
import { registrationOf, signingEnv } from './support/filled-signing.ts';
import { videoEnv } from './support/filled-video.ts';
import { repositoryRoot } from './support/start-demo.ts';
import { startService } from './support/start-service.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rolling-upgrade-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The migrations of a version to come: those of this one and two more on a table that is in use. */
async function newerMigrations(service: string, table: string): Promise<string> {
  const directory = path.join(folder, `migrations-${service}`);
  await cp(path.join(repositoryRoot, 'prisma', service, 'migrations'), directory, { recursive: true });
  const write = async (name: string, script: string) => {
    await mkdir(path.join(directory, name));
    await writeFile(path.join(directory, name, 'migration.sql'), script);
  };
  await write(
    '29990101000000_add_things',
    `create table things (id serial primary key, note text not null);
     alter table "${table}" add column thing_id integer references things (id), add column note text not null default '';`,
  );
  await write(
    '29990102000000_index_things',
    `-- outside a transaction\ncreate index concurrently ${table}_thing_id_idx on "${table}" (thing_id);\n`,
  );
  return directory;
}

/** Sends one request after another until `stop`, which gives their statuses. */
function startLoad(send: () => Promise<Response>): { count(): number; stop(): Promise<number[]> } {
  const statuses: number[] = [];
  let isOver = false;
  const running = (async () => {
    while (!isOver) {
      const answer = await send();
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
  })();
  return {
    count: () => statuses.length,
    async stop() {
      isOver = true;
      await running;
      return statuses;
    },
  };
}

/** Migrates while somebody reads the table in a long transaction, which ends when the migration has met it. */
async function migrateWhileInUse(url: string, { directory, table }: { directory: string; table: string }) {
  const reader = new pg.Client({ connectionString: url });
  await reader.connect();
  await reader.query(`begin; select from "${table}" limit 1`);
  const lines: string[] = [];
  const migrating = migrate({ url, directory, log: (line) => lines.push(line) });
  await eventually(() => lines.some((line) => line.includes('waits for a table')), {
    seen: () => lines,
  });
  await reader.query('commit');
  await reader.end();
  await migrating;
  expect(lines.filter((line) => line.endsWith('applied'))).toHaveLength(2);
}

describe('Given a service under load, When a newer version migrates its database', () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  async function databaseOf(service: string): Promise<TestDatabase> {
    const database = await createTestDatabase(service);
    closing.push(() => database.drop());
    return database;
  }

  test('conventions-signing goes on without a failure, and another replica of the older version starts beside it', async () => {
    const { url } = await databaseOf('conventions-signing');
    const webhook = await startRecordingServer();
    closing.push(() => webhook.stop());
    const env = { ...signingEnv(webhook), DATABASE_URL: url };
    const directory = await newerMigrations('conventions-signing', 'signables');
    const body = registrationOf(Buffer.from(await validPdf()));
    const register = (address: string) =>
      fetch(`${address}/api/conventions`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${env.APPLI_MANAGEMENT_TOKENS}`,
          'Content-Type': 'application/json',
        },
        body,
      });
    await using service = await startService('conventions-signing', {
      ...env,
      DATA_DIR: path.join(folder, 'signing-1'),
    });
    const load = startLoad(() => register(service.url));

    await migrateWhileInUse(url, { directory, table: 'signables' });
    const migratedAt = load.count();
    await using replica = await startService('conventions-signing', {
      ...env,
      DATA_DIR: path.join(folder, 'signing-2'),
    });
    expect(replica.output()).toContain('migrations of a newer version');
    expect((await register(replica.url)).status).toBe(201);
    await eventually(() => load.count() > migratedAt);

    const statuses = await load.stop();
    expect(statuses.filter((status) => status !== 201)).toEqual([]);
  });

  test('video-rest goes on without a failure, and another replica of the older version starts beside it', async () => {
    const { url } = await databaseOf('video-rest');
    const env = {
      ...videoEnv,
      ENCODE_CONCURRENCY: '0',
      DATABASE_URL: url,
      MEDIA_ROOT: path.join(folder, 'media'),
    };
    const directory = await newerMigrations('video-rest', 'video_types');
    let number = 0;
    const post = (address: string) =>
      fetch(`${address}/rest/types/`, {
        method: 'POST',
        headers: {
          Authorization: `Basic ${Buffer.from(`root:${env.ROOT_PASSWORD}`).toString('base64')}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ title: `Type ${number++}` }),
      });
    await using service = await startService('video-rest', {
      ...env,
      DATA_DIR: path.join(folder, 'video-1'),
    });
    const load = startLoad(() => post(service.url));

    await migrateWhileInUse(url, { directory, table: 'video_types' });
    const migratedAt = load.count();
    await using replica = await startService('video-rest', {
      ...env,
      DATA_DIR: path.join(folder, 'video-2'),
    });
    expect(replica.output()).toContain('migrations of a newer version');
    expect((await post(replica.url)).status).toBe(201);
    await eventually(() => load.count() > migratedAt);

    const statuses = await load.stop();
    expect(statuses.filter((status) => status !== 201)).toEqual([]);
  });
});
