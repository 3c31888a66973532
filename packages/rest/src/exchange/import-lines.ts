import type { Coming, DoneAlongside, Importing } from './coming-line.ts';
import type { Writing } from './exchange-store.ts';
import { type ImportReport, Reporting } from './import-report.ts';
import type { BrokenLine, ReadLine } from './read-lines.ts';
import { type Noted, Relations } from './relations.ts';
import { sendLine } from './send-line.ts';
import { tellLine } from './store-lines.ts';
import { mayImport, writtenIn } from './travelling.ts';
import { WriteLines } from './write-lines.ts';

export interface ImportOptions {
  /** Of lines that do not say theirs. */
  resource?: string | undefined;
  /** How whoever imports says that. */
  resourceBy?: string;
  /** With one problem nothing is written; else every line that has none is, some hundred in a transaction. */
  isAllOrNothing: boolean;
  /** Nothing is written; the report says what would be. */
  isDryRun: boolean;
  /** Is told how many lines have been looked at. */
  onProgress?(lines: number): void;
  /** Ends the import between two transactions. */
  signal?: AbortSignal | undefined;
  alongside?: DoneAlongside;
  /** Those that were written before, in their order: it goes on behind them. */
  before?: readonly ImportPiece[];
  /** Is told of each piece, while the transaction that writes it is open; of all or nothing there is one, with the report. */
  onPiece?(piece: ImportPiece): void;
}

/** What was written in one transaction, and what an import that goes on behind it has to know; it may become JSON. */
export interface ImportPiece extends Noted {
  /** The last line that has been looked at. */
  number: number;
  /** The counts so far, and what this piece adds to the rest of the report. */
  report: ImportReport;
  /** Lines that wait from here on, and the numbers of those that no longer do. */
  waits: ReadLine[];
  settled: number[];
}

/** Lines that are written by the same statements: so many, of about so many bytes. */
const batch = { lines: 500, bytes: 4 * 1024 * 1024 };

/** Lines that wait for what they refer to, which may come behind them: so many, of so many bytes. */
const waiting = { lines: 10_000, bytes: 16 * 1024 * 1024 };

/**
 * Writes objects from lines: each is made, or changed where it is there already by its natural key, its slug or its id. The
 * same lines again change nothing. What a line refers to stands before it, or is there; what comes behind is waited for.
 *
 * @throws what the application refuses of the whole, as one that would leave no superuser
 */
export async function importLines<Services>(
  importing: Importing<Services>,
  lines: AsyncIterable<ReadLine | BrokenLine>,
  options: ImportOptions,
): Promise<ImportReport> {
  const { store, caller } = importing;
  const reporting = new Reporting(importing, options.isDryRun);
  const relations = new Relations(caller, importing.travelling.values());
  const coming = new Batches(importing, { reporting, relations, lines, options });
  const { alongside, isAllOrNothing } = options;
  const parts = { relations, reporting, alongside, isByLine: !isAllOrNothing };
  const writing = (tx: Writing) => new WriteLines(importing, { tx, ...parts });
  const writeAll = async (tx: Writing) => {
    const writer = writing(tx);
    for await (const some of coming.all()) coming.wait(some.lines, await writer.write(some.lines, some));
    // Nothing stays of this one: what they would do is told.
    for (const one of writer.toSend) {
      const { line, row, values } = one;
      const id = Number(row?.id ?? 0);
      const does = row === null ? 'create' : line.rowId === null ? undefined : 'update';
      await options.alongside?.(tx.transaction, [{ line, id, does }]);
      tellLine(parts, one, { stored: { ...values, ...row, id }, does });
    }
    const isRefused = options.isAllOrNothing && reporting.report.refused > 0;
    if (options.isDryRun && !isRefused) await tx.check();
    if (options.isDryRun || isRefused) throw new Undone();
    coming.note();
  };
  try {
    if (options.isAllOrNothing || options.isDryRun) await store.write(caller, writeAll);
    else
      for await (const some of coming.all()) {
        const toSend = await store.write(caller, async (tx) => {
          const writer = writing(tx);
          coming.wait(some.lines, await writer.write(some.lines, some));
          coming.note();
          return writer.toSend;
        });
        for (const one of toSend) await sendLine(importing, parts, one);
      }
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
    reporting.undone();
  }
  return reporting.report;
}

/** Nothing of it stays. */
class Undone extends Error {}

/** Lines that are written together: of one resource. */
interface Together<Services> {
  lines: Coming<Services>[];
  /** What they refer to does not come any more. */
  isLast: boolean;
}

interface Parts {
  reporting: Reporting;
  relations: Relations;
  lines: AsyncIterable<ReadLine | BrokenLine>;
  options: ImportOptions;
}

class Batches<Services> {
  private readonly importing: Importing<Services>;
  private readonly parts: Parts;
  private waitingLines: Coming<Services>[] = [];
  /** The last line that has been looked at. */
  private number = 0;
  /** Whether another may have to go on behind what is written. */
  private readonly isNoting: boolean;
  /** What the next piece tells of those that wait. */
  private waits: ReadLine[] = [];
  private settled: number[] = [];

  constructor(importing: Importing<Services>, parts: Parts) {
    [this.importing, this.parts] = [importing, parts];
    const { before = [], onPiece, isAllOrNothing } = parts.options;
    this.isNoting = onPiece !== undefined && !isAllOrNothing;
    if (this.isNoting) parts.relations.since();
    for (const piece of before) this.goOnBehind(piece);
  }

  private goOnBehind(piece: ImportPiece): void {
    const { reporting, relations } = this.parts;
    this.number = piece.number;
    reporting.goOnBehind(piece.report);
    relations.goOnBehind(piece);
    const settled = new Set(piece.settled);
    this.waitingLines = [
      ...this.waitingLines.filter(({ line }) => !settled.has(line.number)),
      ...piece.waits.flatMap((line) => this.comingOf(line) ?? []),
    ];
  }

  /** Tells of what the open transaction has written. */
  note(): void {
    const { reporting, relations, options } = this.parts;
    const { number, waits, settled } = this;
    options.onPiece?.({ number, waits, settled, report: reporting.since(), ...relations.since() });
    [this.waits, this.settled] = [[], []];
  }

  async *all(): AsyncGenerator<Together<Services>> {
    for await (const lines of this.batches()) yield { lines, isLast: false };
    yield* this.waited();
  }

  private async *batches(): AsyncGenerator<Coming<Services>[]> {
    const { lines, options, reporting } = this.parts;
    const { report } = reporting;
    const done = this.number;
    let some: Coming<Services>[] = [];
    let bytes = 0;
    for await (const line of lines) {
      if (line.number <= done) continue;
      const one = this.comingOf(line);
      if (one !== undefined) {
        const isOther = some[0] !== undefined && some[0].travelling !== one.travelling;
        if (isOther || some.length === batch.lines || bytes > batch.bytes) {
          options.signal?.throwIfAborted();
          yield some;
          options.onProgress?.(report.lines);
          [some, bytes] = [[], 0];
        }
        some.push(one);
        bytes += one.line.bytes;
      }
      report.lines += 1;
      this.number = line.number;
    }
    if (some.length > 0) yield some;
    options.onProgress?.(report.lines);
  }

  /** Those that wait, again and again while any of them finds what it waits for, and then as they are. */
  private async *waited(): AsyncGenerator<Together<Services>> {
    for (let before = Number.POSITIVE_INFINITY; this.waitingLines.length > 0; ) {
      const now = this.waitingLines;
      const isLast = now.length >= before;
      this.waitingLines = [];
      before = now.length;
      for (let from = 0; from < now.length; ) {
        const end = now.findIndex((one, place) => place > from && one.travelling !== now[from]?.travelling);
        const to = Math.min(from + batch.lines, end === -1 ? now.length : end);
        this.parts.options.signal?.throwIfAborted();
        yield { lines: now.slice(from, to), isLast };
        from = to;
      }
    }
  }

  /**
   * Keeps those of the lines that found not all that they refer to; those beyond what memory has room for are refused.
   *
   * @param some  with others that were written now
   */
  wait(
    some: readonly Coming<Services>[],
    left: readonly (Coming<Services> & { refuse: () => void })[],
  ): void {
    let bytes = this.waitingLines.reduce((sum, { line }) => sum + line.bytes, 0);
    const before = this.waitingLines.length;
    for (const one of left) {
      bytes += one.line.bytes;
      if (this.waitingLines.length < waiting.lines && bytes < waiting.bytes) this.waitingLines.push(one);
      else one.refuse();
    }
    if (!this.isNoting) return;
    const wait = this.waitingLines.slice(before).map(({ line }) => line);
    this.waits.push(...wait);
    this.settled.push(...some.map(({ line }) => line.number));
  }

  /** A line with what it is of; undefined: it is refused. */
  private comingOf(line: ReadLine | BrokenLine): Coming<Services> | undefined {
    const { reporting, options } = this.parts;
    if ('problem' in line) {
      const { field = 'non_field_errors', value, problem: message } = line;
      reporting.refuse(line, [{ field, value, message }]);
      return undefined;
    }
    const { travelling, caller } = this.importing;
    const resource = line.resource ?? options.resource;
    const found = travelling.get(resource ?? '');
    if (found !== undefined && mayImport(found, caller)) return { line, travelling: found };
    const code = resource === undefined ? ('no_resource' as const) : ('no_such_resource' as const);
    const values = { known: writtenIn(travelling).join(', '), how: options.resourceBy ?? '?resource=' };
    const message = found?.isWritten ? ({ code: 'may_not_write' } as const) : { code, values };
    reporting.refuse({ ...line, resource }, [{ field: 'resource', value: resource, message }]);
    return undefined;
  }
}
