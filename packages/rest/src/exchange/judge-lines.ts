import { languages } from '@campus/pages';
import { InvalidInput, Refusal } from '../errors.ts';
import { type Field, FieldProblem, type LinkTarget, type ParseContext, type ShowContext } from '../field.ts';
import { changesOf, parseField } from '../input.ts';
import { maxStoredSlugLength, slugWithId } from '../make-slug.ts';
import type { Message } from '../messages.ts';
import type { RowOf } from '../resource.ts';
import { requirePermission } from '../rights.ts';
import type { Row } from '../store.ts';
import { type Coming, cellValue, type Importing, idIn, type Judged, membersIn } from './coming-line.ts';
import type { Writing } from './exchange-store.ts';
import { addressOf, byItsId, isKey, keyFieldOf, type Named, namedBy, type Relations } from './relations.ts';
import { memberOf, type Travelling } from './travelling.ts';

/** Values come as they are, not as those of a form do. */
const nothing = { isForm: false, file: undefined };

/** Says of lines of one resource what they write, and what is wrong with them. */
export class JudgeLines<Services> {
  private readonly importing: Importing<Services>;
  private readonly tx: Writing;
  private readonly relations: Relations;
  private readonly context: ParseContext;
  private readonly show: ShowContext<Services>;

  constructor(importing: Importing<Services>, { tx, relations }: { tx: Writing; relations: Relations }) {
    [this.importing, this.tx, this.relations] = [importing, tx, relations];
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

  /** Finds what is there already, and judges every value beside it. */
  async judge(some: readonly Coming<Services>[]): Promise<Judged<Services>[]> {
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
    await this.findSlugs(judged, travelling);
    for (const one of judged) {
      const { line, row, problems } = one;
      if (typeof line.rowId === 'number' && row === null)
        problems.set('non_field_errors', [{ code: 'row_gone' }]);
      const own = line.rowId === undefined ? Number(idIn(one.members)?.id) : Number.NaN;
      if (row?.id !== own && this.relations.isMeant(travelling.resource, own))
        problems.set('id', [{ code: 'id_named_before' }]);
      // What somebody else has made stays as it is.
      const isLeft = line.rowId === null && row !== null;
      if (problems.size === 0 && !isLeft) await this.parse(one);
    }
    const rowOf = this.rowsBeside(judged);
    for (const one of judged) if (one.problems.size === 0) await this.judgeWhole(one, rowOf);
    return judged;
  }

  /** Looks up what the lines refer to; whatever they name it by, it has its address here from here on. */
  private async prepareRelations(
    judged: Judged<Services>[],
    { fields }: Travelling<Services>,
  ): Promise<void> {
    for (const { name, target } of fields) {
      if (target === undefined) continue;
      const to = target();
      const byKey = await this.namedByKey(
        judged.flatMap((one) => [one.members[name]].flat()),
        to,
      );
      const all: Named[] = [];
      const asGiven: Named[] = [];
      // Undefined: it may come yet.
      const addressHere = (value: unknown) => {
        if (typeof value !== 'string') return value;
        const named = byKey !== undefined && isKey(value) ? null : namedBy(value, to, this.context);
        // What is wrong with it is told later.
        if (named === undefined) return value;
        const here = named === null ? byKey?.get(value.trim()) : this.relations.here(named);
        if (here !== undefined) all.push(here);
        if (here !== undefined && here === named) asGiven.push(here);
        return here === named ? value : here && addressOf(here);
      };
      for (const { members, problems } of judged) {
        const value = members[name];
        if (value === undefined) continue;
        const here = [value].flat().map(addressHere);
        if (here.includes(undefined)) problems.set(name, [{ code: 'link_does_not_exist' }]);
        else members[name] = Array.isArray(value) ? here : here[0];
      }
      if (all.length > 0) await this.relations.prepare(this.tx, all, asGiven);
    }
  }

  /** What some values name by a key, of what the caller sees; undefined: nothing can be named so. */
  private async namedByKey(
    values: readonly unknown[],
    to: LinkTarget,
  ): Promise<ReadonlyMap<string, Named> | undefined> {
    const field = keyFieldOf(to);
    const column = field?.columns[0];
    if (column === undefined) return undefined;
    // PostgreSQL compares no column with what it has no room for.
    const longest = field?.limits.maxLength ?? maxStoredSlugLength;
    const keys = [...new Set(values.filter(isKey).map((key) => key.trim()))].filter(
      (key) => [...key].length <= longest,
    );
    if (keys.length === 0) return new Map();
    const sets = keys.map((key) => ({ [column]: key }));
    const ids = await this.tx.match(to.table, sets);
    const seen = await this.context.seen(
      to,
      ids.filter((id) => id !== null),
    );
    return new Map(
      keys.flatMap((key, place) => {
        const id = ids[place] ?? null;
        return id === null || !seen.has(id) ? [] : [[key, byItsId(to, id)] as const];
      }),
    );
  }

  /** The rows that the lines are about, by the first of their keys that they have whole, else by their id. */
  private async findRows(judged: Judged<Services>[], travelling: Travelling<Services>): Promise<void> {
    const { resource, keys, judgedColumns: columns } = travelling;
    const groups = new Map<string, { one: Judged<Services>; values: Row }[]>();
    for (const one of judged) {
      const each = await this.whereItIs(one, keys);
      for (const [place, values] of each.entries()) {
        const name = [place, ...Object.keys(values)].join();
        groups.set(name, [...(groups.get(name) ?? []), { one, values }]);
      }
    }
    const places = new Map<Judged<Services>, number>();
    for (const group of groups.values()) {
      const ids = await this.tx.match(
        resource.table,
        group.map(({ values }) => values),
      );
      for (const [place, id] of ids.entries()) {
        const one = group[place]?.one;
        if (id !== null && one !== undefined && !places.has(one)) places.set(one, id);
      }
    }
    if (places.size === 0) return;
    const ids = [...places.values()];
    const found = new Map([...places].map(([one, id]) => [id, one]));
    // What the caller does not see is not told to be there.
    const conditions = resource.rights.sees(this.importing.caller);
    for (const row of await this.tx.pick(resource.table, { columns, ids, conditions })) {
      const one = found.get(Number(row.id));
      if (one !== undefined) one.row = row;
    }
  }

  /** Refuses the slugs of others to lines that are about none of them. */
  private async findSlugs(judged: readonly Judged<Services>[], { resource, fields }: Travelling<Services>) {
    const slug = fields.find(({ type }) => type === 'slug');
    const [column = ''] = slug?.columns ?? [];
    const asking = judged.filter(
      ({ line, row, members }) =>
        line.rowId === null && row === null && slug !== undefined && isKey(members[slug.name]),
    );
    const ids = await this.tx.match(
      resource.table,
      asking.map(({ members }) => ({ [column]: members[slug?.name ?? ''] })),
    );
    for (const [place, one] of asking.entries())
      if (ids[place] !== null) one.problems.set(slug?.name ?? '', [{ code: 'slug_taken' }]);
  }

  /** What its row has, each way in which it may be met, the best first. */
  private async whereItIs(one: Judged<Services>, keys: Travelling<Services>['keys']): Promise<Row[]> {
    const { members, line, travelling } = one;
    if (typeof line.rowId === 'number') return [{ id: line.rowId }];
    // A slug is made of what others may be called as well.
    const asked = line.rowId === null ? keys.filter(([field]) => field?.type !== 'slug') : keys;
    const key = asked.find((fields) => fields.every(({ name }) => (members[name] ?? null) !== null));
    if (key !== undefined) return this.keyValues(key, one);
    const own = line.rowId === null ? undefined : idIn(members);
    const id = own && this.relations.idHere(travelling.resource, Number(own.id));
    return id === undefined ? [] : [{ id }];
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
    const { isTable, send } = line;
    const { rights, actions } = resource;
    const isNew = row === null;
    try {
      const action = isNew ? 'create' : 'update';
      requirePermission(actions.includes(action) && rights.may(caller, action));
      for (const field of fields) {
        const given = members[field.name];
        // What only the service gives is taken of those who may give everything, and once.
        if ((field.readOnly || field.isFile) && !(isNew && caller.isSuperuser && given !== undefined))
          continue;
        if (!isNew && (given === undefined || this.isAsShown(field, row, given))) continue;
        try {
          const beside = { row, isTable, values, isSent: send !== undefined };
          Object.assign(values, await this.columnsFor(field, given, beside));
        } catch (error) {
          const messages =
            error instanceof FieldProblem ? error.messages : problemsOf(error).non_field_errors;
          problems.set(field.name, messages ?? []);
        }
      }
      if (problems.size > 0) return;
      one.values = changesOf(values, row);
      if (!isNew && Object.keys(one.values).length === 0) return;
      requirePermission(row === null ? true : rights.mayChange?.(caller, row));
      requirePermission(rights.mayWrite?.(caller, one.values, row));
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
    {
      row,
      isTable,
      values,
      isSent = false,
    }: { row: Row | null; isTable: boolean; values: Row; isSent?: boolean },
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
    if (field.imported !== undefined && given !== undefined && !isSent) return field.imported(given, context);
    const mode = row === null ? 'create' : 'patch';
    const parsed = await parseField(field, { value: given, body: nothing, mode, context, values });
    if (field.type === 'slug' && typeof parsed === 'string') {
      if (!/^[a-z0-9_-]+$/.test(parsed)) throw new FieldProblem({ code: 'not_a_slug' });
      if (parsed.length > maxStoredSlugLength)
        throw new FieldProblem({ code: 'max_length', values: { limit: maxStoredSlugLength } });
      const { idDigits: digits } = field.madeFrom ?? {};
      if (digits !== undefined && !new RegExp(`^[0-9]{${digits},}-`).test(parsed))
        throw new FieldProblem({
          code: 'slug_without_id',
          values: { digits, example: slugWithId(42, parsed, digits) },
        });
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
}

/** What an error says of one line, by field. @throws it, where it says nothing of a line */
export function problemsOf(error: unknown): Record<string, Message[]> {
  if (error instanceof InvalidInput) return error.problems;
  if (error instanceof Refusal && error.status < 500)
    return { non_field_errors: [{ text: error.text, values: error.values }] };
  throw error;
}
