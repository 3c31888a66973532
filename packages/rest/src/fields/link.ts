import { Refusal } from '../errors.ts';
import {
  camelCase,
  type DeclaredField,
  type DeclaredLink,
  declareField,
  type FieldOptions,
  FieldProblem,
  type GatherContext,
  type LinkTarget,
  type ParseContext,
} from '../field.ts';
import { conditionAt, objectUrl, typeName } from '../hyperlink.ts';
import type { Row } from '../store.ts';

/**
 * A hyperlinked relation: the absolute URL of an object of another resource (contract §2). The column holds
 * its id and is named after the field, `created_by` → `createdById`.
 *
 * An object that the caller may not see is a 403, whether it exists or not, and so is one that the caller may not name.
 *
 * @param options.shownBy  the column of that object which its address shows, when it is not the id
 * @param options.onlySeen  it is shown to those for whom that object exists, else null
 * @param options.isWhole  what has the field is a part of that object: only who may change the object may give it parts
 */
export function link<Name extends string>(
  target: () => LinkTarget<Name>,
  {
    shownBy,
    onlySeen = false,
    isWhole = false,
    ...options
  }: FieldOptions & { shownBy?: string; onlySeen?: boolean; isWhole?: boolean } = {},
): DeclaredLink<Name> {
  return (name) => {
    const column = options.column ?? `${camelCase(name)}Id`;
    const relation = column.replace(/Id$/, '');
    const key = shownBy === undefined ? column : `${relation}.${shownBy}`;
    const field = declareField<unknown>(
      { ...options, column },
      {
        type: 'field',
        // Whoever tries a request from its example refers to nothing that is not there.
        schema: { type: 'string', format: 'uri', ...(options.nullable === true && { example: null }) },
        isWhole,
        columns: [...new Set([column, key])],
        columnsIn: () => [column],
        async parse(given, context) {
          const rule = conditionAt(given, target(), context);
          const found = await context.look(target(), rule, {
            toChange: isWhole,
            held: context.row?.[column],
          });
          if (found === 'absent') throw new FieldProblem({ code: 'link_does_not_exist' });
          if (found === 'hidden') throw new Refusal('permission_denied');
          if (found === 'foreign') throw new Refusal('not_to_name', { values: { field: name } });
          return found.id;
        },
        show: (row, { base }) => {
          const value = row[key];
          return value === null || value === undefined ? null : objectUrl(base, target().path, value);
        },
        ...(onlySeen && { gather: (rows, { seen }) => gatherLinks(rows, { column, target, seen }) }),
      },
    )(name);
    return { ...field, target, relation };
  };
}

/** Of one field: each costs a look into an index. */
const maxLinks = 1000;

/**
 * A relation of many to many: the URLs of objects of another resource, in any order, each once. It is named as the
 * relation of the model, `additional_owners` → `additionalOwners`, and written in the transaction of the row.
 *
 * An object that the caller may not see is a 403, whether it exists or not.
 *
 * @param options.isOrdered  their order is kept, as the model has a `place` for it; each once, else 400
 * @param options.onlySeen   they are shown to those for whom they exist; who changes the list leaves the others where they
 *                           are, and one that the caller may not see is as one that does not exist
 */
export function links(
  target: () => LinkTarget,
  {
    isOrdered = false,
    onlySeen = false,
    ...options
  }: FieldOptions & { isOrdered?: boolean; onlySeen?: boolean } = {},
): DeclaredField<unknown> {
  return (name) => {
    const column = options.column ?? camelCase(name);
    return declareField<unknown>(
      { default: [], ...options },
      {
        type: 'field',
        // What readers of the document send if nobody says otherwise: none, as an address of theirs would be wrong.
        schema: { type: 'array', items: { type: 'string', format: 'uri' }, example: [] },
        target,
        isList: true,
        columnsIn: () => [],
        async parse(given, context) {
          if (!Array.isArray(given))
            throw new FieldProblem({ code: 'not_a_list', values: { type: typeName(given) } });
          if (given.length > maxLinks)
            throw new FieldProblem({ code: 'too_many_links', values: { limit: maxLinks } });
          const conditions = given.map((one) => conditionAt(one, target(), context));
          const found = given.length === 0 ? [] : await context.lookAll(target(), conditions);
          if (found === 'absent' || (found === 'hidden' && onlySeen))
            throw new FieldProblem({ code: 'link_does_not_exist' });
          if (found === 'hidden') throw new Refusal('permission_denied');
          const ids = [...new Set(found)];
          if (isOrdered && ids.length < found.length) throw new FieldProblem({ code: 'link_twice' });
          const all = onlySeen ? await withUnseen(ids, idsIn(context.row, column), target(), context) : ids;
          if (all.length > maxLinks)
            throw new FieldProblem({ code: 'too_many_links', values: { limit: maxLinks } });
          return isOrdered ? all : all.toSorted((one, other) => one - other);
        },
        show: (row, { base }) => idsIn(row, column).map((id) => objectUrl(base, target().path, id)),
        ...(onlySeen && { gather: (rows, { seen }) => gatherLinks(rows, { column, target, seen }) }),
      },
    )(name);
  };
}

/** The ids that a row has in a column of one or many. */
function idsIn(row: Row | null, column: string): number[] {
  const held = row?.[column] ?? [];
  return (Array.isArray(held) ? held : [held]).map(Number);
}

/** The rows without what does not exist for the caller. */
async function gatherLinks(
  rows: readonly Row[],
  { column, target, seen }: { column: string; target: () => LinkTarget; seen: GatherContext['seen'] },
): Promise<Row[]> {
  const there = await seen(target(), [...new Set(rows.flatMap((row) => idsIn(row, column)))]);
  return rows.map((row) => {
    const ids = idsIn(row, column).filter((id) => there.has(id));
    return { ...row, [column]: Array.isArray(row[column]) ? ids : (ids[0] ?? null) };
  });
}

/** The ids with those that were there and do not exist for the caller, each where it was. */
async function withUnseen(
  ids: readonly number[],
  held: readonly number[],
  target: LinkTarget,
  { seen }: Pick<ParseContext, 'seen'>,
): Promise<number[]> {
  const there = await seen(target, held);
  const all = [...ids];
  for (const [place, id] of held.entries()) if (!there.has(id)) all.splice(place, 0, id);
  return all;
}

/** The address of the object itself. */
export function address(path: string, column = 'id'): DeclaredField<unknown> {
  return declareField(
    { readOnly: true },
    {
      type: 'field',
      schema: { type: 'string', format: 'uri' },
      columns: [column],
      isAddress: true,
      isDerived: true,
      show: (row, { base }) => objectUrl(base, path, row[column]),
    },
  );
}

/**
 * The objects of an ordered list of links as they are shown themselves: those that exist for the caller, as far as the
 * answer has room for them.
 *
 * @param options.column  the list of their ids
 * @param options.within  the member in which each of them stands
 * @param options.schema  JSON Schema of one of them
 */
export function embedded(
  target: () => LinkTarget & { columns: readonly string[] },
  options: Pick<FieldOptions, 'label'> & { column: string; within: string; schema: Record<string, unknown> },
): DeclaredField<unknown> {
  const { label, column, within, schema } = options;
  return (name) => {
    const gathered = `${name} shown`;
    return declareField<unknown>(
      { label, readOnly: true },
      {
        type: 'field',
        schema: {
          type: 'array',
          items: { type: 'object', required: [within], properties: { [within]: schema } },
        },
        columns: [column],
        isDerived: true,
        columnsIn: () => [],
        async gather(rows, { shown }) {
          const idsOf = (row: (typeof rows)[number]) => row[column] as number[];
          const objects = await shown(target(), [...new Set(rows.flatMap(idsOf))]);
          return rows.map((row) => ({
            ...row,
            [gathered]: idsOf(row).flatMap((id) => (objects.has(id) ? [{ [within]: objects.get(id) }] : [])),
          }));
        },
        show: (row) => row[gathered] ?? [],
      },
    )(name);
  };
}
