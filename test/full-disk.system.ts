import { mkdtemp, open, rename, rm, symlink, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually, requireTool, type StartedProcess, startProcess } from '@campus/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { validPdf } from '../apps/conventions-signing/test/support/pdfs.ts';
import { registrationOf } from './support/filled-signing.ts';
import { repositoryRoot } from './support/start-demo.ts';

// A small file system of memory in a namespace of its own, where the services keep their data.
const sizeMebibytes = 192;
const password = 'password of the administrator';
const managementToken = 'management-token-for-tests';
const closing: (() => Promise<unknown>)[] = [];
let folder: string;
let small: string;
let namespace: StartedProcess;

async function mountSmall(): Promise<void> {
  await requireTool('unshare');
  await requireTool('nsenter');
  folder = await mkdtemp(path.join(tmpdir(), 'full-disk-'));
  closing.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  small = path.join(folder, 'small');
  const script = `mkdir "$0" && mount -t tmpfs -o size=${sizeMebibytes}m,mode=700 none "$0" && echo mounted && exec sleep 3600`;
  namespace = startProcess({ command: 'unshare', args: ['-rm', 'sh', '-c', script, small] });
  closing.push(() => namespace[Symbol.asyncDispose]());
  await namespace.waitForOutput(/mounted/);
}

/** The file system as this process sees it. */
const outside = (name: string) => path.join(`/proc/${namespace.child.pid}/root`, small, name);

async function start(service: string) {
  const started = startProcess({
    command: 'nsenter',
    args: [
      ...['--target', String(namespace.child.pid), '--user', '--mount', '--preserve-credentials'],
      ...[process.execPath, path.join(repositoryRoot, 'apps', service, 'src/main.ts')],
    ],
    cwd: folder,
    env: {
      APPLI_PUBLIC_TOKENS: 'public-token-0123456789',
      APPLI_MANAGEMENT_TOKENS: managementToken,
      ROOT_PASSWORD: password,
      DATA_DIR: small,
      MEDIA_ROOT: path.join(folder, 'media'),
      SERVER_PORT: '0',
      METRICS_PORT: '0',
      MEDIA_MIN_FREE: '0',
      ENCODE_CONCURRENCY: '0',
    },
  });
  closing.push(() => started[Symbol.asyncDispose]());
  const [, url = ''] = await started.waitForOutput(/ready on (http:\/\/[\w.:]+)/);
  return Object.assign(started, { url });
}

/** Uses up all that is left. */
async function fill(): Promise<void> {
  const file = await open(outside('filler'), 'w');
  try {
    for (const size of [2 ** 20, 2 ** 12]) {
      const piece = Buffer.alloc(size, 1);
      const isFull = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOSPC';
      while (
        (await file.write(piece).catch((error) => (isFull(error) ? null : Promise.reject(error)))) !== null
      );
    }
  } finally {
    await file.close();
  }
}

const makeRoom = () => unlink(outside('filler'));

/** So that PostgreSQL itself goes on, and says of a table that there is no room for it. */
async function moveLogAway(): Promise<void> {
  const log = outside('postgres/pg_wal');
  await startProcess({ command: 'cp', args: ['-a', log, path.join(folder, 'pg_wal')] }).exited;
  await rename(log, `${log}.before`);
  await rm(`${log}.before`, { recursive: true });
  await symlink(path.join(folder, 'pg_wal'), log);
}

interface Answer {
  status: number;
  text: string;
}

type Call = (url: string) => Promise<Answer>;

/** What is written and read of a service. */
interface Use {
  write: Call;
  /** By a file of the service's own. */
  upload?: Call;
  reads: Call[];
}

async function ask(url: string, init: RequestInit): Promise<Answer> {
  const answer = await fetch(url, init);
  return { status: answer.status, text: await answer.text() };
}

const json = { 'Content-Type': 'application/json' };
const management = { Authorization: `Bearer ${managementToken}` };
const asRoot = { Authorization: `Basic ${Buffer.from(`root:${password}`).toString('base64')}` };

const uses: Record<string, Use> = {
  'conventions-signing': {
    async write(url) {
      const body = registrationOf(Buffer.from(await validPdf({ bytes: 3_000_000 })));
      return ask(`${url}/api/conventions`, { method: 'POST', headers: { ...json, ...management }, body });
    },
    async upload(url) {
      const pdf = Buffer.from(await validPdf({ bytes: 3_000_000 }));
      const body = new FormData();
      body.append('metadata', JSON.stringify(JSON.parse(registrationOf(pdf)).metadata));
      body.append('doc', new Blob([pdf]), 'agreement.pdf');
      return ask(`${url}/api/conventions`, { method: 'POST', headers: management, body });
    },
    reads: ['/api/conventions', '/api/changes'].map(
      (list) => (url: string) => ask(`${url}${list}`, { headers: management }),
    ),
  },
  'video-rest': {
    write(url) {
      const description = Array.from({ length: 90_000 }, () =>
        String.fromCharCode(0x4e00 + Math.floor(Math.random() * 20_000)),
      ).join('');
      const body = JSON.stringify({ title: `Type ${Date.now()}`, description });
      return ask(`${url}/rest/types/`, { method: 'POST', headers: { ...json, ...asRoot }, body });
    },
    reads: [(url) => ask(`${url}/rest/types/?page_size=1`, { headers: asRoot })],
  },
};

/** Writes until there is no room inside the files of the database either. */
async function untilRefused(use: Use, url: string): Promise<Answer> {
  return eventually(async () => {
    const answer = await use.write(url);
    return answer.status === 201 ? null : answer;
  });
}

describe.each(Object.entries(uses))('Given %s on a small disk', (service, use) => {
  let whole: Awaited<ReturnType<typeof start>>;

  beforeAll(async () => {
    await mountSmall();
    whole = await start(service);
  });
  afterAll(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  test('When much is written to a disk that is full, Then 507 or 503 says so, and with room it comes back by itself', async () => {
    await fill();

    const statuses = new Set<number>();
    for (let times = 0; times < 20; times += 1) statuses.add((await use.write(whole.url)).status);

    expect([507, 503, 201]).toEqual(expect.arrayContaining([...statuses]));
    expect([...statuses].some((status) => status > 500)).toBe(true);
    await makeRoom();
    await eventually(async () => expect((await use.write(whole.url)).status).toBe(201));
  });

  test('When its database alone finds the disk full, Then 507 says so, reading goes on, and with room it is taken', async () => {
    expect(await whole.kill('SIGTERM')).toMatchObject({ code: 0 });
    await moveLogAway();
    const { url, output } = await start(service);
    expect((await use.write(url)).status).toBe(201);
    await fill();

    const refused = await untilRefused(use, url);

    const noSpace = { status: 507, text: expect.stringContaining('no space left') };
    expect(refused).toMatchObject(noSpace);
    if (use.upload) expect(await use.upload(url)).toMatchObject(noSpace);
    for (const read of use.reads) expect((await read(url)).status).toBe(200);
    expect(output()).not.toMatch(/"level":[56]0/);
    await makeRoom();
    for (const call of [use.write, use.upload ?? use.write]) expect((await call(url)).status).toBe(201);
  });
});
