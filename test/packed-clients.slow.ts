import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createTestDatabase, startRecordingServer } from '@campus/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { clip } from '../apps/video-rest/test/support/clips.ts';
import { signingEnv } from './support/filled-signing.ts';
import { videoEnv } from './support/filled-video.ts';
import { runCommand } from './support/run-command.ts';
import { repositoryRoot } from './support/start-demo.ts';
import { type StartedService, startService } from './support/start-service.ts';

const run = promisify(execFile);
const bin = path.join(repositoryRoot, 'node_modules/.bin');
const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };

/** Where an institution has installed both clients, and nothing else. */
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'packed-clients-'));
  const clients = ['video-client', 'signing-client'].map((name) =>
    path.join(repositoryRoot, 'packages', name),
  );
  for (const cwd of clients) await run('npm', ['run', 'build'], { cwd, env });
  await cp(path.join(repositoryRoot, '.npmrc'), path.join(folder, '.npmrc'));
  await writeFile(path.join(folder, 'package.json'), '{ "private": true }\n');
  // Packed and unpacked by npm as from a registry, which is not asked for what is here already.
  const packed = [...clients.map((client) => path.join(client, 'dist')), ...(await dependenciesOf(clients))];
  await run('npm', ['install', '--offline', '--install-links', ...packed], { cwd: folder, env });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The packages that these need, and those that they need in turn. */
async function dependenciesOf(packages: string[]): Promise<string[]> {
  const found = new Set<string>();
  const look = async (at: string): Promise<void> => {
    const manifest = JSON.parse(await readFile(path.join(at, 'package.json'), 'utf8'));
    for (const name of Object.keys(manifest.dependencies ?? {})) {
      const dependency = path.join(repositoryRoot, 'node_modules', name);
      if (found.has(dependency)) continue;
      found.add(dependency);
      await look(dependency);
    }
  };
  for (const one of packages) await look(one);
  return [...found];
}

const videoProgram = `
const client = createVideoClient({ baseUrl: process.env.SERVICE ?? '', token: process.env.TOKEN ?? '' });
(async () => {
  await answerOf(client.api.POST('/rest/types/', { body: { title: 'Lecture' } }));
  for await (const { title } of client.all('/rest/types/', { ordering: 'title' })) console.log(title.toUpperCase());
  await answerOf(client.api.GET('/rest/types/{id}/', { params: { path: { id: 'none' } } }));
})().catch((error) => console.log(error instanceof ApiError && error.status));
`;
const signingProgram = `
const client = createSigningClient({ baseUrl: process.env.SERVICE ?? '', token: process.env.TOKEN ?? '' });
(async () => {
  for await (const { title } of client.all('/api/conventions')) console.log(title.toUpperCase());
  await answerOf(client.api.GET('/api/conventions/{id}', { params: { path: { id: 7 } } }));
})().catch((error) => console.log(error instanceof ApiError && error.code));
`;
const names = {
  video: '{ ApiError, answerOf, createVideoClient }',
  signing: '{ ApiError, answerOf, createSigningClient }',
};

/** Programs that use both clients, by the name of their file. */
const programs = {
  'video.mts': `import ${names.video} from '@campus/video-client';${videoProgram}`,
  'video.mjs': `import ${names.video} from '@campus/video-client';${videoProgram}`,
  'video.cts': `import ${names.video} from '@campus/video-client';${videoProgram}`,
  'video.cjs': `const ${names.video} = require('@campus/video-client');${videoProgram}`,
  'signing.mts': `import ${names.signing} from '@campus/signing-client';${signingProgram}`,
  'signing.mjs': `import ${names.signing} from '@campus/signing-client';${signingProgram}`,
  'signing.cts': `import ${names.signing} from '@campus/signing-client';${signingProgram}`,
  'signing.cjs': `const ${names.signing} = require('@campus/signing-client');${signingProgram}`,
};

describe('Installed in an empty folder', () => {
  beforeAll(async () => {
    for (const [name, text] of Object.entries(programs)) await writeFile(path.join(folder, name), text);
  });

  test.each(['nodenext', 'bundler'])(
    'both are used without an error of types, resolved as %s',
    async (resolution) => {
      expect(await typeErrors({ resolution, files: Object.keys(programs), types: ['node'] })).toBe('');
    },
  );

  test.each(['video-client', 'signing-client'])(
    'the README of %s leads to no file that is not there',
    async (name) => {
      const text = await readFile(path.join(folder, 'node_modules/@campus', name, 'README.md'), 'utf8');

      const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
      expect(links).not.toEqual([]);
      expect(links.filter((link) => !/^(https:|#)/.test(link))).toEqual([]);
      expect(text).toContain('`docs/');
    },
  );

  test('the client of videos is used in a browser without an error of types', async () => {
    const text = `import { createVideoClient } from '@campus/video-client';
export function send(file: File, type: string, owner: string) {
  const client = createVideoClient({ baseUrl: location.origin, token: '' });
  return client.upload({ file, filename: file.name, fields: { title: file.name, type, owner } });
}`;
    await writeFile(path.join(folder, 'browser.ts'), text);

    expect(await typeErrors({ resolution: 'bundler', files: ['browser.ts'], types: [] })).toBe('');
  });

  test('a wrong path, field or type is an error of types', async () => {
    const text = `import { createVideoClient } from '@campus/video-client';
const { api } = createVideoClient({ baseUrl: '', token: '' });
void api.GET('/rest/vidoes/');
void api.POST('/rest/types/', { body: { title: 7 } });`;
    await writeFile(path.join(folder, 'wrong.mts'), text);

    const errors = await typeErrors({ resolution: 'nodenext', files: ['wrong.mts'], types: ['node'] });

    expect(errors).toMatch(/wrong\.mts\(3.*\n(?:.*\n)*wrong\.mts\(4/);
  });

  describe('JavaScript speaks to the services', () => {
    const started: StartedService[] = [];
    const dropping: (() => Promise<unknown>)[] = [];
    afterAll(async () => {
      for (const service of started) await service[Symbol.asyncDispose]();
      for (const drop of dropping) await drop();
    });

    async function given(service: 'video-rest' | 'conventions-signing', env: Record<string, string>) {
      const database = await createTestDatabase(service);
      dropping.push(() => database.drop());
      const all = { ...env, DATABASE_URL: database.url, DATA_DIR: path.join(folder, service) };
      const one = await startService(service, all);
      started.push(one);
      return { url: one.url, env: all };
    }

    const outputOf = async (
      file: string,
      env: Record<string, string>,
      { node = process.execPath, args = [] as string[] } = {},
    ) => (await run(node, [file, ...args], { cwd: folder, env: { ...process.env, ...env } })).stdout;

    test('as modules, as CommonJS, and as a program on Node 20 too, of videos', async () => {
      const { url, env } = await given('video-rest', videoEnv);
      const made = await runCommand('video-rest', ['token', 'create', 'root'], env);
      const TOKEN = made.output.trimEnd().split('\n').at(-1) ?? '';
      const access = { CAMPUS_VIDEO_URL: url, CAMPUS_VIDEO_TOKEN: TOKEN, XDG_STATE_HOME: folder };
      const campusVideo = (node: string, ...args: string[]) =>
        outputOf('node_modules/.bin/campus-video', access, { node, args });
      const [file, node20] = [await clip('tiny'), await oldestNode()];

      expect(await outputOf('video.mjs', { SERVICE: url, TOKEN })).toBe('LECTURE\nOTHER\n404\n');
      // The title is there already.
      expect(await outputOf('video.cjs', { SERVICE: url, TOKEN })).toBe('400\n');
      const type = ['--set', 'type=/rest/types/1/'];
      const sent = await campusVideo(node20, 'upload', file, ...type, '--encode', '--wait');
      expect(sent).toMatch(/^.* is video 1, 0001-[\w-]+\n$/);
      expect(await campusVideo(process.execPath, 'upload', file)).toBe(sent);
      const listed = await campusVideo(node20, 'list', '--json');
      expect(JSON.parse(listed)).toMatchObject({ id: 1, encoded: true });
    });

    test('as modules, as CommonJS, and as a program on Node 20, of signing', async () => {
      const webhook = await startRecordingServer();
      dropping.push(() => webhook.stop());
      const env = signingEnv(webhook);
      const { url } = await given('conventions-signing', env);
      const access = { SERVICE: url, TOKEN: env.APPLI_MANAGEMENT_TOKENS };

      for (const file of ['signing.mjs', 'signing.cjs'])
        expect(await outputOf(file, access)).toBe('signable_not_found\n');
      const program = { CAMPUS_SIGNING_URL: url, CAMPUS_SIGNING_TOKEN: access.TOKEN };
      const args = ['export', 'conventions'];
      const table = await outputOf('node_modules/.bin/campus-signing', program, {
        node: await oldestNode(),
        args,
      });
      expect(table).toMatch(/^id,state,.*reference.*\r\n$/);
    });
  });
});

/** The oldest that the clients run on. */
async function oldestNode(): Promise<string> {
  const args = ['--offline', '--yes', `--package=node-linux-${process.arch}@20.19.5`];
  const { stdout } = await run('npm', ['exec', ...args, '--', 'node', '-p', 'process.execPath'], {
    cwd: repositoryRoot,
  }).catch((cause) => {
    throw new Error('Node 20 is not installed: run scripts/install-test-tools', { cause });
  });
  return stdout.trim();
}

/** What the compiler says of these files, with everything strict and all types of the packages looked at. */
async function typeErrors({
  resolution,
  files,
  types,
}: {
  resolution: string;
  files: string[];
  types: string[];
}): Promise<string> {
  const config = `tsconfig.${resolution}.${files[0]}.json`;
  const compilerOptions = {
    target: 'es2022',
    lib: types.length === 0 ? ['es2022', 'dom', 'dom.iterable'] : ['es2022'],
    module: resolution === 'bundler' ? 'esnext' : resolution,
    moduleResolution: resolution,
    ...{
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
    },
    ...{ allowJs: true, checkJs: true, noEmit: true, types },
    typeRoots: [path.join(repositoryRoot, 'node_modules/@types')],
  };
  await writeFile(path.join(folder, config), JSON.stringify({ compilerOptions, files }));
  return run('tsc', ['-p', config, '--pretty', 'false'], { cwd: folder, env }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}
