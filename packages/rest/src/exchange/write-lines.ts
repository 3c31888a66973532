import { type Language, languages } from '@campus/pages';
import { asInvalid } from '../actions/write.ts';
import type { Caller } from '../caller.ts';
import { InvalidInput, Refusal } from '../errors.ts';
import { type Field, FieldProblem, type ParseContext, type ShowContext } from '../field.ts';
import { changesOf, parseField } from '../input.ts';
import { idOf } from '../lookup.ts';
import { withSlug } from '../make-slug.ts';
import type { Message } from '../messages.ts';
import type { RowOf } from '../resource.ts';
import { requireRight } from '../rights.ts';
import { maxStoredSlugLength } from '../slugify.ts';
import { MissingError, type Row, RuleBrokenError } from '../store.ts';
import type { ExchangeStore, Writing } from './exchange-store.ts';
import type { Reporting } from './import-report.ts';
import { isDeep, type ReadLine } from './read-lines.ts';
import { addressOfId, isKey, keyFieldOf, namedBy, type Relations } from './relations.ts';
import { addressIn, memberOf, type Travelling } from './travelling.ts';

/** What an import works with. */
export interface Importing<Services> {
  store: ExchangeStore;
  /** What travels, by the path of its resource. */
  travelling: ReadonlyMap<string, Travelling<Services>>;
  services: Services;
  /** In whose name, and with whose rights. */
  caller: Caller;
  /** Of the report, and of texts that come in no language of their own. */
  language: Language;
  timeZone: string;
  /** The public address of the instance, and the host that the request named. */
  base: string;
  requestHost: string;
}

/** A line, and what it is of. */
export interface Coming<Services> {
  line: ReadLine;
  travelling: Travelling<Services>;
}

/** The same on its way. */
interface Judged<Services> extends Coming<Services> {
  /** What it says, by field. */
  members: Record<string, unknown>;
  /** What is wrong with it, by field; empty: nothing is known to be. */
  problems: Map<string, Message[]>;
  /** What is there already; null: nothing is. */
  row: Row | null;
  /** The columns that it writes. */
  values: Row;
}

/** Values come as they are, not as those of a form do. */
const nothing = { isForm: false, file: undefined };

/** Larger ids are not kept, so that there is room behind them. */
const maxKeptId = 1_000_000_000;

/** A line that waits for what it refers to. */
type Waiting<Services> = Coming<Services> & { refuse: () => void };

/** Writes lines of one resource at a time. */
export class WriteLines<Services> {
  private readonly importing: Importing<Services>;
  private readonly tx: Writing;
  private readonly relations: Relations;
  private readonly reporting: Reporting;
  private readonly context: ParseContext;
  private readonly show: ShowContext<Services>;

  constructor(
    importing: Importing<Services>,
    { tx, relations, reporting }: { tx: Writing; relations: Relations; reporting: Reporting },
  ) {
    [this.importing, this.tx, this.relations, this.reporting] = [importing, tx, relations, reporting];
    const { services, caller, language, timeZone, base, requestHost } = importing;
    this.show = { services, caller, language, timeZone, base: '' };
    this.context = {
      ...{ language, timeZone, base, requestHost, caller, row: null },
      look: relations.look,
      lookAll: relations.lookAll,
      seen: async (target, ids) => {
        const conditions = target.rights.sees(caller);
        const rows = await tx.pick(target.table, { columns: ['id'], ids, conditions });
        return new Set(rows.map(({ id }) => Number(id)));
      },
    };
  }

  /** @param options.isLast  what a line refers to does not come any more. @returns those that wait for it */
  async write(
    some: readonly Coming<Services>[],
    { isLast }: { isLast: boolean },
  ): Promise<Waiting<Services>[]> {
    const left: Waiting<Services>[] = [];
    // What two lines say of one object, or one of another before it, is written one after the other.
    for (let rest = some; rest.length > 0; ) {
      const [together, others] = this.split(rest);
      const judged = await this.judge(together);
      const fine: Judged<Services>[] = [];
      for (const one of judged) {
        if (one.problems.size === 0) fine.push(one);
        else if (!isLast && waits(one)) {
          this.relations.note(one.travelling.resource, ownOf(one), null);
          left.push({ ...one, refuse: () => this.refuse(one) });
        } else this.refuse(one);
      }
      await this.store(fine);
      rest = others;
    }
    return left;
  }

  private split(
    some: readonly Coming<Services>[],
  ): readonly [Coming<Services>[], readonly Coming<Services>[]] {
    const { resource, fields, keys } = some[0]?.travelling ?? { resource: undefined, fields: [], keys: [] };
    const own = fields.filter(({ target }) => target !== undefined && target().path === resource?.path);
    const there = new Set<string>();
    const end = some.findIndex(({ line: { members } }) => {
      const id = idIn(members)?.id;
      const names = [
        ...(id === undefined ? [] : [`id ${id}`]),
        ...keys.flatMap((key, place) => {
          const values = key.map(({ name }) => members[name] ?? null);
          return values.includes(null) ? [] : textsIn(values).map((text) => `${place} ${text}`);
        }),
      ];
      const refersWithin = there.size > 0 && own.some(({ name }) => (members[name] ?? null) !== null);
      const isThere = refersWithin || names.some((name) => there.has(name));
      for (const name of names) there.add(name);
      return isThere;
    });
    // The first alone is always written.
    return end <= 0 ? [[...some], []] : [some.slice(0, end), some.slice(end)];
  }

  /** Finds what is there already, and judges every value beside it. */
  private async judge(some: readonly Coming<Services>[]): Promise<Judged<Services>[]> {
    const judged = some.map((one): Judged<Services> => {
      const members = membersIn(one);
      const known = one.travelling.fields.map(({ name }) => name);
      const problems = new Map<string, Message[]>();
      for (const name of Object.keys(members))
        if (!known.includes(name))
          problems.set(name, [{ code: 'unknown_member', values: { known: known.join(', ') } }]);
      return { ...one, members, problems, row: null, values: {} };
    });
    const travelling = judged[0]?.travelling;
    if (travelling === undefined) return [];
    await this.prepareRelations(judged, travelling);
    await this.findRows(judged, travelling);
    for (const one of judged) if (one.problems.size === 0) await this.parse(one);
    const rowOf = this.rowsBeside(judged);
    for (const one of judged) if (one.problems.size === 0) await this.judgeWhole(one, rowOf);
    return judged;
  }

  /** Looks up what the lines refer to; what they name by a key is an address from here on. */
  private async prepareRelations(
    judged: Judged<Services>[],
    { fields }: Travelling<Services>,
  ): Promise<void> {
    for (const { name, target } of fields) {
      if (target === undefined) continue;
      const to = target();
      const keyField = keyFieldOf(to);
      const column = keyField?.columns[0];
      const each = judged.flatMap((one) => [one.members[name]].flat());
      const longest = keyField?.limits.maxLength ?? maxStoredSlugLength;
      // PostgreSQL compares no column with what it has no room for.
      const keys = [...new Set(each.filter(isKey).map((key) => key.trim()))].filter(
        (key) => [...key].length <= longest,
      );
      if (column !== undefined && keys.length > 0) {
        const ids = await this.tx.match(
          to.table,
          keys.map((key) => ({ [column]: key })),
        );
        const found = ids.filter((id) => id !== null);
        const seen = await this.context.seen(to, found);
        const addresses = new Map(
          keys.flatMap((key, place) => {
            const id = ids[place] ?? null;
            return id === null || !seen.has(id) ? [] : [[key, addressOfId(to, id)] as const];
          }),
        );
        const addressed = (value: unknown) => (isKey(value) ? (addresses.get(value.trim()) ?? value) : value);
        for (const { members, problems } of judged) {
          const value = members[name];
          if (value === undefined) continue;
          members[name] = Array.isArray(value) ? value.map(addressed) : addressed(value);
          // It may come, as an object that is named by its address.
          if ([members[name]].flat().some(isKey)) problems.set(name, [{ code: 'link_does_not_exist' }]);
        }
      }
      const given = judged
        .flatMap((one) => [one.members[name]].flat())
        .filter((value) => typeof value === 'string')
        .flatMap((value) => namedBy(value, to, this.context) ?? []);
      if (given.length > 0) await this.relations.prepare(this.tx, given);
    }
  }

  /** The rows that the lines are about, by the first of their keys that they have whole, else by their id. */
  private async findRows(judged: Judged<Services>[], travelling: Travelling<Services>): Promise<void> {
    const { resource, keys, judgedColumns: columns } = travelling;
    const groups = new Map<string, { one: Judged<Services>; values: Row }[]>();
    for (const one of judged) {
      const key = keys.find((fields) => fields.every(({ name }) => (one.members[name] ?? null) !== null));
      const each = key === undefined ? [idIn(one.members) ?? []].flat() : await this.keyValues(key, one);
      for (const [place, values] of each.entries()) {
        const name = [place, ...Object.keys(values)].join();
        groups.set(name, [...(groups.get(name) ?? []), { one, values }]);
      }
    }
    const found = new Map<number, Judged<Services>>();
    const ofFound = new Set<Judged<Services>>();
    for (const group of groups.values()) {
      const ids = await this.tx.match(
        resource.table,
        group.map(({ values }) => values),
      );
      for (const [place, id] of ids.entries()) {
        const one = group[place]?.one;
        if (id === null || one === undefined || ofFound.has(one)) continue;
        found.set(id, one);
        ofFound.add(one);
      }
    }
    if (found.size === 0) return;
    const ids = [...found.keys()];
    // What the caller does not see is not told to be there.
    const conditions = resource.rights.sees(this.importing.caller);
    for (const row of await this.tx.pick(resource.table, { columns, ids, conditions })) {
      const one = found.get(Number(row.id));
      if (one !== undefined) one.row = row;
    }
  }

  /** The columns of a key, each way in which it may be met, the best first; none: what stands there is told later. */
  private async keyValues(
    key: readonly Field<Services>[],
    { members, line }: Judged<Services>,
  ): Promise<Row[]> {
    const values: Row = {};
    try {
      for (const field of key)
        Object.assign(
          values,
          await this.columnsFor(field, members[field.name], { row: null, isTable: line.isTable, values }),
        );
      const given = Object.entries(values).filter(([, value]) => value !== null);
      const [only] = key;
      // A text in one language tells it from all others: that in another may be what changes.
      if (key.length === 1 && only?.isTranslated) return given.map((one) => Object.fromEntries([one]));
      return given.length === 0 ? [] : [Object.fromEntries(given)];
    } catch (error) {
      if (error instanceof FieldProblem || error instanceof Refusal) return [];
      throw error;
    }
  }

  /** What a line writes, with all that is wrong with it. */
  private async parse(one: Judged<Services>): Promise<void> {
    const { travelling, members, problems, line, row, values } = one;
    const { resource, fields } = travelling;
    const { caller } = this.importing;
    const { rights, actions } = resource;
    const isNew = row === null;
    try {
      const action = isNew ? 'create' : 'update';
      requireRight(actions.includes(action) && rights.may(caller, action));
      for (const field of fields) {
        const given = members[field.name];
        // What only the service gives is taken of those who may give everything, and once.
        if ((field.readOnly || field.isFile) && !(isNew && caller.isSuperuser && given !== undefined))
          continue;
        if (!isNew && (given === undefined || this.isAsShown(field, row, given))) continue;
        try {
          Object.assign(values, await this.columnsFor(field, given, { row, isTable: line.isTable, values }));
        } catch (error) {
          const messages =
            error instanceof FieldProblem ? error.messages : problemsOf(error).non_field_errors;
          problems.set(field.name, messages ?? []);
        }
      }
      if (problems.size > 0) return;
      one.values = changesOf(values, row);
      if (!isNew && Object.keys(one.values).length === 0) return;
      requireRight(row === null ? true : rights.mayChange?.(caller, row));
      requireRight(rights.mayWrite?.(caller, one.values, row));
    } catch (error) {
      for (const [name, messages] of Object.entries(problemsOf(error))) problems.set(name, messages);
    }
  }

  private isAsShown(field: Field<Services>, row: Row, given: unknown): boolean {
    return JSON.stringify(memberOf(field, row, this.show)) === JSON.stringify(given);
  }

  /** What is wrong with values that are all fine by themselves. */
  private async judgeWhole(
    { travelling, row, values, problems }: Judged<Services>,
    rowOf: RowOf,
  ): Promise<void> {
    if (Object.keys(values).length === 0) return;
    const { services } = this.importing;
    const wrong = await travelling.resource.judge?.(
      { ...row, ...values },
      { services, changes: values, rowOf },
    );
    for (const [name, messages] of Object.entries(wrong ?? {})) problems.set(name, messages);
  }

  /** Looks up what some lines refer to for all of them, as soon as one of them is asked for. */
  private rowsBeside(judged: readonly Judged<Services>[]): RowOf {
    const looked = new Map<string, Promise<ReadonlyMap<number, Row>>>();
    const idsIn = (table: string) =>
      judged.flatMap(({ travelling, row, values }) =>
        travelling.fields
          .filter(({ target, isList }) => !isList && target?.().table === table)
          .flatMap(({ columns: [column = ''] }) => Number(values[column] ?? row?.[column] ?? []) || []),
      );
    const pick = async (table: string, columns: readonly string[], ids: readonly number[]) => {
      const found = await this.tx.pick(table, { columns: ['id', ...columns], ids, conditions: [] });
      return new Map(found.map((one) => [Number(one.id), one]));
    };
    return async (table, columns, id) => {
      const key = `${table} ${columns.join()}`;
      const beside = looked.get(key) ?? pick(table, columns, [...new Set(idsIn(table))]);
      looked.set(key, beside);
      return (await beside).get(id) ?? (await pick(table, columns, [id])).get(id) ?? null;
    };
  }

  /** The columns of one field. @throws FieldProblem, Refusal */
  private async columnsFor(
    field: Field<Services>,
    value: unknown,
    { row, isTable, values }: { row: Row | null; isTable: boolean; values: Row },
  ): Promise<Row> {
    const { language } = this.importing;
    const context = { ...this.context, row };
    const given = isTable ? cellValue(field, value) : value;
    if (field.isFile) return this.storedColumns(field, given, isTable);
    if (field.isTranslated && typeof given === 'object' && given !== null && !Array.isArray(given)) {
      const texts: Row = {};
      for (const one of languages) {
        const text = (given as Row)[one];
        if (text !== undefined)
          Object.assign(texts, field.toRow(text === null ? '' : await field.parse(text, context), one));
      }
      const after: Row = { ...row, ...texts };
      if (field.required && field.columns.every((column) => (after[column] ?? null) === null))
        throw new FieldProblem({ code: 'required' });
      return texts;
    }
    if (field.imported !== undefined && given !== undefined) return field.imported(given, context);
    const mode = row === null ? 'create' : 'patch';
    const parsed = await parseField(field, { value: given, body: nothing, mode, context, values });
    if (field.type === 'slug' && typeof parsed === 'string') {
      if (!/^[a-z0-9_-]+$/.test(parsed)) throw new FieldProblem({ code: 'not_a_slug' });
      if (parsed.length > maxStoredSlugLength)
        throw new FieldProblem({ code: 'max_length', values: { limit: maxStoredSlugLength } });
    }
    return parsed === undefined ? {} : field.toRow(parsed, language);
  }

  /** What the record knows of its file. */
  private async storedColumns({ stored }: Field<Services>, given: unknown, isTable: boolean): Promise<Row> {
    if (typeof given !== 'object' || given === null) throw new FieldProblem({ code: 'not_a_stored_file' });
    const values: Row = {};
    for (const field of stored)
      Object.assign(
        values,
        await this.columnsFor(field as Field<Services>, (given as Row)[field.name], {
          row: null,
          isTable,
          values,
        }),
      );
    return values;
  }

  /** Writes what is fine, of which some may still meet what another has written meanwhile. */
  private async store(fine: readonly Judged<Services>[]): Promise<void> {
    const made = fine.filter(({ row }) => row === null);
    const changed = fine.filter(({ row }) => row !== null);
    if (made.length > 0) await this.insert(made);
    for (const one of changed) {
      const before = Number(one.row?.id);
      const id = await this.ownId(one, before);
      const values = id === before ? one.values : { ...one.values, id };
      const isSame = Object.keys(values).length === 0;
      const { table } = one.travelling.resource;
      // Which id it got when it was made with another, a moment ago, is no change.
      if (isSame || (await this.attempt(one, () => this.tx.update(table, before, values))))
        this.done(one, id, Object.keys(one.values).length > 0);
    }
  }

  /**
   * The id that a row is to have. One that came to be with another, which this import has made, has that of its line: whoever
   * has it instead came to be likewise, and gets its own later.
   */
  private async ownId({ members, travelling, row }: Judged<Services>, id: number): Promise<number> {
    const { table } = travelling.resource;
    const wanted = Number(idIn(members)?.id ?? id);
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
    return wanted;
  }

  /** All by one statement; when that is refused, one by one, so that each is told what is wrong. */
  private async insert(made: readonly Judged<Services>[]): Promise<void> {
    const { resource } = made[0]?.travelling ?? {};
    if (resource === undefined) return;
    const rows = await this.withIds(made);
    try {
      await this.tx.attempt(() => this.tx.insert(resource.table, rows));
      for (const [place, one] of made.entries()) this.done(one, Number(rows[place]?.id), true);
    } catch (error) {
      if (problemsIn(error, made[0]) === undefined) throw error;
      for (const [place, one] of made.entries()) {
        const row = rows[place] ?? {};
        if (await this.attempt(one, () => this.tx.insert(resource.table, [row])))
          this.done(one, Number(row.id), true);
      }
    }
  }

  /** What is made has the id that its line gives it, where that is free, and a slug. */
  private async withIds(made: readonly Judged<Services>[]): Promise<Row[]> {
    const { resource } = made[0]?.travelling ?? {};
    if (resource === undefined) return [];
    const { table } = resource;
    const wanted = made.map(({ members }) => (this.importing.caller.isSuperuser ? idIn(members) : undefined));
    const asked = wanted.filter((one) => one !== undefined);
    const taken = new Set(asked.length === 0 ? [] : await this.tx.match(table, asked));
    const isFree = (one: Row | undefined) =>
      one !== undefined && Number(one.id) <= maxKeptId && !taken.has(Number(one.id));
    const next = await this.tx.nextIds(table, wanted.filter((one) => !isFree(one)).length);
    const rows: Row[] = [];
    const given = new Set<string>();
    for (const [place, one] of made.entries()) {
      const id = isFree(wanted[place]) ? Number(wanted[place]?.id) : next.shift();
      const numbered = async (column: string, text: string) => [
        ...(await this.tx.numbered(table, column, text)),
        ...given,
      ];
      const row = await withSlug(resource, { ...one.values, id }, numbered);
      for (const field of resource.fields)
        if (field.type === 'slug') given.add(String(row[field.columns[0] ?? '']));
      rows.push(row);
    }
    return rows;
  }

  private done(one: Judged<Services>, id: number, isChanged: boolean): void {
    const { travelling, line, row, values } = one;
    const { resource, fields } = travelling;
    this.relations.note(resource, ownOf(one), id);
    if (row === null) this.relations.noteMade(resource, id);
    if (!isChanged) {
      this.reporting.did(undefined);
      return;
    }
    const names = fields
      .filter((field) =>
        (field.isFile ? field.stored : [field]).some(({ columns }) =>
          columns.some((column) => column in values),
        ),
      )
      .map(({ name }) => name);
    this.reporting.did({
      ...{ line: line.number, resource: resource.path, does: row === null ? 'create' : 'update' },
      ...{ object: row === null ? null : addressIn(resource, row), fields: names },
    });
  }

  /** Whether it was done; what is wrong is told otherwise. */
  private async attempt(one: Judged<Services>, work: () => Promise<void>): Promise<boolean> {
    try {
      await this.tx.attempt(work);
      return true;
    } catch (error) {
      const problems = problemsIn(error, one);
      if (problems === undefined) throw error;
      for (const [name, messages] of Object.entries(problems)) one.problems.set(name, messages);
      this.refuse(one);
      return false;
    }
  }

  private refuse(one: Judged<Services>): void {
    const { travelling, line, members, problems } = one;
    this.relations.note(travelling.resource, ownOf(one), null);
    this.reporting.refuse(
      { number: line.number, resource: travelling.resource.path },
      [...problems].flatMap(([field, messages]) =>
        messages.map((message) => ({ field, value: members[field], message })),
      ),
    );
  }
}

/** What a line says, lists that stand in a cell taken apart. */
function membersIn<Services>({ line, travelling }: Coming<Services>): Record<string, unknown> {
  if (!line.isTable) return { ...line.members };
  const lists = new Set(travelling.fields.filter(({ isList }) => isList).map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(line.members).map(([name, cell]) => [name, lists.has(name) ? listIn(cell) : cell]),
  );
}

function listIn(cell: unknown): unknown {
  if (typeof cell !== 'string') return undefined;
  try {
    const list: unknown = JSON.parse(cell);
    return Array.isArray(list) && !isDeep(list) ? list : [cell];
  } catch {
    return [cell];
  }
}

/** An empty cell: nothing where there may be nothing, else as if it were not there. */
function cellValue<Services>({ nullable, isFile, isTranslated }: Field<Services>, cell: unknown): unknown {
  return cell === null && !nullable && !isFile && !isTranslated ? undefined : cell;
}

/** The id that a line gives its object; undefined: none, or nothing that can be one. */
function idIn({ id }: Record<string, unknown>): Row | undefined {
  const given = typeof id === 'string' || typeof id === 'number' ? idOf(String(id)) : null;
  return given === null ? undefined : { id: given };
}

/** What two lines of one object may have alike: the values of a key, of a text in languages each by itself. */
function textsIn(values: readonly unknown[]): string[] {
  const [only] = values;
  const isTranslated = values.length === 1 && typeof only === 'object' && only !== null;
  const each = isTranslated ? Object.values(only).filter((text) => text !== null) : undefined;
  return (each?.map((text) => [text]) ?? [values]).map((one) => JSON.stringify(one));
}

/** How the object of a line is named in the file. */
function ownOf<Services>({ travelling, members }: Pick<Judged<Services>, 'travelling' | 'members'>): Row {
  const own: Row = { ...idIn(members) };
  for (const { type, name, columns } of travelling.fields)
    if (type === 'slug' && typeof members[name] === 'string') own[columns[0] ?? ''] = members[name];
  return own;
}

/** Whether all that is wrong is that something is not there, which may come. */
function waits<Services>({ problems, travelling }: Judged<Services>): boolean {
  const isRelation = (name: string) =>
    travelling.fields.some((field) => field.name === name && field.target !== undefined);
  return [...problems].every(
    ([name, messages]) =>
      isRelation(name) &&
      messages.every((message) => 'code' in message && message.code === 'link_does_not_exist'),
  );
}

/** What an error says of one line, by field. @throws it, where it says nothing of a line */
function problemsOf(error: unknown): Record<string, Message[]> {
  if (error instanceof InvalidInput) return error.problems;
  if (error instanceof Refusal) return { non_field_errors: [{ text: error.text, values: error.values }] };
  throw error;
}

/** What the database refuses of one line, by field; undefined: it is no fault of the line. */
function problemsIn<Services>(
  error: unknown,
  one: Coming<Services> | undefined,
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
  return asInvalid(error, resource)?.problems;
}
