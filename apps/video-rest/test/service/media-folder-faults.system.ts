import { execFile } from 'node:child_process';
import { chown, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { createTestDatabase, eventually, startProcess } from '@campus/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { basic } from '../support/accounts.ts';
import { clip } from '../support/clips.ts';
import { type Client, clientWith } from '../support/service.ts';
import { makeDataDir } from '../support/service-process.ts';
import { beginUpload, sendPiece } from '../support/tus.ts';

const main = path.resolve(import.meta.dirname, '../../src/main.ts');
const rootPassword = 'root-password';
const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

let url: string;
let client: Client;
let owner: string;
let type: string;
let media: string;
let sql: pg.Pool;
/** Runs a line of shell where the service has its mounts: $1 the media folder, $2 what it is, $3 a folder of strangers. */
let there: (line: string) => Promise<unknown>;
/** What lies below a folder as the service sees it. */
let filesIn: (folder: string) => Promise<string[]>;

/** The service with its media folder on a disk that can be taken away from it. */
beforeAll(async () => {
  const database = await createTestDatabase('video-rest');
  closing.push(() => database.drop());
  sql = new pg.Pool({ connectionString: database.url, max: 1 });
  closing.push(() => sql.end());
  const { dataDir, remove } = await makeDataDir();
  closing.push(remove);
  media = path.join(dataDir, 'media');
  const disk = path.join(dataDir, 'disk');
  const closed = await folderOfStrangers(dataDir);
  const mount =
    'mkdir "$1" "$2" && mount -t tmpfs -o size=32m none "$2" && mount --bind "$2" "$1" && exec "$3" "$4"';
  const service = startProcess({
    command: 'unshare',
    args: [
      ...['--user', '--map-root-user', '--mount', 'sh', '-c'],
      ...[mount, 'sh', media, disk, process.execPath, main],
    ],
    cwd: dataDir,
    env: {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      SERVER_PORT: '0',
      METRICS_PORT: '0',
      MEDIA_MIN_FREE: '0',
      ENCODE_CONCURRENCY: '0',
      ROOT_PASSWORD: rootPassword,
    },
  });
  closing.push(() => service[Symbol.asyncDispose]());
  [, url = ''] = await service.waitForOutput(/ready on (http:\/\/[\w.:]+)/);
  client = clientWith(url, { Authorization: basic('root', rootPassword) });
  const target = ['--target', String(service.child.pid), '--user', '--mount', '--preserve-credentials'];
  there = (line) =>
    promisify(execFile)('nsenter', [...target, 'sh', '-ec', line, 'sh', media, disk, closed], { cwd: '/' });
  filesIn = async (folder) => {
    const seen = `/proc/${service.child.pid}/root${folder}`;
    const entries = await readdir(seen, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  };
  owner = (await client.get('/rest/users/me/')).body.url;
  type = (await client.post('/rest/types/').send({ title: 'Course' }).expect(201)).body.url;
});

/** Nobody there has a right to it: its owner is not known in the name space of the service. */
async function folderOfStrangers(dataDir: string): Promise<string> {
  if (process.getuid?.() !== 0) return '/root';
  const folder = path.join(dataDir, 'of-strangers');
  await mkdir(folder, { mode: 0o700 });
  await chown(folder, 12_345, 12_345);
  return folder;
}

async function upload() {
  const fields = { owner, type, title: 'Lecture' };
  const { status, headers, body } = await client
    .post('/rest/videos/')
    .field(fields)
    .attach('video', await clip('silent'));
  return { status, retryAfter: headers['retry-after'], url: String(body.url) };
}

async function sendBytes(pathname: string) {
  const { status, headers } = await sendPiece(client, pathname, { bytes: Buffer.from('123') });
  return { status, retryAfter: headers['retry-after'] };
}

const ready = async () => (await fetch(`${url}/readyz`)).json();

const faults = {
  'read-only': ['mount -o remount,bind,ro "$1"', 'mount -o remount,bind,rw "$1"'],
  unmounted: ['umount "$1"', 'mount --bind "$2" "$1"'],
  'not for its user': ['mount --bind "$3" "$1"', 'umount "$1"'],
} as const;

describe.each(Object.entries(faults))('Given a media folder that is %s', (name, [begin, end]) => {
  test('When videos are sent, Then 503 with Retry-After says so at once, and with it back all is well', async () => {
    const before = await upload();
    expect(before.status).toBe(201);
    const texts = { title: 'Algebra', type, owner, filename: 'a.mp4' };
    const began = await beginUpload(client, { size: 9, texts });
    await there(begin);

    expect(await upload()).toMatchObject({ status: 503, retryAfter: '5' });
    expect(await sendBytes(began)).toEqual({ status: 503, retryAfter: '5' });
    expect((await client.get('/rest/videos/').expect(200)).body.count).toBeGreaterThan(0);

    if (name === 'unmounted') expect(await filesIn(media)).toEqual([]);
    await there(end);
    await eventually(async () => expect(await ready()).toMatchObject({ status: 'ok' }));
    expect(await upload()).toMatchObject({ status: 201 });
    expect(await sendBytes(began)).toMatchObject({ status: 204 });
  });

  test('When a video is deleted, Then its source goes once the folder is as it was', async () => {
    const { url: address } = await upload();
    const { pathname } = new URL(address);
    const { body: video } = await client.get(pathname).expect(200);
    const source = path.basename(new URL(video.video).pathname);
    expect(await filesIn(media)).toContain(source);
    await there(begin);

    await client.delete(pathname).expect(204);

    await eventually(async () => {
      const { rows } = await sql.query(
        "select 1 from pgboss.job where name = 'tidy-video-folder' and retry_count > 0 and state in ('retry', 'active')",
      );
      return rows.length > 0;
    });
    await there(end);
    await eventually(async () => expect(await filesIn(media)).not.toContain(source));
    expect((await filesIn(path.join(media, 'tmp'))).filter((left) => !left.startsWith('check-'))).toEqual([]);
  });
});
