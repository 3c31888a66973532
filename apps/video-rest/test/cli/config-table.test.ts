import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { environmentName, parameterTable, withGuideTables } from '@campus/config';
import { nodeEnvironment } from '@campus/testing';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { configurationSource, loadVideoConfiguration } from '../../src/config.ts';
import { guide } from '../../src/guide.ts';

const repositoryRoot = path.resolve(import.meta.dirname, '../../../..');
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'video-config-table-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** The command as npm runs it for somebody in `folder`. */
function run(env: Record<string, string>) {
  const program = path.join(repositoryRoot, 'apps/video-rest/src/cli/config.ts');
  const places = {
    cwd: repositoryRoot,
    env: { PATH: process.env.PATH, ...nodeEnvironment, INIT_CWD: folder, ...env },
  };
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [program], places, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

function problemsOf(load: () => unknown): string {
  try {
    load();
  } catch (error) {
    return (error as Error).message;
  }
  return 'no problem';
}

describe('npm run config', () => {
  test('shows what is in force and where it is set, and no secret', async () => {
    const file = 'DEFAULT_DC_RIGHTS=CC BY 4.0\nROOT_PASSWORD=correct horse\nserver.port=9000\n';
    await writeFile(path.join(folder, 'video-rest.properties'), file);

    const { code, stdout } = await run({ MEDIA_ROOT: '/srv/media' });

    expect(code).toBe(0);
    expect(stdout).toMatch(/DEFAULT_DC_RIGHTS +CC BY 4\.0 +video-rest\.properties line 1 +none/);
    expect(stdout).toMatch(/ROOT_PASSWORD +\(secret\) +video-rest\.properties line 2 +none/);
    expect(stdout).toMatch(/MEDIA_ROOT +\/srv\/media +environment variable MEDIA_ROOT +media in data\.dir/);
    expect(stdout).toMatch(/VIDEO_MAX_UPLOAD_SIZE +20GiB +default +20GiB/);
    expect(stdout).not.toContain('correct horse');
  });

  test('names what is wrong as the service does, below the table, and exits 1', async () => {
    const { code, stdout, stderr } = await run({ ENCODE_THREAD: '2', VIDEO_MAX_UPLOAD_SIZE: 'big' });

    expect(code).toBe(1);
    expect(stdout).toContain('ENCODE_THREADS');
    expect(stderr).toMatch(/^video-rest cannot start, its configuration has 2 problems:\n/);
    expect(stderr).toContain('ENCODE_THREAD: unknown parameter; did you mean ENCODE_THREADS?');
  });
});

test('Every misspelt variable is refused, but of names that other programs have too', () => {
  const places = { workingDirectory: folder, repositoryRoot: folder };
  const { parameters } = configurationSource({ ...places, env: {} });
  const misspelt = Object.values(parameters).map(({ name }) => `${environmentName(name)}X`);
  const env = Object.fromEntries(misspelt.map((variable) => [variable, 'x']));

  const problems = problemsOf(() => loadVideoConfiguration({ ...places, env }));

  const passed = misspelt.filter((variable) => !problems.includes(`${variable}: unknown parameter`));
  expect([...new Set(passed.map((variable) => variable.split('_')[0]))].sort()).toEqual([
    ...['DATA', 'DATABASE', 'FFMPEG', 'FFPROBE', 'LANGUAGE', 'METRICS'],
    ...['SERVER', 'TIME', 'TITLE', 'TRACES', 'WORKER'],
  ]);
});

test('The guide holds the tables of resources and parameters as they are declared', async () => {
  const text = await readFile(path.join(repositoryRoot, guide.file), 'utf8');
  const { parameters } = configurationSource({ env: {}, workingDirectory: folder, repositoryRoot });

  const tables = { ...guide.tables, parameters: parameterTable(parameters) };
  if (withGuideTables(text, { workspace: 'apps/video-rest', tables }) !== text) {
    throw new Error(
      'docs/video.md: a table is not what is declared; npm run config -w apps/video-rest -- --guide mends it',
    );
  }
});
