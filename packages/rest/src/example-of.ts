import { exampleOfSchema } from '@campus/service';
import type { Field, LinkTarget, ShowContext } from './field.ts';
import { objectUrl } from './hyperlink.ts';
import { isWritable, ownValue } from './pages/field-control.ts';
import type { Row } from './store.ts';

type Json = Record<string, unknown>;

/** In which words, and of which instance. */
type Spoken = Pick<ShowContext<never>, 'language' | 'base'>;

/**
 * A body that would create an object; files are left out, and what needs no value.
 *
 * @param options.chosen  addresses that relations may have, by field; absent: those of the first objects
 */
export function exampleOf<Services>(
  { fields }: { fields: readonly Field<Services>[] },
  { context, chosen }: { context: Spoken; chosen?: ReadonlyMap<string, string> },
): Json {
  const example: Json = {};
  for (const field of fields.filter(isWritable)) {
    if (field.isFile || field.writeOnly) continue;
    if (field.required || field.schema.example !== undefined)
      example[field.name] = chosen?.get(field.name) ?? exampleValue(field, context);
    else if (field.nullable) example[field.name] = null;
    else if (field.fallback !== undefined) example[field.name] = field.fallback;
  }
  return example;
}

/** The body that would change nothing of an object. */
export function writableValues<Services>(
  { fields }: { fields: readonly Field<Services>[] },
  { row, context }: { row: Row; context: ShowContext<Services> },
): Json {
  const shown = fields.filter((field) => isWritable(field) && !field.isFile && !field.writeOnly);
  return Object.fromEntries(shown.map((field) => [field.name, ownValue(field, row, context)]));
}

/** A value that such a field may have. */
export function exampleValue<Services>(
  { label, schema, target, isList }: Field<Services>,
  { language, base }: Spoken,
): unknown {
  const { example } = schema;
  if (example !== undefined) return example;
  if (isList) return [];
  if (target !== undefined) return exampleAddress(target(), base);
  return exampleOfSchema(schema, { name: label[language] });
}

/** Where the object of the examples is. */
export function exampleAddress(of: Pick<LinkTarget, 'path' | 'lookup' | 'fields'>, base: string): string {
  return objectUrl(base, of.path, exampleKey(of));
}

/** By what the object of the examples is found: its number, or its slug. */
export function exampleKey({ lookup, fields }: Pick<LinkTarget, 'lookup' | 'fields'>): unknown {
  const { column: name } = lookup;
  const key = fields.find((field) => field.name === name);
  return key === undefined ? 1 : exampleOfSchema(key.schema, { name });
}
