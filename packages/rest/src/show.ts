import type { ShowContext } from './field.ts';
import type { Resource } from './resource.ts';
import type { Row } from './store.ts';

/** An object as it goes out: its fields in the order of their declaration. */
export function showRow<Services>(
  { fields }: Resource<Services>,
  row: Row,
  context: ShowContext<Services>,
): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const field of fields) if (!field.writeOnly) shown[field.name] = field.show(row, context);
  return shown;
}
