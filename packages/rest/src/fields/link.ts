import { Refusal } from '../errors.ts';
import {
  camelCase,
  type DeclaredField,
  declareField,
  type FieldOptions,
  FieldProblem,
  type LinkTarget,
} from '../field.ts';
import { conditionAt, objectUrl, typeName } from '../hyperlink.ts';

/**
 * A hyperlinked relation: the absolute URL of an object of another resource (contract §2). The column holds
 * its id and is named after the field, `created_by` → `createdById`.
 *
 * An object that the caller may not see is a 403, whether it exists or not.
 *
 * @param options.shownBy  the column of that object which its address shows, when it is not the id
 * @param options.isWhole  what has the field is a part of that object: only who may change the object may give it parts
 */
export function link(
  target: () => LinkTarget,
  { shownBy, isWhole = false, ...options }: FieldOptions & { shownBy?: string; isWhole?: boolean } = {},
): DeclaredField<unknown> {
  return (name) => {
    const column = options.column ?? `${camelCase(name)}Id`;
    const key = shownBy === undefined ? column : `${column.replace(/Id$/, '')}.${shownBy}`;
    return declareField<unknown>(
      { ...options, column },
      {
        type: 'field',
        schema: { type: 'string', format: 'uri' },
        target,
        columns: [...new Set([column, key])],
        columnsIn: () => [column],
        async parse(given, context) {
          const rule = conditionAt(given, target(), context);
          const found = await context.look(target(), rule, { toChange: isWhole });
          if (found === 'absent') throw new FieldProblem({ code: 'link_does_not_exist' });
          if (found === 'hidden') throw new Refusal('permission_denied');
          return found.id;
        },
        show: (row, { base }) => {
          const value = row[key];
          return value === null || value === undefined ? null : objectUrl(base, target().path, value);
        },
      },
    )(name);
  };
}

/** Of one field: each costs a look into an index. */
export const maxLinks = 1000;

/**
 * A relation of many to many: the URLs of objects of another resource, in any order, each once. It is named as the
 * relation of the model, `additional_owners` → `additionalOwners`, and written in the transaction of the row.
 *
 * An object that the caller may not see is a 403, whether it exists or not.
 */
export function links(target: () => LinkTarget, options: FieldOptions = {}): DeclaredField<unknown> {
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
          if (given.length === 0) return [];
          const conditions = given.map((one) => conditionAt(one, target(), context));
          const found = await context.lookAll(target(), conditions);
          if (found === 'absent') throw new FieldProblem({ code: 'link_does_not_exist' });
          if (found === 'hidden') throw new Refusal('permission_denied');
          return [...new Set(found)].toSorted((one, other) => one - other);
        },
        show: (row, { base }) => {
          const ids: unknown = row[column];
          return Array.isArray(ids) ? ids.map((id) => objectUrl(base, target().path, id)) : [];
        },
      },
    )(name);
  };
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
      show: (row, { base }) => objectUrl(base, path, row[column]),
    },
  );
}
