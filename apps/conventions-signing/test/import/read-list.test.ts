import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type RawLine, readLine } from '../../src/import/list-line.ts';
import { maxLineLength, readJsonLines, readList, readTable } from '../../src/import/read-list.ts';

type Read = (text: AsyncIterable<string>) => AsyncGenerator<RawLine>;

/** The lines of a text that comes in pieces. */
async function linesOf(read: Read, ...pieces: string[]): Promise<RawLine[]> {
  const lines: RawLine[] = [];
  for await (const line of read(Readable.from(pieces))) lines.push(line);
  return lines;
}

const columns = [
  'reference',
  'pdf',
  'title',
  'companyname',
  'school',
  'signatory.1.name',
  'signatory.1.givenname',
  'signatory.1.mail',
  'watchers',
];
const cells = ['2026-1', 'a.pdf', 'Stage', 'Exemple', 'Université', 'Martin', 'Ada', 'ada@example.org', ''];
const table = (separator: string, ...rows: string[][]) =>
  [columns, ...rows].map((row) => row.join(separator)).join('\r\n');

describe('A table', () => {
  test.each([',', ';', '\t'])('is read with %j between its cells', async (separator) => {
    const [line] = await linesOf(readTable, table(separator, cells));

    expect(readLine(line?.value)).toMatchObject({
      reference: '2026-1',
      pdf: 'a.pdf',
      agreement: null,
      metadata: { title: 'Stage', workflowId: '', watchers: [], signatories: [{ name: 'Martin', order: 1 }] },
    });
  });

  test('counts lines as an editor does, quoted line breaks and empty rows included', async () => {
    const text = `${columns.join(',')}\n${cells.join(',')}\n\n,,\n"2026-2\n",b.pdf\n${cells.join(',')}\n`;

    expect((await linesOf(readTable, text)).map(({ number }) => number)).toEqual([2, 5, 7]);
  });

  test('names the columns that are not known, and reads no row by wrong names', async () => {
    const lines = await linesOf(readTable, `titel,pdf,pdf\nStage,a.pdf,b.pdf`);

    expect(lines).toEqual([
      expect.objectContaining({ number: 1, problem: expect.stringContaining('not known here: "titel"') }),
    ]);
  });

  test('says where a quote is never closed', async () => {
    const [first, broken] = await linesOf(readTable, table(',', cells, ['"2026-2', 'b.pdf']));

    expect([first?.number, broken?.number, broken?.problem]).toEqual([
      2,
      3,
      expect.stringContaining('cannot be read as a row'),
    ]);
  });

  test('that nobody can read on from a line has every row before it', async () => {
    const rows = Array.from({ length: 100 }, () => cells);
    const lines = await linesOf(readTable, table(',', ...rows, ['a"b"', '"c"d'], cells));

    expect(lines.map(({ number, problem }) => problem ?? number)).toEqual([
      ...rows.map((_row, index) => index + 2),
      expect.stringContaining('cannot be read as a row'),
    ]);
    expect(lines.at(-1)?.number).toBe(102);
  });

  test('of a million columns is told to have them, in a short sentence', async () => {
    const many = Array.from({ length: 100_000 }, (_none, index) => `column ${index}`);
    const [named] = await linesOf(readTable, `${many.slice(0, 50_000).join(',')}\n`);
    const [empty] = await linesOf(
      readTable,
      table(
        ',',
        Array.from({ length: 1_000_000 }, () => ''),
      ),
    );
    const [filled] = await linesOf(
      readTable,
      table(',', ['x', ...Array.from({ length: 999_999 }, () => '')]),
    );
    const [tooLong] = await linesOf(readTable, `${columns.join(',')}\n`, ','.repeat(maxLineLength + 1));

    expect(named).toMatchObject({ number: 1, problem: expect.stringContaining('and 49995 more') });
    expect(named?.problem?.length).toBeLessThan(500);
    expect(empty).toBeUndefined();
    expect(filled?.problem).toContain('has 1000000 cells where the first row names 9');
    expect(tooLong).toMatchObject({ number: 2, problem: expect.stringContaining('is longer than') });
  });

  test.each([
    ['of separators', ','.repeat(2 ** 16), 'is longer than'],
    ['of text', 'x'.repeat(2 ** 16), 'is longer than'],
    ['of lines within quotes', `${'x'.repeat(2 ** 10)}\n`.repeat(2 ** 6), 'cannot be read as a row'],
  ])('ends with a row %s that never ends', async (_what, piece, problem) => {
    const endless = async function* () {
      yield `${columns.join(',')}\n${cells.join(',')}\n"`;
      for (;;) yield piece;
    };
    const lines: RawLine[] = [];
    for await (const line of readTable(endless())) lines.push(line);

    expect(lines).toMatchObject([{ number: 2 }, { number: 3, problem: expect.stringContaining(problem) }]);
  });

  test('reads lines that end in different ways', async () => {
    const row = cells.map((cell) => `"${cell}"`).join(',');
    const lines = await linesOf(readTable, `${columns.join(',')}\n${row}\r\n${row}\n${row}\r\n`);

    expect(lines.map(({ number, problem }) => problem ?? number)).toEqual([2, 3, 4]);
  });

  test('knows the column of a problem, also where signatories are left out', async () => {
    const text = 'pdf,signatory.2.mail,signatory.1.mail\na.pdf,bob,\n';
    const [line] = await linesOf(readTable, text);

    expect(line?.place('/metadata/signatory/0/mail')).toBe('signatory.2.mail');
    expect(line?.place('/metadata/title')).toBe('title');
  });

  test('gives back what a spreadsheet has quoted', async () => {
    // U+FFFD stands for what was not UTF-8, and is refused.
    const cell = fc
      .string({ unit: 'grapheme', maxLength: 30 })
      .map((text) => text.replace(/[\p{Cc}\uFFFD]/gu, ''));
    await fc.assert(
      fc.asyncProperty(cell, cell, async (title, school) => {
        const quoted = [title, school].map((text) => `"${text.replaceAll('"', '""')}"`).join(';');
        const [line] = await linesOf(readTable, 'title;school;pdf\n', quoted, ';a.pdf\n');

        const metadata = { title: title.trim() || undefined, school: school.trim() || undefined };
        expect(line).toMatchObject({ value: { metadata } });
      }),
      { numRuns: 50 },
    );
  });
});

describe('JSON lines', () => {
  test('come whole however the file is cut into pieces, and each is told by its number', async () => {
    const lines = await linesOf(readJsonLines, '{"a"', ':1}\n\n{"b":', '2}\nno JSON');

    expect(lines.map(({ number, value }) => [number, value])).toEqual([
      [1, { a: 1 }],
      [3, { b: 2 }],
      [4, undefined],
    ]);
    expect(lines[2]?.problem).toContain('not one JSON value');
  });

  test('end with a line that never ends', async () => {
    const [line, ...more] = await linesOf(readJsonLines, 'x'.repeat(maxLineLength), 'xx', '\n{}');

    expect([line?.problem, more]).toEqual([expect.stringContaining('longer than'), []]);
  });
});

describe('A list', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'read-list-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function listOf(name: string, bytes: Uint8Array): Promise<RawLine[]> {
    const file = path.join(folder, name);
    await writeFile(file, bytes);
    const lines: RawLine[] = [];
    for await (const line of readList(file)) lines.push(line);
    return lines;
  }

  const rows = [columns, cells, cells].map((row) => row.join(',')).join('\r\n');
  const notUtf8 = expect.stringContaining('is not UTF-8; save the list anew');

  test.each([
    ['UTF-8 with its mark', Buffer.from(`\ufeff${rows}`), [2, undefined], [3, undefined]],
    ['UTF-16 with its mark', Buffer.from(`\ufeff${rows}`, 'utf16le'), [1, notUtf8]],
    ['UTF-16 without it', Buffer.from(rows, 'utf16le'), [1, notUtf8]],
    ['Windows-1252', Buffer.from(rows, 'latin1'), [2, notUtf8]],
    ['UTF-8 with a NUL byte', Buffer.from(`${rows}\r\na\0b`), [2, undefined], [3, undefined], [4, notUtf8]],
  ])('in %s is read, or told where it cannot be', async (_name, bytes, ...told) => {
    const lines = await listOf('list.csv', bytes);

    expect(lines.map(({ number, problem }) => [number, problem])).toEqual(told);
  });

  test('in JSON lines of another encoding is told to be so', async () => {
    const text = '{"reference":"1"}\n{"reference":"é"}\n';

    expect(await listOf('list.jsonl', Buffer.from(text, 'latin1'))).toMatchObject([
      { number: 1, value: { reference: '1' } },
      { number: 2, problem: notUtf8 },
    ]);
  });
});
