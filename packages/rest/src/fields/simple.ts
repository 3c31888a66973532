import {
  type DeclaredField,
  declareField,
  type Field,
  type FieldOptions,
  FieldProblem,
  type ShowContext,
} from '../field.ts';
import { parseDay, parseInstant, showInstant } from '../instants.ts';
import { idOf, maxId } from '../lookup.ts';
import type { Row } from '../store.ts';

const truths = new Set(['true', 't', 'y', 'yes', 'on', '1']);
const lies = new Set(['false', 'f', 'n', 'no', 'off', '0']);

/** True or false; texts as Django REST Framework takes them, in any case. */
export function boolean(options: FieldOptions = {}): DeclaredField<unknown> {
  return declareField(options, {
    type: 'boolean',
    schema: { type: 'boolean' },
    parse(given) {
      const word = typeof given === 'object' ? '' : String(given).trim().toLowerCase();
      if (truths.has(word)) return true;
      if (lies.has(word)) return false;
      throw new FieldProblem({ code: 'not_a_boolean' });
    },
  });
}

/** The number that the service gives a row. */
export function id(): DeclaredField<unknown> {
  return declareField(
    { readOnly: true },
    {
      type: 'integer',
      schema: { type: 'integer' },
      parse(given) {
        const id = typeof given === 'object' ? null : idOf(String(given));
        if (id !== null) return id;
        throw new FieldProblem({ code: 'not_a_number' });
      },
    },
  );
}

/** A whole number; texts as Django REST Framework takes them. Without `min` and `max` what a column can hold. */
export function integer({
  min,
  max,
  ...options
}: FieldOptions & { min?: number; max?: number } = {}): DeclaredField<unknown> {
  return declareField(options, {
    type: 'integer',
    schema: { type: 'integer', minimum: min, maximum: max },
    limits: { min, max },
    parse(given) {
      const isText = typeof given === 'string' && /^\s*[+-]?\d{1,20}(?:\.0*)?\s*$/.test(given);
      const value = isText || typeof given === 'number' ? Number(given) : Number.NaN;
      if (!Number.isInteger(value)) throw new FieldProblem({ code: 'not_an_integer' });
      const [least, most] = [min ?? -maxId - 1, max ?? maxId];
      if (value < least) throw new FieldProblem({ code: 'min_value', values: { limit: least } });
      if (value > most) throw new FieldProblem({ code: 'max_value', values: { limit: most } });
      // Minus zero is zero to PostgreSQL.
      return value + 0;
    },
  });
}

/** A calendar day, `YYYY-MM-DD`. */
export function date(options: FieldOptions = {}): DeclaredField<unknown> {
  return declareField(options, {
    type: 'date',
    schema: { type: 'string', format: 'date' },
    parse(given) {
      const day = typeof given === 'string' ? parseDay(given) : null;
      if (day !== null) return day;
      throw new FieldProblem({ code: 'not_a_date' });
    },
  });
}

/** An instant; shown in the instance's time zone. */
export function dateTime(options: FieldOptions = {}): DeclaredField<unknown> {
  return (name) => {
    const field = declareField<unknown>(options, {
      type: 'datetime',
      schema: { type: 'string', format: 'date-time' },
      parse(given, { timeZone }) {
        const instant = typeof given === 'string' ? parseInstant(given, timeZone) : null;
        if (instant !== null) return instant;
        throw new FieldProblem({ code: 'not_a_datetime' });
      },
    })(name);
    const [column = name] = field.columns;
    return {
      ...field,
      show: (row, { timeZone }) => {
        const instant = row[column];
        return instant instanceof Date ? showInstant(instant, timeZone) : null;
      },
    };
  };
}

/** What the service works out from some columns. */
export function computed<Services>(
  declared: Pick<FieldOptions, 'label'> & {
    columns: readonly string[];
    show: (row: Row, context: ShowContext<Services>) => unknown;
    schema: Record<string, unknown>;
  },
): DeclaredField<Services> {
  const { columns, show, schema, ...options } = declared;
  const type =
    schema.type === 'boolean' || schema.type === 'integer' || schema.type === 'string'
      ? schema.type
      : 'field';
  // Only a value made from one column has an order that the database knows.
  const columnsIn = () => (columns.length === 1 ? columns : []);
  return declareField(
    { ...options, readOnly: true },
    { type, schema, columns, columnsIn, isDerived: true, show },
  );
}

/**
 * What is told in the answer that creates an object, and never again, such as a secret of which a hash is kept. The hook
 * `create` of the resource gives what it is shown from.
 */
export function shownOnce<Services>(
  declared: Pick<FieldOptions, 'label'> & {
    schema: Record<string, unknown>;
    show: (made: Row, context: ShowContext<Services>) => unknown;
  },
): DeclaredField<Services> {
  const { label, schema, show } = declared;
  return (name) => ({ ...computed<Services>({ label, columns: [], schema, show })(name), isShownOnce: true });
}

/**
 * A file of the request; what it becomes is the resource's business, and how it is shown too.
 *
 * @param options.maxBytes  absent: what any file may have
 * @param options.isImage   it takes pictures alone
 * @param options.stored    what the record knows of it: fields for what nobody but the service and an import writes
 */
export function file<Services>(
  options: FieldOptions & {
    maxBytes?: number;
    isImage?: boolean;
    stored: Record<string, DeclaredField<unknown>>;
    columns: readonly string[];
    show: (row: Row, context: ShowContext<Services>) => unknown;
  },
): DeclaredField<Services> {
  return declareField(options, {
    type: options.isImage ? 'image upload' : 'file upload',
    schema: { type: 'string', format: 'uri' },
    columns: options.columns,
    isFile: true,
    stored: Object.entries(options.stored).map(([name, bind]) => bind(name)),
    limits: { maxBytes: options.maxBytes },
    show: options.show,
    toRow: () => ({}),
  });
}

/** Another name of a field, in and out, for clients that know it by that. */
export function aliasOf<const Of extends string>(
  name: Of,
  field: DeclaredField<unknown>,
): (alias: string) => Field<unknown> & { aliasOf: Of } {
  return (alias) => ({ ...field(name), name: alias, required: false, unique: undefined, aliasOf: name });
}

/** Always null until the platform has what it stands for. */
export function absent(): DeclaredField<unknown> {
  return declareField(
    { readOnly: true },
    { type: 'field', schema: { type: 'null' }, columns: [], isDerived: true, show: () => null },
  );
}
