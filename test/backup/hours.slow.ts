/** How long a backup and a restore take: `BACKUP_GIGABYTES=5 npm run test:slow -- backup/hours`, on the disk of the temporary folder. */
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startRecordingServer, startSystemPostgres } from '@campus/testing';
import { afterAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { signingEnv } from '../support/filled-signing.ts';
import { callerOf, registration } from '../support/service-calls.ts';
import { repositoryRoot } from '../support/start-demo.ts';
import { startService } from '../support/start-service.ts';
import { told } from './agreements.ts';
import { createOperator } from './commands.ts';

const bytes = Number(process.env.BACKUP_GIGABYTES ?? '0.05') * 1e9;
const documentBytes = 5_000_000;
const fileBytes = 2 ** 23;
const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
}, 60_000);

test(`Given ${bytes / 1e9} GB, four fifths of it media, When it is saved and restored, Then it is told how long each takes`, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'hours-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  const operator = await createOperator(folder);
  const given = async () => {
    const server = await startSystemPostgres({ root: tmpdir() });
    closing.push(async () => server[Symbol.asyncDispose]());
    return server;
  };
  const [server, restored] = [await given(), await given()];
  const url = await server.createDatabase('conventions_signing');
  await server.createDatabase('video_rest');
  const webhook = await startRecordingServer();
  closing.push(() => webhook.stop());
  const signing = { ...signingEnv(webhook), DATA_DIR: path.join(folder, 'signing') };
  const media = path.join(folder, 'media');
  await fillFolder(path.join(media, 'videos'), (bytes * 4) / 5);
  const documents = Math.ceil(bytes / 5 / documentBytes);
  await fillSigning({ ...signing, DATABASE_URL: url }, documents);

  const seconds: Record<string, number> = {};
  const time = async (what: string, ...[on, blocks, options]: Parameters<typeof operator.run>) => {
    const since = performance.now();
    await operator.run(on, ['media-in-a-folder', ...blocks], {
      ...options,
      env: { MEDIA_ROOT: media, ...options?.env },
    });
    seconds[what] = Math.round((performance.now() - since) / 100) / 10;
  };
  await time('save', server, ['save']);
  await time('saveAgain', server, ['save']);
  await time('baseBackup', server, ['base-backup']);
  await rm(media, { recursive: true });
  await time('restoreMedia', server, ['restore-media']);
  await operator.run(restored, ['restore-roles']);
  const { password } = new URL(server.adminUrl);
  await time('restoreDatabases', restored, ['restore'], { password });
  const there = Object.assign(new URL(url), { port: restored.port }).href;
  const env = { ...signing, DATABASE_URL: there };
  await time('verify', restored, ['verify'], { env, cwd: repositoryRoot });

  const client = new pg.Client({ connectionString: there });
  await client.connect();
  const { rows } = await client.query('select count(*)::int as count from signables');
  await client.end();
  expect(rows).toEqual([{ count: documents }]);
  expect(await readdir(path.join(media, 'videos'))).toHaveLength(Math.ceil((bytes * 4) / 5 / fileBytes / 32));
  process.stdout.write(`${JSON.stringify({ gigabytes: bytes / 1e9, documents, ...seconds })}\n`);
}, 3_600_000);

/** Files as sources and renditions are: of some hundred MB, which nothing makes smaller. */
async function fillFolder(folder: string, size: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (let written = 0, number = 0; written < size; number += 1) {
    const file = await open(path.join(folder, `source-${number}.mp4`), 'w');
    for (let piece = 0; piece < 32 && written < size; piece += 1, written += fileBytes)
      await file.write(randomBytes(fileBytes));
    await file.close();
  }
}

async function fillSigning(env: Record<string, string>, documents: number): Promise<void> {
  await using service = await startService('conventions-signing', env);
  const call = callerOf(service.url, `Bearer ${env.APPLI_MANAGEMENT_TOKENS}`);
  for (let number = 0; number < documents; number += 1)
    await told(call, '/api/conventions', await registration({ bytes: documentBytes }));
  await service.kill('SIGTERM');
}
