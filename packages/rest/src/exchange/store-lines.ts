import { asInvalid } from '../actions/write.ts';
import { Refusal } from '../errors.ts';
import { withSlug } from '../make-slug.ts';
import type { Message } from '../messages.ts';
import { MissingError, type Row, RuleBrokenError, TakenError } from '../store.ts';
import * as coming from './coming-line.ts';
import type { Writing } from './exchange-store.ts';
import type { Reporting } from './import-report.ts';
import { problemsOf } from './judge-lines.ts';
import type { Relations } from './relations.ts';
import { addressIn } from './travelling.ts';

/** Larger ids are not kept, so that there is room behind them. */
const maxKeptId = 1_000_000_000;

/** With what lines are written. */
export interface StoreParts {
  tx: Writing;
  relations: Relations;
  reporting: Reporting;
  alongside?: coming.DoneAlongside | undefined;
  /** Lines after which the whole would be refused are told as wrong, and the others kept. */
  isByLine: boolean;
}

/** A line as it is there now. */
interface Written<Services> {
  one: coming.Judged<Services>;
  stored: Row;
  isChanged: boolean;
}

/** Writes what lines of one resource say, once it is judged, and tells what has become of each. */
export class StoreLines<Services> {
  private readonly importing: coming.Importing<Services>;
  private readonly tx: Writing;
  private readonly relations: Relations;
  private readonly parts: StoreParts;
  /** Tells what has become of lines, once that stays. */
  private toTell: (() => Promise<void> | void)[] = [];
  /** What the application refuses of the whole is asked after each line. */
  private isChecking = false;

  constructor(importing: coming.Importing<Services>, parts: StoreParts) {
    [this.importing, this.parts] = [importing, parts];
    [this.tx, this.relations] = [parts.tx, parts.relations];
  }

  /** Writes what is fine, of which some may still meet what another has written meanwhile. */
  async store(fine: readonly coming.Judged<Services>[]): Promise<void> {
    if (this.parts.isByLine && fine.some(({ row }) => row !== null)) await this.writeChecked(fine);
    else await this.write(fine);
    for (const tell of this.toTell) await tell();
    this.toTell = [];
  }

  /** Together may be right what is wrong one after the other: each is looked at only when all are refused. */
  private async writeChecked(fine: readonly coming.Judged<Services>[]): Promise<void> {
    try {
      await this.tx.attempt(async () => {
        await this.write(fine);
        await this.tx.check();
      });
    } catch (error) {
      if (this.problemsOfWhole(error) === undefined) throw error;
      this.toTell = [];
      for (const { problems } of fine) problems.clear();
      this.isChecking = true;
      await this.write(fine);
      this.isChecking = false;
    }
  }

  /** What the application refuses of the whole, by field; undefined: it is something else. */
  private problemsOfWhole(error: unknown): Record<string, Message[]> | undefined {
    const refused = this.importing.explain?.(error);
    if (refused instanceof Refusal && refused.status >= 500) return undefined;
    return refused && problemsOf(refused);
  }

  private async write(fine: readonly coming.Judged<Services>[]): Promise<void> {
    const made = fine.filter(({ row }) => row === null);
    const changed = fine.filter(({ row }) => row !== null);
    if (made.length > 0) await this.insert(made);
    for (const one of changed) {
      const before = Number(one.row?.id);
      const id = await this.ownId(one, { id: before, beside: changed });
      const values = id === before ? one.values : { ...one.values, id };
      const isSame = Object.keys(values).length === 0;
      const { table, hooks } = one.travelling.resource;
      const { row } = one;
      const { services, caller } = this.importing;
      // Which id it got when it was made with another, a moment ago, is no change.
      const update = async () => {
        await this.tx.update(table, before, values);
        if (row !== null) await hooks?.imported?.(this.tx.transaction, { services, caller, row, values });
        if (this.isChecking) await this.tx.check();
      };
      if (isSame || (await this.attempt(one, update)))
        this.done([{ one, stored: { ...one.row, id }, isChanged: Object.keys(one.values).length > 0 }]);
    }
  }

  /**
   * The id that a row is to have. One that came to be with another, which this import has made, has that of its line: whoever
   * has it instead came to be likewise, and gets its own later.
   *
   * @param beside  those that are written with it, one of which may be about that other
   */
  private async ownId(
    { members, travelling, row }: coming.Judged<Services>,
    { id, beside }: { id: number; beside: readonly coming.Judged<Services>[] },
  ): Promise<number> {
    const { table } = travelling.resource;
    const wanted = Number(coming.idIn(members)?.id ?? id);
    const { caller } = this.importing;
    if (
      wanted === id ||
      wanted > maxKeptId ||
      !caller.isSuperuser ||
      !this.relations.isMadeWith(travelling, row)
    )
      return id;
    const [holder] = await this.tx.pick(table, {
      columns: travelling.columns,
      ids: [wanted],
      conditions: [],
    });
    if (holder === undefined) return wanted;
    if (!this.relations.isMadeWith(travelling, holder)) return id;
    const [free] = await this.tx.nextIds(table, 1);
    await this.tx.update(table, wanted, { id: free });
    for (const other of beside) if (other.row?.id === holder.id) other.row = { ...other.row, id: free };
    return wanted;
  }

  /** All by one statement; when that is refused, one by one, so that each is told what is wrong. */
  private async insert(made: readonly coming.Judged<Services>[]): Promise<void> {
    const { resource } = made[0]?.travelling ?? {};
    if (resource === undefined) return;
    const rows = await this.withIds(made);
    try {
      await this.tx.attempt(() => this.tx.insert(resource.table, rows));
      this.done(made.map((one, place) => ({ one, stored: rows[place] ?? {}, isChanged: true })));
    } catch (error) {
      if (problemsIn(error, made[0]) === undefined) throw error;
      // Somebody may have been given an id that was free.
      const again = await this.withIds(made);
      for (const [place, one] of made.entries()) {
        const row = again[place] ?? {};
        if (await this.attempt(one, () => this.tx.insert(resource.table, [row])))
          this.done([{ one, stored: row, isChanged: true }]);
      }
    }
  }

  /** What is made has an id, and a slug. */
  private async withIds(made: readonly coming.Judged<Services>[]): Promise<Row[]> {
    const { resource } = made[0]?.travelling ?? {};
    if (resource === undefined) return [];
    const { table } = resource;
    const ids = await this.idsOf(made, table);
    const rows: Row[] = [];
    const given = new Set<string>();
    for (const [place, one] of made.entries()) {
      const numbered = async (column: string, text: string) => [
        ...(await this.tx.numbered(table, column, text)),
        ...given,
      ];
      const row = await withSlug(resource, { ...one.values, id: ids[place] }, numbered);
      for (const field of resource.fields)
        if (field.type === 'slug') given.add(String(row[field.columns[0] ?? '']));
      rows.push(row);
    }
    return rows;
  }

  /** The id that a line gives, where that is free; for the others the next ones that no line gives. */
  private async idsOf(
    made: readonly coming.Judged<Services>[],
    table: string,
  ): Promise<(number | undefined)[]> {
    const asked = made.map(({ members }) =>
      this.importing.caller.isSuperuser ? coming.idIn(members) : undefined,
    );
    const taken = await this.tx.match(
      table,
      asked.filter((one) => one !== undefined),
    );
    const given = asked.map((one) => Number(one?.id));
    const wanted = new Set(given.filter((id) => id <= maxKeptId && !taken.includes(id)));
    const ids = given.map((id) => (wanted.has(id) ? id : undefined));
    const missing = ids.filter((id) => id === undefined).length;
    const next: number[] = [];
    // As many as there are lines leave enough, whichever of them are wanted.
    for (let count = missing; next.length < missing; count = made.length)
      next.push(...(await this.tx.nextIds(table, count)).filter((id) => !wanted.has(id)));
    return ids.map((id) => id ?? next.shift());
  }

  /** Notes what has become of lines, in their transaction, once that stays. */
  private done(all: readonly Written<Services>[]): void {
    const told = all.map(({ one, stored, isChanged }) => {
      const does = isChanged ? (one.row === null ? ('create' as const) : ('update' as const)) : undefined;
      return { one, stored, does, id: Number(stored.id) };
    });
    const { tx, parts } = this;
    this.toTell.push(async () => {
      await parts.alongside?.(
        tx.transaction,
        told.map(({ one: { line }, id, does }) => ({ line, id, does })),
      );
      for (const { one, stored, does } of told) tellLine(parts, one, { stored, does });
    });
  }

  /** Whether it was done; what is wrong is told otherwise. */
  private async attempt(one: coming.Judged<Services>, work: () => Promise<void>): Promise<boolean> {
    try {
      await this.tx.attempt(work);
      return true;
    } catch (error) {
      const problems = problemsIn(error, one) ?? this.problemsOfWhole(error);
      if (problems === undefined) throw error;
      for (const [name, messages] of Object.entries(problems)) one.problems.set(name, messages);
      this.toTell.push(() => refuseLine(this.parts, one));
      return false;
    }
  }
}

/** Tells what has become of a line. @param stored  as it is there now, its id and what names it at least */
export function tellLine<Services>(
  { relations, reporting }: Omit<StoreParts, 'tx'>,
  one: coming.Judged<Services>,
  { stored, does }: { stored: Row; does: coming.Done['does'] },
): void {
  const { travelling, line, row, values } = one;
  const { resource, fields } = travelling;
  const id = Number(stored.id);
  relations.note(resource, coming.ownOf(one), id);
  if (does === undefined) {
    reporting.unchanged(resource.path);
    return;
  }
  if (row === null) relations.noteMade(resource, coming.ownOf(one), id);
  const names = fields
    .filter((field) =>
      (field.isFile ? field.stored : [field]).some(({ columns }) =>
        columns.some((column) => column in values),
      ),
    )
    .map(({ name }) => name);
  const change = { line: line.number, resource: resource.path, object: addressIn(resource, stored) };
  reporting.changed({ ...change, does, fields: names }, coming.calledIn(one));
}

/** Tells all that is wrong with a line. */
export function refuseLine<Services>(
  { relations, reporting }: Omit<StoreParts, 'tx'>,
  one: coming.Judged<Services>,
): void {
  const { travelling, line, problems } = one;
  const members = coming.membersIn(one);
  relations.note(travelling.resource, coming.ownOf(one), null);
  reporting.refuse(
    { number: line.number, resource: travelling.resource.path },
    [...problems].flatMap(([field, messages]) =>
      messages.map((message) => ({ field, value: members[field], message })),
    ),
  );
}

/** What the database refuses of one line, by field; undefined: it is no fault of the line. */
export function problemsIn<Services>(
  error: unknown,
  one: coming.Coming<Services> | undefined,
): Record<string, Message[]> | undefined {
  if (one === undefined) return undefined;
  const { resource, fields } = one.travelling;
  if (error instanceof RuleBrokenError) return { non_field_errors: [{ code: 'breaks_rule' }] };
  if (error instanceof MissingError) {
    const { columns } = error;
    const field = fields.find((field) =>
      (field.isFile ? field.stored : [field]).some((own) =>
        own.columns.some((column) => columns.includes(column)),
      ),
    );
    return field && { [field.name]: [{ code: 'required' }] };
  }
  if (error instanceof TakenError && error.columns.includes('id'))
    return { id: [{ code: 'unique', values: { label: 'id', model: resource.name } }] };
  const slug = fields.find(({ type }) => type === 'slug');
  if (error instanceof TakenError && slug?.columns.some((column) => error.columns.includes(column)))
    return { [slug.name]: [{ code: 'slug_taken' }] };
  return asInvalid(error, resource)?.problems;
}
