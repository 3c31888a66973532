import { capitalised } from '../capitalised.ts';
import type { Field, ShowContext } from '../field.ts';
import { objectUrl } from '../hyperlink.ts';
import type { Row } from '../store.ts';
import { isWritable, ownValue } from './control-value.ts';

type Json = Record<string, unknown>;

/**
 * A body that would create an object; files are left out, and what needs no value.
 *
 * @param options.chosen  addresses that relations may have, by field
 */
export function exampleOf<Services>(
  { fields }: { fields: readonly Field<Services>[] },
  { context, chosen }: { context: ShowContext<Services>; chosen: ReadonlyMap<string, string> },
): Json {
  const example: Json = {};
  for (const field of fields.filter(isWritable)) {
    if (field.isFile || field.writeOnly) continue;
    if (field.required) example[field.name] = chosen.get(field.name) ?? valueFor(field, context);
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

function valueFor<Services>(field: Field<Services>, { language, base }: ShowContext<Services>): unknown {
  if (field.isList) return [];
  if (field.schema.example !== undefined) return field.schema.example;
  if (field.target !== undefined) return objectUrl(base, field.target().path, 1);
  switch (field.type) {
    case 'boolean':
      return false;
    case 'integer':
      return 1;
    case 'email':
      return 'name@example.org';
    case 'url':
      return 'https://example.org/';
    case 'date':
      return '2026-01-31';
    case 'datetime':
      return '2026-01-31T12:00:00Z';
    case 'choice':
      return field.choices?.[0]?.value;
    default:
      return capitalised(field.label[language]);
  }
}
