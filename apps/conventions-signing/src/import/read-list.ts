import { createReadStream } from 'node:fs';
import { OperatorError } from '@campus/config';
import { type Parser, parse } from 'csv-parse';
import { metadataTextNames } from '../domain/registered-texts.ts';
import { ownInput, signatoryInput } from '../wire/inputs.ts';
import { registrationFields } from '../wire/registration-fields.ts';
import type { RawLine } from './list-line.ts';

const readers: Record<string, (text: AsyncIterable<string>) => AsyncGenerator<RawLine>> = {
  csv: readTable,
  jsonl: readJsonLines,
};

/**
 * The lines of a list, `.csv` or `.jsonl`, one after the other: no more than one is in memory.
 *
 * @throws OperatorError  the file cannot be read, or is neither
 */
export function readList(file: string): AsyncGenerator<RawLine> {
  const [, ending = ''] = /\.(\w+)$/.exec(file.toLowerCase()) ?? [];
  const read = readers[ending];
  if (read === undefined) throw new OperatorError(`${file} must end in .csv or .jsonl, as what it is`);
  return read(textOf(file));
}

async function* textOf(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  try {
    for await (const bytes of createReadStream(file)) yield decoder.decode(bytes as Buffer, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw new OperatorError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** A list of JSON values, one a line (JSON Lines); empty lines are passed over. */
export async function* readJsonLines(text: AsyncIterable<string>): AsyncGenerator<RawLine> {
  for await (const { number, text: line, problem } of linesOf(text)) {
    if (problem !== undefined) yield { number, place, problem };
    else if (line.trim() !== '') yield { number, place, ...parsed(line) };
  }
}

const place = (pointer: string) => pointer;

function parsed(line: string): Pick<RawLine, 'value' | 'problem'> {
  try {
    return { value: JSON.parse(line) as unknown };
  } catch {
    return { problem: 'is not one JSON value; write an object a line, without line breaks in it' };
  }
}

const metadataColumns = metadataTextNames.map((name): string => registrationFields[name].wire);
const ownColumns: readonly string[] = [...Object.keys(ownInput.shape), 'pdf', 'convention'];
const plainColumns = new Set([...ownColumns, ...metadataColumns, 'watchers']);
const signatoryColumns = Object.keys(signatoryInput.shape).join('|');
const ofSignatory = new RegExp(`^signatory\\.([1-9]\\d{0,3})\\.(${signatoryColumns})$`);

/**
 * A table as spreadsheets save it (CSV, RFC 4180), its first row the names of the columns. Cells are separated by comma,
 * semicolon or tab, whichever the first row has most of.
 *
 * @yields a line for each row; when the names are wrong, or a row cannot be read, one line that says so, and no more
 */
export async function* readTable(text: AsyncIterable<string>): AsyncGenerator<RawLine> {
  let columns: readonly string[] | undefined;
  for await (const { number, cells, problem } of rowsOf(text)) {
    if (problem !== undefined) {
      yield { number, problem, place };
    } else if (columns === undefined) {
      columns = cells.map((name) => name.trim());
      const wrong = wrongNames(columns);
      if (wrong === undefined) continue;
      yield { number, problem: wrong, place };
      return;
    } else if (cells.some((cell) => cell.trim() !== '')) {
      yield lineOf(cells, { columns, number });
    }
  }
}

/** A row, or why neither it nor what follows it can be read. */
type Row = { number: number } & (
  | { cells: string[]; problem?: undefined }
  | { cells?: undefined; problem: string }
);

/** The rows, each with the number of its first line. */
async function* rowsOf(text: AsyncIterable<string>): AsyncGenerator<Row> {
  const read: { cells: string[]; lastLine: number }[] = [];
  let parser: Parser | undefined;
  let next = 1;
  function* whatWasRead(): Generator<Row> {
    for (const { cells, lastLine } of read.splice(0)) {
      yield { number: next, cells };
      next = lastLine + 1;
    }
  }
  for await (const { number, text: line, problem } of linesOf(text)) {
    if (problem !== undefined) {
      await whyNotRead(parser);
      yield* whatWasRead();
      return yield { number, problem };
    }
    parser ??= parserOf(line, (cells, lastLine) => read.push({ cells, lastLine }));
    const why = await whyNotRead(parser, `${line}\n`);
    yield* whatWasRead();
    if (why !== undefined) return yield { number: next, problem: why };
  }
  const why = await whyNotRead(parser);
  yield* whatWasRead();
  if (why !== undefined) yield { number: next, problem: why };
}

/** Tells of each row when it was read, which is not before what follows it. */
function parserOf(firstRow: string, onRow: (cells: string[], lastLine: number) => void): Parser {
  const parser = parse({
    delimiter: separatorOf(firstRow),
    record_delimiter: '\n',
    relax_column_count: true,
    max_record_size: maxLineLength,
    on_record: (cells: string[], { lines }) => {
      onRow(cells, lines);
      return null;
    },
  });
  // `whyNotRead` tells.
  return parser.on('error', () => {});
}

/** Why a parser does not take a text, or the end. */
async function whyNotRead(parser: Parser | undefined, text?: string): Promise<string | undefined> {
  if (parser === undefined) return undefined;
  const error = await new Promise<Error | null | undefined>((resolve) =>
    text === undefined ? parser.end(resolve) : parser.write(text, resolve),
  );
  return error ? `cannot be read as a row of a table: ${error.message}` : undefined;
}

/** Whichever the first row has most of. */
function separatorOf(firstRow: string): string {
  const count = (separator: string) => firstRow.split(separator).length;
  return [',', ';', '\t'].reduce((one, other) => (count(other) > count(one) ? other : one));
}

function wrongNames(columns: readonly string[]): string | undefined {
  const unknown = columns.filter((name) => !plainColumns.has(name) && !ofSignatory.test(name));
  if (unknown.length > 0)
    return `names columns that are not known here: ${quoted(unknown)}; known are ${[...plainColumns].join(', ')}, signatory.1.name and so on`;
  const seen = new Set<string>();
  const repeated = columns.filter((name) => seen.size === seen.add(name).size);
  return repeated.length > 0 ? `names columns twice: ${quoted(repeated)}` : undefined;
}

/** The first of them, each cut where it is long. */
function quoted(names: readonly string[]): string {
  const first = names.slice(0, 5).map((name) => JSON.stringify(name.slice(0, 60)));
  return [...first, ...(names.length > 5 ? [`and ${names.length - 5} more`] : [])].join(', ');
}

/** One row as the object that a line of JSON would be; what is left empty is absent. */
function lineOf(
  record: readonly string[],
  { columns, number }: { columns: readonly string[]; number: number },
): RawLine {
  if (record.length !== columns.length) {
    const problem = `has ${record.length} cells where the first row names ${columns.length}; quote texts that hold the separator`;
    return { number, problem, place };
  }
  const cells = new Map(columns.map((name, index) => [name, record[index]?.trim() || undefined]));
  const under = (names: readonly string[]) =>
    Object.fromEntries(names.filter((name) => columns.includes(name)).map((name) => [name, cells.get(name)]));
  const groups = signatoriesIn(cells);
  const value = {
    ...under(ownColumns),
    metadata: {
      ...under(metadataColumns),
      // The contract wants a text here, which may be empty.
      workflowId: cells.get('workflowId') ?? '',
      signatory: groups.map(({ signatory }) => signatory),
      watchers: (cells.get('watchers') ?? '')
        .split(/[\s,;]+/)
        .filter((mail) => mail !== '')
        .map((mail) => ({ mail })),
    },
  };
  return { number, value, place: (pointer) => columnAt(pointer, groups) };
}

interface SignatoryGroup {
  /** As in the names of its columns. */
  number: number;
  signatory: Record<string, unknown>;
}

/** Those of whom any cell is filled in, as their columns count them. */
function signatoriesIn(cells: ReadonlyMap<string, string | undefined>): SignatoryGroup[] {
  const groups = new Map<number, Record<string, unknown>>();
  for (const [column, cell] of cells) {
    const [, counted, name = ''] = ofSignatory.exec(column) ?? [];
    if (counted === undefined || cell === undefined) continue;
    const number = Number(counted);
    const signatory = groups.get(number) ?? { order: number };
    signatory[name] = name === 'order' && /^\d{1,10}$/.test(cell) ? Number(cell) : cell;
    groups.set(number, signatory);
  }
  return [...groups]
    .sort(([one], [other]) => one - other)
    .map(([number, signatory]) => ({ number, signatory }));
}

/** `/metadata/signatory/0/mail` → `signatory.1.mail` */
function columnAt(pointer: string, groups: readonly SignatoryGroup[]): string {
  const [, first = '', index, name] = pointer.replace(/^\/metadata/, '').split('/');
  if (first === 'signatory' && index === undefined) return 'signatory.1.name';
  if (first !== 'signatory') return first;
  return ['signatory', groups[Number(index)]?.number, name].filter((part) => part !== undefined).join('.');
}

/** Longest line; the texts of a thousand signatories have room in it. */
export const maxLineLength = 1024 * 1024;

/** A line of a text, without its end. */
interface TextLine {
  /** From 1. */
  number: number;
  text: string;
  /** Why neither it nor what follows it is read. */
  problem: string | undefined;
}

/** The lines of a text, up to the first that is too long, or was not UTF-8. */
async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<TextLine> {
  let number = 0;
  for await (const text of split(pieces)) {
    number += 1;
    const problem = problemOf(text);
    yield { number, text, problem };
    if (problem !== undefined) return;
  }
}

/** The last one is cut off where a line is too long. */
async function* split(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.replace(/\r$/, '');
    if (rest.length > maxLineLength) break;
  }
  yield rest;
}

function problemOf(line: string): string | undefined {
  if (line.length > maxLineLength) return `is longer than ${maxLineLength} characters`;
  // What a decoder writes in place of bytes that are none of UTF-8, and every other byte of a Latin text in UTF-16.
  if (!/[\ufffd\0]/.test(line)) return undefined;
  return 'is not UTF-8; save the list anew as UTF-8 (in Excel: CSV UTF-8)';
}
