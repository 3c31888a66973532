import type { Queryable } from '@campus/database';
import { findReferences, type ReferencedRecord } from '../data/find-signables.ts';
import type { SignableKind } from '../domain/signable.ts';
import { SigningError } from '../signing/errors.ts';
import { InvalidInput } from '../wire/check.ts';
import { type ListLine, type RawLine, readLine } from './list-line.ts';
import { ArchiveFileError } from './open-archive.ts';

/** What is wrong with a line. */
export interface LineProblem {
  /** From 1. */
  line: number;
  message: string;
}

/** A line that can be read, beside what the database has of it. */
export interface ListEntry extends ListLine {
  /** From 1. */
  number: number;
  kind: SignableKind;
  /** The record that has its reference already; null when none has. */
  there: ReferencedRecord | null;
  /** The agreement that it amends, once that is registered. */
  amended: ReferencedRecord | null;
  place: RawLine['place'];
}

/** So many lines are looked up at once. */
const batchSize = 200;

interface Batch {
  /** The lines that can be read. */
  entries: ListEntry[];
  /** What is wrong with the others. */
  problems: LineProblem[];
  /** How many others there are. */
  unreadable: number;
}

/** The lines of a list, in batches. */
export async function* entriesOf(db: Queryable, lines: AsyncIterable<RawLine>): AsyncGenerator<Batch> {
  let batch: RawLine[] = [];
  for await (const line of lines) {
    batch.push(line);
    if (batch.length < batchSize) continue;
    yield await lookUp(db, batch);
    batch = [];
  }
  if (batch.length > 0) yield await lookUp(db, batch);
}

async function lookUp(db: Queryable, lines: readonly RawLine[]): Promise<Batch> {
  const problems: LineProblem[] = [];
  const read = lines.flatMap((raw) => {
    try {
      if (raw.problem !== undefined) throw new InvalidInput(raw.problem);
      return [{ raw, line: readLine(raw.value) }];
    } catch (error) {
      problems.push(...problemsOf(error, raw));
      return [];
    }
  });
  const wanted = (ofKind: SignableKind) => read.filter(({ line }) => kindOf(line) === ofKind);
  const references = [
    ...wanted('agreement').map(({ line }) => line.reference),
    ...wanted('amendment').flatMap(({ line }) => line.agreement ?? []),
  ];
  const [agreements, amendments] = await Promise.all([
    findReferences(db, 'agreement', references),
    findReferences(
      db,
      'amendment',
      wanted('amendment').map(({ line }) => line.reference),
    ),
  ]);
  const entries = read.map(({ raw: { number, place }, line }): ListEntry => {
    const kind = kindOf(line);
    const there = (kind === 'agreement' ? agreements : amendments).get(line.reference) ?? null;
    const amended = line.agreement === null ? null : (agreements.get(line.agreement) ?? null);
    return { ...line, number, place, kind, there, amended };
  });
  return { entries, problems, unreadable: lines.length - entries.length };
}

function kindOf({ agreement }: ListLine): SignableKind {
  return agreement === null ? 'agreement' : 'amendment';
}

/** An expected failure as what is wrong with its line, each problem at its place. Anything else is thrown again. */
export function problemsOf(
  error: unknown,
  { number: line, place }: Pick<RawLine, 'number' | 'place'>,
): LineProblem[] {
  if (error instanceof ArchiveFileError) return [{ line, message: `${place('/pdf')} ${error.message}` }];
  if (!(error instanceof InvalidInput || error instanceof SigningError)) throw error;
  const { problems, message } = error;
  if (problems.length === 0) return [{ line, message }];
  return problems.map(({ pointer, message }) => ({ line, message: `${place(pointer)} ${message}` }));
}
