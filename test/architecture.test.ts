import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { repositoryRoot } from './support/start-demo.ts';

const text = await readFile(path.join(repositoryRoot, 'docs/architecture.md'), 'utf8');

/** The flows that the document follows through the code: their headings, with the files in order. */
const flows = text
  .slice(text.indexOf('## Five flows'), text.indexOf('\n## ', text.indexOf('## Five flows') + 1))
  .split('\n### ')
  .slice(1)
  .map((flow) => ({
    name: flow.slice(0, flow.indexOf('\n')),
    files: [...flow.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file),
  }));

const importing = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g;

/** The files that a file imports, also by way of the entry of a package. */
async function importedBy(file: string): Promise<string[]> {
  const source = await readFile(path.join(repositoryRoot, file), 'utf8');
  const found: string[] = [];
  for (const [, name = ''] of source.matchAll(importing)) {
    if (name.startsWith('.')) found.push(path.join(path.dirname(file), name));
    else if (name.startsWith('@campus/'))
      found.push(...(await importedBy(`packages/${name.slice('@campus/'.length)}/src/index.ts`)));
  }
  return found;
}

test('The document follows five flows', () => {
  expect(flows).toHaveLength(5);
});

describe.each(flows)('$name', ({ files }) => {
  test('crosses at most seven files, all of which are there', () => {
    expect(files.length).toBeGreaterThan(3);
    expect(files.length).toBeLessThanOrEqual(7);
    expect(files.filter((file) => !existsSync(path.join(repositoryRoot, file)))).toEqual([]);
  });

  test('goes from each file to one that it, or one before it, imports; or that imports it, behind a queue', async () => {
    const reachable = new Set<string>();
    const lost: string[] = [];
    for (const [index, file] of files.entries()) {
      const imports = await importedBy(file);
      const isQueue = /-queue\.ts$/.test(files[index - 1] ?? '') && imports.includes(files[index - 1] ?? '');
      if (index > 0 && !reachable.has(file) && !isQueue) lost.push(file);
      for (const imported of imports) reachable.add(imported);
    }

    expect(lost).toEqual([]);
  });
});
