import { type Known, parseContext, showContext } from './engine.ts';
import { InvalidInput } from './errors.ts';
import { type Field, FieldProblem, type ParseContext } from './field.ts';
import type { Message } from './messages.ts';
import type { Body } from './read-body.ts';
import type { Resource, RowOf } from './resource.ts';
import { requirePermission } from './rights.ts';
import { gatherRows } from './show-rows.ts';
import type { Row, Store } from './store.ts';

/** `create` and `replace` need every required field; `patch` takes what is there. */
export type InputMode = 'create' | 'replace' | 'patch';

/** What some fields make of a body: the columns to set, and all that is wrong, told at once. */
interface Judged<Services> {
  values: Row;
  problems: Record<string, Message[]>;
  /** The name under which each field was given. */
  given: ReadonlyMap<string, { name: string }>;
  /** Those that have a value now which no other row may have. */
  unique: readonly Field<Services>[];
}

interface Input<Services> {
  mode: InputMode;
  /** The one that is changed; null: there is none. */
  row: Row | null;
  known: Known<Services>;
}

/**
 * Judges every field. Unknown and read-only members are ignored, since clients send back what they were shown.
 */
async function judge<Services>(
  fields: readonly Field<Services>[],
  body: Body,
  { mode, row, known }: Input<Services>,
): Promise<Judged<Services>> {
  const context = { ...parseContext(known), row };
  const seen = row === null ? null : await asSeen(fields, row, known);
  const problems: Record<string, Message[]> = {};
  const values: Row = {};
  const unique: Field<Services>[] = [];
  const given = nameAliases(fields, body, { row, problems });
  // Whether the object goes to another whole: what it refers to there it names anew.
  let isMoved: boolean = false;
  for (const field of fields.toSorted((one, other) => Number(other.isWhole) - Number(one.isWhole))) {
    if (field.readOnly || field.aliasOf !== undefined) continue;
    const shown = () => (seen === null ? undefined : field.show(seen, showContext(known)));
    const isAnew: boolean = isMoved && field.target?.().rights.names !== undefined;
    const { name, value }: { name: string; value: unknown } = given.get(field.name) ?? {
      name: field.name,
      value: isAnew ? shown() : undefined,
    };
    // Nothing to wait for in what stays as it is; a file comes beside the members.
    if (mode === 'patch' && value === undefined && !field.isFile) continue;
    // Whoever changes other fields need not see what this one refers to.
    if (seen !== null && field.target !== undefined && !isAnew && isSame(shown(), value)) continue;
    try {
      const at = isAnew ? { ...context, row: null } : context;
      const parsed: unknown = await parseField(field, { value, body, mode, context: at, values });
      if (parsed === undefined) continue;
      isMoved ||= field.isWhole && row !== null && !field.columns.some((column) => row[column] === parsed);
      Object.assign(values, field.toRow(parsed, known.language));
      if (field.unique !== undefined && parsed !== null) unique.push(field);
    } catch (error) {
      if (!(error instanceof FieldProblem)) throw error;
      // Clients send back what they were shown, which may be from before a limit.
      if (seen === null || field.writeOnly || shown() !== value) problems[name] = error.messages;
    }
  }
  return { values, problems, given, unique };
}

/** The row with what the caller is shown of it: what they are not shown is not compared with what they give. */
async function asSeen<Services>(
  fields: readonly Field<Services>[],
  row: Row,
  known: Known<Services>,
): Promise<Row> {
  const written = fields.filter(({ readOnly }) => !readOnly);
  const [seen = row] = await gatherRows({ fields: written }, [row], { ...known, format: 'json' });
  return seen;
}

/**
 * The values that an action takes, by column.
 *
 * @throws InvalidInput
 */
export async function parseFields<Services>(
  fields: readonly Field<Services>[],
  body: Body,
  known: Known<Services>,
): Promise<Row> {
  const { values, problems } = await judge(fields, body, { mode: 'create', row: null, known });
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems);
  return values;
}

/**
 * From a body to the columns of a resource to set.
 *
 * @throws InvalidInput
 * @throws Refusal  403, for a value that the caller may not write
 */
export async function parseInput<Services>(
  resource: Resource<Services>,
  body: Body,
  input: Input<Services>,
): Promise<Row> {
  const { values, problems, given, unique } = await judge(resource.fields, body, input);
  const { row, known } = input;
  for (const column of listsLeftOut(resource.fields, body)) {
    const verdict = resource.rights.mayWrite?.(
      known.caller,
      changesOf({ [column]: values[column] }, row),
      row,
    );
    if (verdict !== undefined && verdict !== true) delete values[column];
  }
  // Before anything is looked up: whether a value is taken is not for everybody to know.
  requirePermission(resource.rights.mayWrite?.(known.caller, changesOf(values, row), row));
  const store = known.engine.storeOf(resource.table);
  const id = row === null ? undefined : Number(row.id);
  for (const field of await takenFields(unique, values, { store, id })) {
    const { name } = given.get(field.name) ?? field;
    const message = field.unique?.(field.label, resource.name);
    if (message !== undefined) problems[name] = [message];
  }
  for (const { at, message } of await takenSets(resource, values, { store, row }))
    problems[at] = [...(problems[at] ?? []), message];
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems);
  const changes = changesOf(values, row);
  const { services, storeOf } = known.engine;
  const rowOf: RowOf = (table, columns, id) =>
    storeOf(table).find(columns, [{ columns: ['id'], operator: 'equals', value: id }]);
  const wrong = await resource.judge?.({ ...row, ...changes }, { services, changes, rowOf });
  if (wrong !== undefined) throw new InvalidInput(wrong);
  return values;
}

/** A form has no member for a list that is empty, nor for one that its sender has nothing to do with. */
function listsLeftOut<Services>(fields: readonly Field<Services>[], body: Body): string[] {
  const leftOut = fields.filter(({ isList, name }) => body.isForm && isList && !body.members.has(name));
  return leftOut.flatMap(({ columns }) => columns);
}

/** Those of the values that the row does not have already; on creation, where there is no row, all of them. */
export function changesOf(values: Row, row: Row | null): Row {
  if (row === null) return values;
  return Object.fromEntries(Object.entries(values).filter(([column, value]) => !isSame(row[column], value)));
}

function isSame(stored: unknown, given: unknown): boolean {
  if (stored instanceof Date && given instanceof Date) return stored.getTime() === given.getTime();
  if (Array.isArray(stored) && Array.isArray(given))
    return stored.length === given.length && stored.every((value, place) => value === given[place]);
  return stored === given;
}

/**
 * The members by field, those under an alias by the field that it names. Clients send back both as they were
 * shown, with one of them changed: that one counts.
 */
function nameAliases<Services>(
  fields: readonly Field<Services>[],
  body: Body,
  { row, problems }: { row: Row | null; problems: Record<string, Message[]> },
): Map<string, { name: string; value: unknown }> {
  const given = new Map([...body.members].map(([name, value]) => [name, { name, value }]));
  for (const { name: alias, aliasOf, columns } of fields) {
    if (aliasOf === undefined) continue;
    const [own, other] = [given.get(aliasOf), given.get(alias)];
    if (other === undefined || own?.value === other.value) continue;
    const isAsStored = (value: unknown) => row !== null && columns.some((column) => row[column] === value);
    if (own === undefined || isAsStored(own.value)) given.set(aliasOf, other);
    else if (!isAsStored(other.value))
      problems[alias] = [{ code: 'alias_differs', values: { field: aliasOf } }];
  }
  return given;
}

/** The stored value; undefined leaves the column as it is, or to the database. @throws FieldProblem, Refusal */
export async function parseField<Services>(
  field: Field<Services>,
  given: {
    value: unknown;
    body: Pick<Body, 'isForm' | 'file'>;
    mode: InputMode;
    context: ParseContext;
    values: Row;
  },
): Promise<unknown> {
  const { value, body, mode, context, values } = given;
  if (field.isFile) return checkFile(field, { value, body, mode });
  if (value === undefined || (body.isForm && isEmpty(value) && isLeftOut(field))) {
    const absent = ofAbsent(field, body, mode);
    return mode === 'create' && absent === undefined ? field.fallbackBeside?.(values, context) : absent;
  }
  if (value === null || (body.isForm && value === '' && field.nullable && !field.blank)) {
    if (field.nullable) return null;
    throw new FieldProblem({ code: 'null' });
  }
  return field.parse(value, context);
}

function isEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0);
}

/** An empty box of a form: no value, where a field needs none and an empty text, or an empty list, is none. */
function isLeftOut<Services>(field: Field<Services>): boolean {
  const { required, nullable, blank } = field;
  return field.isList ? !mayBeEmpty(field) : !required && !nullable && !blank;
}

/** A list whose absence is left to the database is never meant to be empty. */
function mayBeEmpty<Services>({ fallback }: Field<Services>): boolean {
  return fallback !== undefined;
}

function ofAbsent<Services>(field: Field<Services>, body: Pick<Body, 'isForm'>, mode: InputMode): unknown {
  if (mode === 'patch') return undefined;
  // No member at all is how a form says an empty list.
  if (field.isList && body.isForm && mayBeEmpty(field)) return [];
  if (field.required) throw new FieldProblem({ code: 'required' });
  if (mode === 'create') return field.fallback;
  // A form sends nothing for a box that is not ticked.
  return body.isForm && field.type === 'boolean' && field.fallback === false ? false : undefined;
}

/** A file comes as one, with something in it; whoever changes other fields need not send it again. */
export function checkFile<Services>(
  field: Field<Services>,
  { value, body, mode }: { value: unknown; body: Pick<Body, 'file'>; mode: InputMode },
): undefined {
  if (body.file?.size === 0) throw new FieldProblem({ code: 'empty_file' });
  if (body.file !== undefined) return;
  if (value !== undefined && value !== '') throw new FieldProblem({ code: 'not_a_file' });
  if (mode === 'create' && field.required) throw new FieldProblem({ code: 'no_file' });
}

async function takenFields<Services>(
  unique: readonly Field<Services>[],
  values: Row,
  { store, id }: { store: Store; id: number | undefined },
): Promise<readonly Field<Services>[]> {
  if (unique.length === 0) return [];
  const columnsOf = (field: Field<Services>) => field.columns.filter((column) => column in values);
  const columns = unique.flatMap(columnsOf);
  const sets = columns.map((column) => ({ [column]: values[column] }));
  const taken = await store.taken(sets, id);
  return unique.filter((field) => columnsOf(field).some((column) => taken[columns.indexOf(column)]));
}

/** The sets of values that another row has, and must not; those that are not given are the row's own. */
async function takenSets<Services>(
  { uniqueTogether }: Resource<Services>,
  values: Row,
  { store, row }: { store: Store; row: Row | null },
): Promise<Resource<Services>['uniqueTogether']> {
  const all: Row = { ...row, ...values };
  const sets = uniqueTogether.filter(({ columns }) => columns.some((column) => column in values));
  if (sets.length === 0) return [];
  const taken = await store.taken(
    sets.map(({ columns }) => Object.fromEntries(columns.map((column) => [column, all[column] ?? null]))),
    row === null ? undefined : Number(row.id),
  );
  return sets.filter((_set, place) => taken[place]);
}
