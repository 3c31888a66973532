import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
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

const read = new Map<string, Promise<string[]>>();

/** The files that a file imports, also by way of the entry of a package. */
function importedBy(file: string): Promise<string[]> {
  const found = read.get(file) ?? readImports(file);
  read.set(file, found);
  return found;
}

async function readImports(file: string): Promise<string[]> {
  const source = await readFile(path.join(repositoryRoot, file), 'utf8');
  const found = [...source.matchAll(importing)].map(async ([, name = '']) => {
    if (name.startsWith('.')) return [path.join(path.dirname(file), name)];
    const [, entered] = /^@campus\/([\w-]+)$/.exec(name) ?? [];
    return entered === undefined ? [] : importedBy(`packages/${entered}/src/index.ts`);
  });
  // What Prisma has written leads nowhere.
  return (await Promise.all(found))
    .flat()
    .filter((name) => name.endsWith('.ts') && !name.includes('/generated/'));
}

/** The drawing of the floors, line by line. */
const drawing = text.slice(text.indexOf('flowchart TD'), text.indexOf('\n```', text.indexOf('flowchart TD')));

/** The floor on which a folder of `src` stands, for each time that it is drawn. */
const standing = [...drawing.matchAll(/^ *(\w+)\["(.+)"\]$/gm)].flatMap(([, floor = '', label = '']) =>
  [...label.matchAll(/\bsrc\/([\w-]+)/g)].map(([, room = '']) => ({ room, floor })),
);

/** Which floor an arrow leads to from which. */
const arrows = drawing.split('\n').flatMap((line) => {
  const stops = line.trim().split(/ -(?:- [\w ]+ -)?-> /);
  return stops.slice(1).map((to, index) => ({ from: stops[index] ?? '', to }));
});

/** A floor, and all that its arrows lead down to. */
function downFrom(floor: string): Set<string> {
  const below = arrows.filter(({ from }) => from === floor).flatMap(({ to }) => [...downFrom(to)]);
  return new Set([floor, ...below]);
}

/** The folder of `src` that a file of a service is in. */
function roomOf(file: string): string | undefined {
  return /^apps\/[^/]+\/src\/([^/]+)\//.exec(file)?.[1];
}

describe('The drawing of the floors', () => {
  test('has each room of both services once, and no other', async () => {
    const rooms = new Set<string>();
    for await (const folder of glob('apps/*/src/*', { cwd: repositoryRoot }))
      if (!path.basename(folder).includes('.')) rooms.add(path.basename(folder));

    expect(standing.map(({ room }) => room).toSorted()).toEqual([...rooms].toSorted());
  });

  test('has arrows for all that rooms import from others', async () => {
    const floorOf = new Map(standing.map(({ room, floor }) => [room, floor]));
    const against: string[] = [];
    for await (const file of glob('apps/*/src/*/**/*.ts', { cwd: repositoryRoot })) {
      const below = downFrom(floorOf.get(roomOf(file) ?? '') ?? '');
      for (const imported of await importedBy(file)) {
        const room = roomOf(imported);
        if (room !== undefined && !below.has(floorOf.get(room) ?? '')) against.push(`${file} -> ${imported}`);
      }
    }

    expect(arrows.length).toBeGreaterThan(0);
    expect(against).toEqual([]);
  });
});

test('The document follows five flows', () => {
  expect(flows).toHaveLength(5);
});

describe.each(flows)('$name', ({ files }) => {
  test('crosses at most six files, all of which are there', () => {
    expect(files.length).toBeGreaterThan(3);
    expect(files.length).toBeLessThanOrEqual(6);
    expect(files.filter((file) => !existsSync(path.join(repositoryRoot, file)))).toEqual([]);
  });

  test('goes from each file to one that it, or one before it, imports, or a file between; or that takes up its queue', async () => {
    const reachable = new Set<string>();
    const lost: string[] = [];
    let queues = new Set<string>();
    for (const [index, file] of files.entries()) {
      const imports = await importedBy(file);
      const takesUp = imports.some((imported) => queues.has(imported));
      if (index > 0 && !reachable.has(file) && !takesUp) lost.push(file);
      queues = new Set([file, ...imports].filter((name) => name.endsWith('-queue.ts')));
      for (const imported of imports)
        for (const further of [imported, ...(await importedBy(imported))]) reachable.add(further);
    }

    expect(lost).toEqual([]);
  });
});
