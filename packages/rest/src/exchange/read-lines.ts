/** The lines of a file that comes, one at a time: JSON, or the records of a table. */
import type { Message } from '../messages.ts';
import type { ReceivedFile } from '../resource.ts';
import { type Cell, cellsOf, turnsQuotes } from './csv.ts';
import type { LineFormat } from './export-lines.ts';

/** Of one line; a longer one is passed over. The longest texts of an object are shorter together. */
export const maxLineBytes = 2 * 1024 * 1024;

/** Some programs begin a file with it. */
const byteOrderMark = /^\ufeff/;

/** What a line says of one object. */
export interface ReadLine {
  /** From 1, where it begins. */
  number: number;
  /** Of which resource; undefined: the line does not say. */
  resource: string | undefined;
  members: Readonly<Record<string, unknown>>;
  /** A table has texts alone: null for a cell with nothing in it. */
  isTable: boolean;
  /** About how much memory it takes. */
  bytes: number;
  /**
   * Which row it is about, where whoever gives the line knows that; null: none that it came as before, so that one which a
   * key finds stays as it is. Absent: the row that a key or the id finds.
   */
  rowId?: number | null | undefined;
  /**
   * It is written as if somebody had sent it to the API, in a transaction of its own, for what happens there besides:
   * `write` is called, once it is judged, with a file or without one, and may be called again when it throws.
   */
  send?: ((write: (file: ReceivedFile | undefined) => Promise<void>) => Promise<void>) | undefined;
}

/** A line that says nothing. */
export interface BrokenLine {
  number: number;
  problem: Message;
  /** Of which resource; absent: that is not known. */
  resource?: string | undefined;
  /** Where in the line, if that is known. */
  field?: string | undefined;
  /** What stands there. */
  value: string;
}

/** @param bytes  what comes; nothing of it is kept beyond a line */
export async function* readLines(
  bytes: AsyncIterable<Uint8Array>,
  format: LineFormat,
): AsyncGenerator<ReadLine | BrokenLine> {
  const lines = textLines(bytes);
  yield* format === 'csv' ? recordsIn(lines) : objectsIn(lines);
}

/** A line of text, with the CR where it ends with CRLF; undefined: it is too long, or no UTF-8. */
interface TextLine {
  number: number;
  text: string | undefined;
  why?: Message;
}

async function* textLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<TextLine> {
  // A line that a cell begins with U+FEFF has it too.
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let number = 0;
  let parts: Uint8Array[] = [];
  let length = 0;
  const add = (part: Uint8Array) => {
    length += part.length;
    if (length <= maxLineBytes) parts.push(part);
    else parts = [];
  };
  const take = (): TextLine => {
    number += 1;
    const [given, size] = [parts, length];
    [parts, length] = [[], 0];
    if (size > maxLineBytes)
      return { number, text: undefined, why: { code: 'line_too_long', values: { limit: '2 MiB' } } };
    try {
      const [only] = given;
      return { number, text: decoder.decode(given.length === 1 ? only : Buffer.concat(given)) };
    } catch {
      return { number, text: undefined, why: { code: 'not_utf8' } };
    }
  };
  for await (const chunk of bytes) {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      add(chunk.subarray(from, end));
      yield take();
      from = end + 1;
    }
    add(chunk.subarray(from));
  }
  if (length > 0) yield take();
}

async function* objectsIn(lines: AsyncIterable<TextLine>): AsyncGenerator<ReadLine | BrokenLine> {
  for await (const { number, text, why } of lines) {
    if (text === undefined) yield broken(number, why);
    else if (text.trim() !== '') yield objectOf(number, text.replace(byteOrderMark, ''));
  }
}

function objectOf(number: number, text: string): ReadLine | BrokenLine {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { number, problem: { code: 'line_no_object' }, value: start(text) };
    if (isDeep(value)) return { number, problem: { code: 'line_too_deep' }, value: start(text) };
    const { resource, ...members } = value as Record<string, unknown>;
    const named = typeof resource === 'string' ? resource : undefined;
    if (resource !== undefined && named === undefined)
      return { number, problem: { code: 'not_a_string' }, field: 'resource', value: start(text) };
    return { number, resource: named, members, isTable: false, bytes: text.length };
  } catch (error) {
    // The parser counts lines within the one line that it was given.
    const reason = (error instanceof Error ? error.message : String(error)).replace(
      / \(line \d+ column \d+\)$/,
      '',
    );
    return {
      number,
      problem: { code: 'line_no_json', values: { reason: start(reason) } },
      value: start(text),
    };
  }
}

/** Whether it holds values within values beyond what any object has: what looks at them goes no deeper. */
export function isDeep(value: unknown, levels = 16): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((one) => isDeep(one, levels - 1));
}

async function* recordsIn(lines: AsyncIterable<TextLine>): AsyncGenerator<ReadLine | BrokenLine> {
  let heads: string[] | undefined;
  let separator = ',';
  let open: { number: number; texts: string[]; length: number } | undefined;
  for await (const { number, text, why } of lines) {
    if (text === undefined) {
      yield broken(open?.number ?? number, why);
      open = undefined;
      continue;
    }
    const isOpen: boolean = (open !== undefined) !== turnsQuotes(text);
    open ??= { number, texts: [], length: 0 };
    open.texts.push(text);
    open.length += text.length;
    if (isOpen && open.length <= maxLineBytes) continue;
    const whole = open.texts.join('\n');
    // Within quotes it belongs to the cell.
    const record: { number: number; text: string } = {
      number: open.number,
      text: whole.endsWith('\r') ? whole.slice(0, -1) : whole,
    };
    open = undefined;
    if (record.text === '') continue;
    if (heads === undefined) {
      separator = record.text.includes(',') || !record.text.includes(';') ? ',' : ';';
      const first = cellsOf(record.text.replace(byteOrderMark, ''), separator);
      if (first === undefined) {
        yield broken(record.number, { code: 'line_no_record' });
        return;
      }
      heads = first.map((head) => head?.trim() ?? '');
      const wrong = clashesIn(heads, record.number);
      yield* wrong;
      if (wrong.length > 0) return;
    } else yield recordOf(record, heads, separator);
  }
  if (open !== undefined) yield broken(open.number, { code: 'line_no_record' });
}

/** Columns that tell of the same: one that is there twice, or beside those of its members. Which holds nobody can say. */
function clashesIn(heads: readonly string[], number: number): BrokenLine[] {
  return heads.flatMap((other, place) => {
    const one = heads
      .slice(0, place)
      .find((head) => head === other || head.startsWith(`${other}.`) || other.startsWith(`${head}.`));
    if (one === undefined || other === '') return [];
    return { number, problem: { code: 'same_column', values: { one, other } }, field: other, value: other };
  });
}

function recordOf(
  { number, text }: { number: number; text: string },
  heads: readonly string[],
  separator: string,
): ReadLine | BrokenLine {
  const cells = cellsOf(text, separator);
  if (cells === undefined) return { number, problem: { code: 'line_no_record' }, value: start(text) };
  if (cells.length > heads.length)
    return {
      number,
      problem: { code: 'too_many_cells', values: { count: cells.length, limit: heads.length } },
      value: start(cells.at(heads.length) ?? ''),
    };
  const members: Record<string, unknown> = Object.create(null);
  for (const [place, head] of heads.entries()) put(members, head, cells[place] ?? null);
  const { resource, ...others } = members;
  const named = typeof resource === 'string' ? resource : undefined;
  return { number, resource: named, members: others, isTable: true, bytes: text.length };
}

/** A cell under its head: `title.fr` is a member of `title`, which is null when there is nothing in any. */
function put(members: Record<string, unknown>, head: string, cell: Cell): void {
  const dot = head.indexOf('.');
  if (dot === -1) members[head] = cell;
  else {
    const [name, member] = [head.slice(0, dot), head.slice(dot + 1)];
    const within: Record<string, unknown> = (members[name] as Record<string, unknown> | undefined) ?? {};
    if (typeof within === 'object') members[name] = Object.assign(within, { [member]: cell });
  }
}

function broken(number: number, problem: Message = { code: 'line_no_record' }): BrokenLine {
  return { number, problem, value: '' };
}

/** The beginning of a text, as it is told in a report. */
export function start(text: string): string {
  const whole = text.toWellFormed();
  return whole.length <= 100 ? whole : `${whole.slice(0, 99)}…`.toWellFormed();
}
