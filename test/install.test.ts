import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startProcess } from '@campus/testing';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { repositoryRoot } from './support/start-demo.ts';

// Runs before anything is installed, so it is plain JavaScript.
const { isInstalled }: { isInstalled: (root: string) => boolean } = await import(
  path.join(repositoryRoot, 'scripts/is-installed.mjs')
);
let root: string;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'install-'));
});
afterEach(() => rm(root, { recursive: true }));

async function write(name: string, content: object): Promise<void> {
  const file = path.join(root, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(content));
}

/** Runs a program in the repository of the test; what it says. */
async function run(command: string, ...args: string[]): Promise<string> {
  const program = startProcess({ command, args, cwd: root });
  expect(await program.exited).toEqual({ code: 0, signal: null });
  return program.output();
}

/** What `npm start` does before it starts anything. */
function install(): Promise<string> {
  const module = path.join(repositoryRoot, 'scripts/install.mjs');
  const program = `import { install } from ${JSON.stringify(module)}; await install(process.cwd());`;
  return run(process.execPath, '--input-type=module', '--eval', program);
}

describe('Before a command', () => {
  test('Given npm ci by hand, Then nothing is installed again, until the lockfile changes', async () => {
    await write('package.json', { name: 'all', workspaces: ['parts/*'] });
    await write('parts/one/package.json', { name: 'one', version: '1.0.0' });
    await run('npm', 'install', '--package-lock-only', '--no-audit', '--no-fund');
    await run('npm', 'ci', '--no-audit', '--no-fund');

    expect(await install()).toBe('');
    expect(await install()).toBe('');
    await write('parts/one/package.json', { name: 'one', version: '1.0.0', scripts: { test: 'true' } });
    expect(await install()).toBe('');

    await write('parts/one/package.json', { name: 'one', version: '1.0.1' });
    await run('npm', 'install', '--package-lock-only', '--no-audit', '--no-fund');
    expect(await install()).toContain('Installing packages (npm ci');
    expect(await install()).toBe('');
  });

  test('Given nothing installed, Then it is', async () => {
    await write('package.json', { name: 'all', workspaces: ['parts/*'] });
    await write('parts/one/package.json', { name: 'one', version: '1.0.0' });
    await run('npm', 'install', '--package-lock-only', '--no-audit', '--no-fund');

    expect(await install()).toContain('Installed in');
  });
});

describe('What is installed', () => {
  const here = { optional: true, os: [process.platform], cpu: [process.arch] };
  const elsewhere = { optional: true, os: ['aix'], cpu: ['s390x'] };

  test.each([
    ['nothing', undefined, { 'node_modules/a': { version: '1.0.0' } }, false],
    [
      'the same',
      { 'node_modules/a': { version: '1.0.0' } },
      { '': {}, 'node_modules/a': { version: '1.0.0' } },
      true,
    ],
    [
      'another version',
      { 'node_modules/a': { version: '1.0.0' } },
      { 'node_modules/a': { version: '1.0.1' } },
      false,
    ],
    ['without a package, such as for development', {}, { 'node_modules/a': { dev: true } }, false],
    ['without what is for other machines', {}, { 'node_modules/a': elsewhere }, true],
    ['without a part of what is for other machines', {}, { 'node_modules/a': { optional: true } }, true],
    ['without an optional package for this machine', {}, { 'node_modules/a': here }, false],
    ['without one for another libc', {}, { 'node_modules/a': { ...here, libc: ['none'] } }, true],
  ])('Given %s, Then it is told from the lockfile', async (_what, installed, wanted, expected) => {
    await write('package-lock.json', { packages: wanted });
    if (installed !== undefined) await write('node_modules/.package-lock.json', { packages: installed });

    expect(isInstalled(root)).toBe(expected);
  });
});
