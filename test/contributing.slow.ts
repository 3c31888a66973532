/** CONTRIBUTING.md's way to a resource, gone word for word on a copy of the tree. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createTestDatabase, startProcess, type TestDatabase } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { patched, resourceSteps } from './support/resource-steps.ts';
import { repositoryRoot } from './support/start-demo.ts';

const run = promisify(execFile);
let copy: string;
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase('video-rest');
  copy = await mkdtemp(path.join(tmpdir(), 'contributing-'));
  const notCopied = /(^|\/)(node_modules|\.git|\.turbo|\.data|\.install\.lock|coverage)$/;
  await cp(repositoryRoot, copy, { recursive: true, filter: (source) => !notCopied.test(source) });
  await linkPackages('node_modules');
  for (const name of await readdir(path.join(repositoryRoot, 'packages'))) {
    const folder = `packages/${name}/node_modules`;
    if (existsSync(path.join(repositoryRoot, folder))) await linkPackages(folder);
  }
});

afterAll(async () => {
  await rm(copy, { recursive: true, force: true });
  await database.drop();
});

/** Packages of others are those that are installed, ours the ones of the copy. */
async function linkPackages(folder: string): Promise<void> {
  const installed = path.join(repositoryRoot, folder);
  await mkdir(path.join(copy, folder));
  for (const name of await readdir(installed)) {
    // What is compiled there is the other tree's.
    if (name === '.cache') continue;
    const target = path.join(copy, folder, name);
    if (name === '@campus')
      await cp(path.join(installed, name), target, { recursive: true, verbatimSymlinks: true });
    else await symlink(path.join(installed, name), target);
  }
}

const commands: Record<string, (file: string, code: string) => Promise<unknown>> = {
  prisma: async (file, code) => writeFile(file, `${await readFile(file, 'utf8')}\n${code}`),
  diff: async (file, code) => writeFile(file, patched(await readFile(file, 'utf8'), code)),
  ts: (file, code) => writeFile(file, code),
  sh: (_file, code) => run('/bin/sh', ['-ec', code], { cwd: copy, maxBuffer: 2 ** 26 }),
};

test('Given a copy of the tree, When the steps to a resource are done as they stand, Then its tests and those of all resources pass for it, and it is served', async () => {
  for (const { kind, file, code } of await resourceSteps())
    await commands[kind]?.(path.join(copy, file), code);

  await run(process.execPath, [path.join(repositoryRoot, 'node_modules/.bin/tsc')], {
    cwd: copy,
  });
  await using service = startProcess({
    command: 'npm',
    args: ['start', '-w', 'apps/video-rest'],
    cwd: copy,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      DATABASE_URL: database.url,
      DATA_DIR: path.join(copy, '.data'),
      SERVER_PORT: '0',
      METRICS_PORT: '0',
      MEDIA_MIN_FREE: '0',
      ENCODE_CONCURRENCY: '0',
      ROOT_PASSWORD: 'a password of the test',
    },
  });
  const [, url = ''] = await service.waitForOutput(/ready on (http:\/\/[\w.:]+)/);
  const headers = {
    Authorization: `Basic ${Buffer.from('root:a password of the test').toString('base64')}`,
    'Content-Type': 'application/json',
  };
  const me = (await (await fetch(`${url}/rest/users/me/`, { headers })).json()) as {
    id: number;
    url: string;
  };
  const body = JSON.stringify({ name: 'Île du Nord', people: [me.url] });
  const made = await fetch(`${url}/rest/campuses/`, { method: 'POST', headers, body });
  const listed = await fetch(`${url}/rest/campuses/?people=${me.id}`, { headers });

  const campus = (await made.json()) as { slug: string };
  expect([made.status, campus.slug]).toEqual([201, 'ile-du-nord']);
  expect(await listed.json()).toMatchObject({ count: 1, results: [campus] });
}, 400_000);
