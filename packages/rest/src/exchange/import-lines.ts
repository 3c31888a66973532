import type { Coming, Importing } from './coming-line.ts';
import type { Writing } from './exchange-store.ts';
import { type ImportReport, Reporting } from './import-report.ts';
import type { BrokenLine, ReadLine } from './read-lines.ts';
import { Relations } from './relations.ts';
import { WriteLines } from './write-lines.ts';

export interface ImportOptions {
  /** Of lines that do not say theirs. */
  resource?: string | undefined;
  /** With one problem nothing is written; else every line that has none is, some hundred in a transaction. */
  isAllOrNothing: boolean;
  /** Nothing is written; the report says what would be. */
  isDryRun: boolean;
  /** Is told how many lines have been looked at. */
  onProgress?(lines: number): void;
  /** Ends the import between two transactions. */
  signal?: AbortSignal | undefined;
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
  const { store, caller, language } = importing;
  const reporting = new Reporting(language, options.isDryRun);
  const relations = new Relations(caller, importing.travelling.values());
  const coming = new Batches(importing, reporting, { lines, options });
  const writeAll = async (tx: Writing) => {
    const writer = new WriteLines(importing, { tx, relations, reporting });
    for await (const some of coming.batches()) coming.wait(await writer.write(some, { isLast: false }));
    for await (const some of coming.waited()) coming.wait(await writer.write(some.lines, some));
    if (options.isDryRun || reporting.report.refused > 0) throw new Undone();
  };
  const writeSome = async (some: readonly Coming<Services>[], isLast: boolean) =>
    store.write(caller, (tx) =>
      new WriteLines(importing, { tx, relations, reporting }).write(some, { isLast }),
    );
  try {
    if (options.isAllOrNothing || options.isDryRun) await store.write(caller, writeAll);
    else {
      for await (const some of coming.batches()) coming.wait(await writeSome(some, false));
      for await (const some of coming.waited()) coming.wait(await writeSome(some.lines, some.isLast));
    }
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
    reporting.undone();
  }
  return reporting.report;
}

/** Nothing of it stays. */
class Undone extends Error {}

/** Lines as they are written together: of one resource. */
class Batches<Services> {
  private readonly importing: Importing<Services>;
  private readonly reporting: Reporting;
  private readonly given: { lines: AsyncIterable<ReadLine | BrokenLine>; options: ImportOptions };
  private waitingLines: Coming<Services>[] = [];

  constructor(importing: Importing<Services>, reporting: Reporting, given: Batches<Services>['given']) {
    [this.importing, this.reporting, this.given] = [importing, reporting, given];
  }

  async *batches(): AsyncGenerator<Coming<Services>[]> {
    const { lines, options } = this.given;
    const { report } = this.reporting;
    let some: Coming<Services>[] = [];
    let bytes = 0;
    for await (const line of lines) {
      report.lines += 1;
      const one = this.comingOf(line);
      if (one === undefined) continue;
      const isOther = some[0] !== undefined && some[0].travelling !== one.travelling;
      if (isOther || some.length === batch.lines || bytes > batch.bytes) {
        options.signal?.throwIfAborted();
        yield some;
        options.onProgress?.(report.lines - 1);
        [some, bytes] = [[], 0];
      }
      some.push(one);
      bytes += one.line.bytes;
    }
    if (some.length > 0) yield some;
    options.onProgress?.(report.lines);
  }

  /** Those that wait, again and again while any of them finds what it waits for, and then as they are. */
  async *waited(): AsyncGenerator<{ lines: Coming<Services>[]; isLast: boolean }> {
    for (let before = Number.POSITIVE_INFINITY; this.waitingLines.length > 0; ) {
      const now = this.waitingLines;
      const isLast = now.length >= before;
      this.waitingLines = [];
      before = now.length;
      for (let from = 0; from < now.length; ) {
        const end = now.findIndex((one, place) => place > from && one.travelling !== now[from]?.travelling);
        const to = Math.min(from + batch.lines, end === -1 ? now.length : end);
        yield { lines: now.slice(from, to), isLast };
        from = to;
      }
    }
  }

  /** Keeps lines that found not all that they refer to; those beyond what memory has room for are refused. */
  wait(lines: readonly (Coming<Services> & { refuse: () => void })[]): void {
    let bytes = this.waitingLines.reduce((sum, { line }) => sum + line.bytes, 0);
    for (const one of lines) {
      bytes += one.line.bytes;
      if (this.waitingLines.length < waiting.lines && bytes < waiting.bytes) this.waitingLines.push(one);
      else one.refuse();
    }
  }

  /** A line with what it is of; undefined: it is refused. */
  private comingOf(line: ReadLine | BrokenLine): Coming<Services> | undefined {
    if ('problem' in line) {
      const { field = 'non_field_errors', value, problem: message } = line;
      this.reporting.refuse(line, [{ field, value, message }]);
      return undefined;
    }
    const { travelling, caller } = this.importing;
    const resource = line.resource ?? this.given.options.resource;
    const found = resource === undefined ? undefined : travelling.get(resource);
    if (found?.isWritten) {
      const { actions, rights } = found.resource;
      const mayAny = (['create', 'update'] as const).some(
        (action) => actions.includes(action) && rights.may(caller, action),
      );
      if (mayAny) return { line, travelling: found };
      const message = { code: 'may_not_write' } as const;
      this.reporting.refuse({ ...line, resource }, [{ field: 'resource', value: resource, message }]);
      return undefined;
    }
    const known = [...travelling]
      .filter(([, { isWritten }]) => isWritten)
      .map(([path]) => path)
      .join(', ');
    const code = resource === undefined ? 'no_resource' : 'no_such_resource';
    const message = { code, values: { known } } as const;
    this.reporting.refuse({ ...line, resource }, [{ field: 'resource', value: resource, message }]);
    return undefined;
  }
}
