import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { BlobWriter, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js';
import { type Database, openDatabase } from '../../src/data/open-database.ts';
import { checkList, type ImportSource, registerList } from '../../src/import/import-list.ts';
import { openArchive } from '../../src/import/open-archive.ts';
import { readJsonLines } from '../../src/import/read-list.ts';
import { validPdf } from '../support/pdfs.ts';
import { metadata } from '../support/records.ts';
import { useService } from '../support/service.ts';
import { sharedInspector } from '../support/shared-inspector.ts';

const service = useService({ webhook: false });
let db: Database;
let folder: string;

beforeAll(async () => {
  db = openDatabase(service.databaseUrl, () => {});
  folder = await mkdtemp(path.join(tmpdir(), 'import-test-'));
});
afterAll(async () => {
  await db.close();
  await rm(folder, { recursive: true });
});

const deps = () => ({ db, inspector: sharedInspector, now: () => new Date() });

/** A list of lines with an archive of these files. */
async function given(
  lines: object[],
  files: Record<string, Uint8Array>,
  spoil: (zip: Buffer<ArrayBuffer>) => void = () => {},
): Promise<ImportSource> {
  const zip = new ZipWriter(new BlobWriter());
  for (const [name, bytes] of Object.entries(files)) await zip.add(name, new Uint8ArrayReader(bytes));
  const file = path.join(folder, `${crypto.randomUUID()}.zip`);
  const bytes = Buffer.from(await (await zip.close()).arrayBuffer());
  spoil(bytes);
  await writeFile(file, bytes);
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  return {
    lines: () => readJsonLines(Readable.from([text])),
    archive: await openArchive(file),
  };
}

const lineOf = (reference: string, more: object = {}) => ({
  reference,
  pdf: 'a.pdf',
  metadata: metadata(),
  ...more,
});

async function checked(source: ImportSource): Promise<ReadonlySet<number>> {
  const { problems, there } = await checkList(deps(), source, () => {});
  expect(problems).toEqual([]);
  return there;
}

function registered(source: ImportSource, thereBefore: ReadonlySet<number> = new Set()) {
  return registerList(deps(), source, { actor: 'command-line:tester', thereBefore, onLine: () => {} });
}

async function imported(source: ImportSource) {
  return registered(source, await checked(source));
}

test('Agreements and their amendments are registered as drafts, in whatever order they stand', async () => {
  const source = await given(
    [lineOf('A-1-bis', { convention: 'A-1', pdf: 'amendment.pdf' }), lineOf('A-1')],
    { 'documents/a.pdf': await validPdf(), 'documents/amendment.pdf': await validPdf({ text: 'Avenant' }) },
  );

  expect(await imported(source)).toEqual({ problems: [], registered: 2, there: 0 });

  const { body } = await service.institution.get('/api/conventions?q=A-1').expect(200);
  const { body: agreement } = await service.institution.get(`/api/conventions/${body.results[0].id}`);
  expect(agreement).toMatchObject({
    reference: 'A-1',
    state: 'draft',
    avenants: [{ state: 'draft' }],
    history: [{ event: 'registered', actor: 'command-line:tester' }],
  });
});

test('The same import again registers what is missing, and nothing twice', async () => {
  const files = { 'a.pdf': await validPdf() };
  await imported(await given([lineOf('B-1')], files));

  const again = await given([lineOf('B-1'), lineOf('B-2')], files);

  expect(await imported(again)).toEqual({ problems: [], registered: 1, there: 0 });
});

test('Every problem is told with its line, and a check changes nothing', async () => {
  const pdf = await validPdf();
  await imported(await given([lineOf('C-0')], { 'a.pdf': pdf }));
  const source = await given(
    [
      lineOf('C-0', { pdf: 'other.pdf' }),
      lineOf('C-1'),
      lineOf('C-1'),
      lineOf('C-2', { pdf: 'missing.pdf' }),
      lineOf('C-3', { pdf: 'text.pdf' }),
      lineOf('C-4', { convention: 'C-99' }),
      { pdf: 'a.pdf', metadata: metadata({ title: '', signatory: [] }) },
    ],
    { 'a.pdf': pdf, 'other.pdf': await validPdf({ text: 'Other' }), 'text.pdf': Buffer.from('no PDF') },
  );

  const { problems } = await checkList(deps(), source, () => {});

  expect(problems.map(({ line, message }) => `${line}: ${message}`)).toEqual([
    expect.stringMatching(/^1: \/reference belongs to agreement \d+ already, which has another document/),
    '3: /reference stands on line 2 already',
    expect.stringMatching(/^4: \/pdf is no file of/),
    expect.stringMatching(/^5: \/pdf .*PDF/),
    '6: /convention is the reference of no agreement, neither here nor in the service',
    '7: /reference is required',
    '7: /metadata/title must not be empty',
    '7: /metadata/signatory must name at least one signatory',
  ]);
  const { body } = await service.institution.get('/api/conventions?q=C-1').expect(200);
  expect(body.results).toEqual([]);
});

test('A reference that is taken after the check is a problem of its line alone', async () => {
  const source = await given([lineOf('D-1'), lineOf('D-2')], { 'a.pdf': await validPdf() });
  const pdf64 = Buffer.from(await validPdf({ text: 'Other' })).toString('base64');
  const archive = {
    ...source.archive,
    async read(name: string) {
      await service.institution
        .post('/api/conventions')
        .send({ pdf64, metadata: metadata(), reference: 'D-1' });
      return source.archive.read(name);
    },
  };

  const result = await registered({ ...source, archive });

  expect(result).toEqual({
    problems: [{ line: 1, message: '/reference another record has this reference; it must be unique' }],
    registered: 1,
    there: 0,
  });
});

test('A reference that another list has registered since the check is there already with the same document, else a problem', async () => {
  const [pdf, other] = [await validPdf(), await validPdf({ text: 'Other' })];
  const lines = [lineOf('I-1'), lineOf('I-2', { pdf: 'b.pdf' }), lineOf('I-3')];
  const source = await given(lines, { 'a.pdf': pdf, 'b.pdf': other });
  const thereBefore = await checked(source);
  await imported(await given([lineOf('I-1'), lineOf('I-2')], { 'a.pdf': pdf }));

  expect(await registered(source, thereBefore)).toEqual({
    problems: [{ line: 2, message: '/reference another record has this reference; it must be unique' }],
    registered: 1,
    there: 1,
  });
});

test('Of two imports of the same list at once each line is registered by one, and there already for the other', async () => {
  const references = Array.from({ length: 30 }, (_, at) => `twice-${at}`);
  const lines = references.flatMap((reference) => [
    lineOf(reference),
    lineOf(`${reference}-bis`, { convention: reference }),
  ]);
  const files = { 'a.pdf': await validPdf() };

  const sources = [await given(lines, files), await given(lines, files)];
  for (const source of sources) expect(await checked(source)).toEqual(new Set());
  const both = await Promise.all(sources.map((source) => registered(source)));

  expect(both.flatMap(({ problems }) => problems)).toEqual([]);
  for (const { registered, there } of both) expect(registered + there).toBe(lines.length);
  expect(both.reduce((sum, { registered }) => sum + registered, 0)).toBe(lines.length);
  const later = await imported(await given(lines, files));
  expect(later).toEqual({ problems: [], registered: 0, there: 0 });
});

describe('An archive', () => {
  const problemsWith = async (source: ImportSource) => {
    const { problems } = await checkList(deps(), source, () => {});
    return problems.map(({ line, message }) => `${line}: ${message}`);
  };

  test('that has a name twice leaves nobody to guess which is meant', async () => {
    const pdf = await validPdf();
    const source = await given(
      [lineOf('E-1'), lineOf('E-2', { pdf: 'c.pdf' }), lineOf('E-3', { pdf: 'd.pdf' })],
      { 'a.pdf': pdf, 'b.pdf': pdf, 'one/c.pdf': pdf, 'two/c.pdf': pdf, 'd.pdf': pdf, 'one/d.pdf': pdf },
      // No writer makes two of a name.
      (zip) => renameInPlace(zip, 'b.pdf', 'a.pdf'),
    );

    expect(await problemsWith(source)).toEqual([
      expect.stringMatching(/^1: \/pdf stands more than once in .*; keep one of them there/),
      expect.stringMatching(/^2: \/pdf stands in several folders of .*"one\/c\.pdf"/),
    ]);
  });

  test('with a name that leads elsewhere is not opened', async () => {
    await expect(given([], { 'a.pdf': Buffer.of(), '../../b.pdf': Buffer.of() })).rejects.toThrow(
      /cannot be read as a ZIP: Unsafe filename: "\.\.\/\.\.\/b\.pdf"/,
    );
  });

  test('is not left by a name of the list', async () => {
    const source = await given([lineOf('F-1', { pdf: '/etc/passwd' }), lineOf('F-2', { pdf: '../a.pdf' })], {
      'a.pdf': await validPdf(),
    });

    expect(await problemsWith(source)).toEqual([
      expect.stringMatching(/^1: \/pdf is no file of/),
      expect.stringMatching(/^2: \/pdf is no file of/),
    ]);
  });

  test('that swells, or says less than it holds, is told by the line', async () => {
    const bomb = Buffer.alloc(60 * 2 ** 20);
    const hidden = Buffer.alloc(20 * 2 ** 20);
    const source = await given(
      [lineOf('G-1'), lineOf('G-2', { pdf: 'b.pdf' })],
      { 'a.pdf': bomb, 'b.pdf': hidden },
      (zip) => sayOtherSize(zip, hidden.length, 1000),
    );

    expect(await problemsWith(source)).toEqual([
      expect.stringMatching(/^1: \/pdf is larger than 50 MiB/),
      expect.stringMatching(/^2: \/pdf cannot be read out of .*: Invalid uncompressed size/),
    ]);
  });
});

test('An amendment whose agreement is gone after the check is a problem of its line, and no agreement', async () => {
  const files = { 'a.pdf': await validPdf() };
  await imported(await given([lineOf('H-1')], files));
  const { body } = await service.institution.get('/api/conventions?q=H-1').expect(200);
  const source = await given([lineOf('H-2'), lineOf('H-1-bis', { convention: 'H-1' })], files);
  const archive = {
    ...source.archive,
    async read(name: string) {
      await service.institution.delete(`/api/conventions/${body.results[0].id}`);
      return source.archive.read(name);
    },
  };

  const result = await registered({ ...source, archive });

  expect(result).toEqual({
    problems: [
      {
        line: 2,
        message: '/convention is the reference of no agreement, neither here nor in the service',
      },
    ],
    registered: 1,
    there: 0,
  });
});

test('A check looks at each line once, however much is wrong with it', async () => {
  const source = await given([{}, lineOf('I-1'), { metadata: {} }], { 'a.pdf': await validPdf() });
  let looked = 0;

  const { problems } = await checkList(deps(), source, () => {
    looked += 1;
  });

  expect(problems.length).toBeGreaterThan(3);
  expect(looked).toBe(3);
});

/** Gives a file of an archive another name of the same length, wherever it stands. */
function renameInPlace(zip: Buffer, from: string, to: string): void {
  for (let at = zip.indexOf(from); at >= 0; at = zip.indexOf(from)) zip.write(to, at);
}

/** Has an archive say another size of a file, in its head and in the directory. */
function sayOtherSize(zip: Buffer, from: number, to: number): void {
  const said = Buffer.alloc(4);
  said.writeUInt32LE(from);
  for (let at = zip.indexOf(said); at >= 0; at = zip.indexOf(said)) zip.writeUInt32LE(to, at);
}
