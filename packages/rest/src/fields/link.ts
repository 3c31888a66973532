import { Refusal } from '../errors.ts';
import {
  type DeclaredField,
  declareField,
  type FieldOptions,
  FieldProblem,
  type LinkTarget,
} from '../field.ts';
import { conditionAt, objectUrl } from '../hyperlink.ts';

/**
 * A hyperlinked relation: the absolute URL of an object of another resource (contract §2). The column holds
 * its id and is named after the field, `building` → `buildingId`.
 *
 * An object that the caller may not see is a 403, whether it exists or not.
 */
export function link(target: () => LinkTarget, options: FieldOptions = {}): DeclaredField<unknown> {
  return (name) => {
    const column = options.column ?? `${name}Id`;
    return declareField<unknown>(
      { ...options, column },
      {
        type: 'field',
        schema: { type: 'string', format: 'uri' },
        target,
        async parse(given, context) {
          const found = await context.look(target(), conditionAt(given, target(), context));
          if (found === 'absent') throw new FieldProblem({ code: 'link_does_not_exist' });
          if (found === 'hidden') throw new Refusal('permission_denied');
          return found.id;
        },
        show: (row, { base }) => {
          const id = row[column];
          return id === null || id === undefined ? null : objectUrl(base, target().path, id);
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
