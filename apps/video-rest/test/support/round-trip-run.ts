import type { ImportReport, LineFormat, Travelling } from '@campus/rest';
import { expect } from '@jest/globals';
import fc from 'fast-check';
import { openExchange } from '../../src/http/exchange/exchange.ts';
import type { Services } from '../../src/http/resources/services.ts';
import { generatedInstance, type Line } from './generated-instance.ts';
import { type KeptTables, keepTables } from './keep-tables.ts';
import type { TestService } from './service.ts';

interface Instances {
  from: TestService;
  into: TestService;
}

/** What is imported at once. */
interface Part {
  format: LineFormat;
  text: string;
  /** The resource of a table. */
  path?: string;
}

/** How an instance travels. */
interface Way {
  format: LineFormat;
  write: 'all' | 'lines';
}

// A table of each resource takes ten times as many requests as lines of all.
const formats: fc.Arbitrary<LineFormat> = fc.oneof(
  { weight: 3, arbitrary: fc.constant('jsonl' as const) },
  { weight: 1, arbitrary: fc.constant('csv' as const) },
);
const ways: fc.Arbitrary<Way> = fc.record({
  format: formats,
  write: fc.constantFrom('all', 'lines'),
});

/**
 * Fills one instance with generated ones, and brings each into the other, which is empty, in one of the ways: that exports
 * the same bytes, the same again changes nothing, and a dry run tells what the run does.
 *
 * @returns how many objects of each resource were exported, by path
 */
export async function runRoundTrips(
  { from, into }: Instances,
  parameters: fc.Parameters<[Line[], Way]>,
): Promise<Map<string, number>> {
  await using stack = new AsyncDisposableStack();
  const kept: KeptTables[] = [];
  for (const service of [from, into]) {
    const tables = await keepTables(service);
    kept.push(tables);
    stack.defer(() => tables.close());
    stack.defer(() => tables.restore());
  }
  const written = [...openExchange(from).travelling.values()].filter(({ isWritten }) => isWritten);
  const counts = new Map(written.map(({ resource: { path } }) => [path, 0]));
  const trip = fc.asyncProperty(generatedInstance(written), ways, async (lines, { format, write }) => {
    for (const tables of kept) await tables.restore();
    await importTold(from, { format: 'jsonl', text: linesOf(lines) }, 'lines');
    const whole = await exported(from);
    const there = new Set<string>();
    for (const { resource } of objectsIn(whole)) {
      there.add(resource);
      counts.set(resource, (counts.get(resource) ?? 0) + 1);
    }
    const isTable = format === 'csv';
    const lineParts: Part[] = [{ format: 'jsonl', text: whole }];
    const tableParts = isTable ? await tablesOf(from, there) : [];

    for (const part of isTable ? await firstParts(from, written, tableParts) : lineParts) {
      const { problems } = await importTold(into, part, write);
      expect({ table: part.path, problems }).toEqual({ table: part.path, problems: [] });
    }

    expect(await exported(into)).toBe(whole);
    for (const part of isTable ? tableParts : lineParts) {
      const { created, updated, refused } = await imported(into, part, { write });
      const changes = { table: part.path, created, updated, refused };
      expect(changes).toEqual({ table: part.path, created: 0, updated: 0, refused: 0 });
    }
  });
  await fc.assert(trip, { endOnFailure: true, ...parameters });
  return counts;
}

function linesOf(lines: readonly Line[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function objectsIn(text: string): Line[] {
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}

async function tablesOf(service: TestService, paths: Iterable<string>): Promise<Part[]> {
  const tables: Part[] = [];
  for (const path of paths)
    tables.push({ path, format: 'csv', text: await exported(service, `?resource=${path}&as=csv`) });
  return tables;
}

/** What comes to be with another, as an owner with a user, gets its own id where both come at once: these come as lines. */
async function firstParts(
  service: TestService,
  written: readonly Travelling<Services>[],
  tables: readonly Part[],
): Promise<Part[]> {
  const last = written.findLastIndex(({ resource: { actions } }) => !actions.includes('create'));
  const paths = written.slice(0, last + 1).map(({ resource: { path } }) => path);
  const text = await exported(service, `?resource=${paths.join()}`);
  return [{ format: 'jsonl', text }, ...tables.filter(({ path = '' }) => !paths.includes(path))];
}

async function exported({ root }: TestService, query = ''): Promise<string> {
  return (await root.client.get(`/rest/export/${query}`).buffer(true).expect(200)).text;
}

async function imported(
  { root }: TestService,
  { format, text, path }: Part,
  { write, isDryRun = false }: { write: Way['write']; isDryRun?: boolean },
): Promise<ImportReport> {
  const type = format === 'csv' ? 'text/csv' : 'application/x-ndjson';
  const of = path === undefined ? '' : `&resource=${path}`;
  const address = `/rest/import/?write=${write}&dry_run=${isDryRun}${of}`;
  return (await root.client.post(address).set('Content-Type', type).send(text)).body;
}

/** Imports, after a dry run that tells the same. */
async function importTold(service: TestService, part: Part, write: Way['write']): Promise<ImportReport> {
  const told = await imported(service, part, { write, isDryRun: true });
  const done = await imported(service, part, { write });
  expect(comparable(told)).toEqual(comparable(done));
  return done;
}

/** A report without what a dry run cannot tell: the address of what it would make. */
function comparable({ dry_run: _, written: __, changes, ...counts }: ImportReport) {
  return { ...counts, changes: changes?.map(({ object: _, ...change }) => change) };
}
