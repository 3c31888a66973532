import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { repositoryRoot } from './support/start-demo.ts';

interface Manifest {
  license?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const read = (file: string) => readFile(path.join(repositoryRoot, file), 'utf8');
const manifestOf = async (file: string) => JSON.parse(await read(file)) as Manifest;

/** What tests, benchmarks and builds are made of; nothing of it runs in a service or a client. */
const apart = ['packages/testing', 'packages/bench', 'packages/client-build'];

/** Whose manifest says something else than a licence, or is not there on this kind of machine: read by eye. */
const readByEye: Record<string, string> = { 'dejavu-fonts-ttf': 'Bitstream Vera' };

/** Packages of the page, with what stands there of each. */
const rows = [
  ...(await read('docs/dependencies.md')).matchAll(/^\| `([^`]+)` \|([^|]+)\|([^|]+)\|([^|]+)\|$/gm),
].map(([, name = '', why = '', licence = '', instead = '']) => ({
  ...{ name, why: why.trim(), licence: licence.trim(), instead: instead.trim() },
}));

test('Each package that a service or a client runs with stands in docs/dependencies.md, and no other', async () => {
  const files = globSync('{package.json,{apps,packages}/*/package.json}', { cwd: repositoryRoot });
  const used = new Set<string>();
  for (const file of files.filter((one) => !apart.includes(path.dirname(one)))) {
    const { dependencies, optionalDependencies } = await manifestOf(file);
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
      if (!name.startsWith('@campus/')) used.add(name);
  }

  expect(used.size).toBeGreaterThan(40);
  expect(rows.map(({ name }) => name).sort()).toEqual([...used].sort());
  expect(rows.filter(({ why, instead }) => why === '' || instead === '')).toEqual([]);
});

test('Each has the licence that the page says, and one that the review of dependencies lets in', async () => {
  const review = await read('.github/workflows/dependency-review.yml');
  const [, listed = ''] = /allow-licenses: >-\n([\s\S]*?)\n\s*#/.exec(review) ?? [];
  const allowed = listed.split(/[\s,]+/).filter(Boolean);

  expect(allowed).toContain('MIT');
  for (const { name, licence } of rows) {
    const own = await manifestOf(`node_modules/${name}/package.json`).catch(() => undefined);
    const said = readByEye[name] ?? own?.license ?? licence;
    const isLetIn =
      allowed.includes(licence) ||
      name in readByEye ||
      review.includes(`pkg:npm/${name.replace('@', '%40')}`);
    expect({ name, licence: said, isLetIn }).toEqual({ name, licence, isLetIn: true });
  }
});
