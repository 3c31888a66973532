/**
 * Registers what a list and an archive of PDFs hold, as drafts: first everything is checked, then, when nothing is
 * wrong, registered line by line. It may be ended at any instant: what has its reference already is passed over, so the
 * same call goes on.
 */

import { findReferences } from '../data/find-signables.ts';
import { type SignableKind, signableKinds } from '../domain/signable.ts';
import { inspectOrRefuse } from '../signing/inspect-or-refuse.ts';
import { register } from '../signing/register.ts';
import { InvalidInput } from '../wire/check.ts';
import { entriesOf, type LineProblem, type ListEntry, problemsOf } from './list-entries.ts';
import type { RawLine } from './list-line.ts';
import type { Archive } from './open-archive.ts';

type ImportDeps = Parameters<typeof register>[0];

/** What is imported. */
export interface ImportSource {
  /** The list from its beginning, as often as it is asked for. */
  lines(): AsyncIterable<RawLine>;
  archive: Archive;
}

/** What a check of a whole list has found. */
interface ListCheck {
  problems: LineProblem[];
  /** How many lines are to be registered. */
  left: Record<SignableKind, number>;
  /** The numbers of the lines that are registered already. */
  there: Set<number>;
}

export async function countLines({ lines }: ImportSource): Promise<number> {
  let count = 0;
  for await (const _line of lines()) count += 1;
  return count;
}

/**
 * Looks at every line and every PDF that is not registered yet, and changes nothing.
 *
 * @param onLine  called when a line has been looked at
 */
export async function checkList(
  deps: ImportDeps,
  { lines, archive }: ImportSource,
  onLine: () => void,
): Promise<ListCheck> {
  const check: ListCheck = { problems: [], left: { agreement: 0, amendment: 0 }, there: new Set() };
  const lineOf = new Map<string, number>();
  const waiting: { line: number; agreement: string; place: RawLine['place'] }[] = [];
  for await (const { entries, problems, unreadable } of entriesOf(deps.db.pool, lines())) {
    check.problems.push(...problems);
    for (let count = 0; count < unreadable; count += 1) onLine();
    for (const entry of entries) {
      const { kind, reference, number, agreement, amended, place } = entry;
      const name = `${kind} ${reference}`;
      const earlier = lineOf.get(name);
      if (earlier === undefined) lineOf.set(name, number);
      if (agreement !== null && amended === null) waiting.push({ line: number, agreement, place });
      const wrong =
        earlier === undefined
          ? await wrongWith(deps, entry, archive)
          : [{ line: number, message: `${place('/reference')} stands on line ${earlier} already` }];
      check.problems.push(...wrong);
      if (entry.there !== null) check.there.add(number);
      else check.left[kind] += 1;
      onLine();
    }
  }
  for (const { line, agreement, place } of waiting)
    if (!lineOf.has(`agreement ${agreement}`))
      check.problems.push({
        line,
        message: `${place('/convention')} ${noAgreement}`,
      });
  check.problems.sort((one, other) => one.line - other.line);
  return check;
}

async function wrongWith(deps: ImportDeps, entry: ListEntry, archive: Archive): Promise<LineProblem[]> {
  const { pdf: name, number: line, place, there, kind, reference } = entry;
  try {
    const pdf = await archive.read(name);
    if (there === null) {
      await inspectOrRefuse(deps, pdf, { caller: 'import' });
    } else if (there.sha256 !== pdf.sha256) {
      const message = `${place('/reference')} belongs to ${kind} ${there.number} already, which has another document: give it another reference than "${reference}", or take it out of the list`;
      return [{ line, message }];
    }
    return [];
  } catch (error) {
    return problemsOf(error, entry);
  }
}

const noAgreement = 'is the reference of no agreement, neither here nor in the service';

/** What an import has come to. */
interface Imported {
  /** Of lines whose record could not be registered, since something has changed after the check. */
  problems: LineProblem[];
  registered: number;
  /** Lines that somebody else has registered since the check, with the same document. */
  there: number;
}

/**
 * Registers what is left of a list that was checked, agreements before their amendments.
 *
 * @param options.actor   who does so, for the history
 * @param options.thereBefore  the numbers of the lines that were registered when the list was checked
 * @param options.onLine  called when a line that was left is registered
 */
export async function registerList(
  deps: ImportDeps,
  { lines, archive }: ImportSource,
  { actor, thereBefore, onLine }: { actor: string; thereBefore: ReadonlySet<number>; onLine: () => void },
): Promise<Imported> {
  const imported: Imported = { problems: [], registered: 0, there: 0 };
  for (const kind of signableKinds) {
    for await (const { entries } of entriesOf(deps.db.pool, lines())) {
      for (const entry of entries) {
        if (entry.kind !== kind || thereBefore.has(entry.number)) continue;
        try {
          await registerLine(deps, entry, { archive, actor });
          imported.registered += 1;
        } catch (error) {
          const problems = problemsOf(error, entry);
          if (await isThere(deps, entry, archive)) imported.there += 1;
          else imported.problems.push(...problems);
        }
        onLine();
      }
    }
  }
  return imported;
}

/** Whether the record of a line is registered by now, as the line has it. */
async function isThere(
  { db }: ImportDeps,
  { kind, reference, pdf }: ListEntry,
  archive: Archive,
): Promise<boolean> {
  const there = (await findReferences(db.pool, kind, [reference])).get(reference);
  return there !== undefined && there.sha256 === (await archive.read(pdf)).sha256;
}

async function registerLine(
  deps: ImportDeps,
  { metadata, own, pdf: name, agreement, amended }: ListEntry,
  { archive, actor }: { archive: Archive; actor: string },
): Promise<void> {
  if (agreement !== null && amended === null) {
    const problems = [{ pointer: '/convention', message: noAgreement }];
    throw new InvalidInput('its agreement is missing', problems);
  }
  const pdf = await archive.read(name);
  await register(deps, {
    registration: { metadata, own, pdf },
    agreement: amended === null ? undefined : { kind: 'agreement', number: amended.number },
    actor,
    scope: 'everything',
    show: () => null,
  });
}
