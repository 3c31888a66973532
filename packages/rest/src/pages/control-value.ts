import type { Field, ShowContext } from '../field.ts';
import { showInstant } from '../instants.ts';
import type { Row } from '../store.ts';

/** Fields that a person fills in. */
export function isWritable({ readOnly, aliasOf }: Pick<Field<never>, 'readOnly' | 'aliasOf'>): boolean {
  return !readOnly && aliasOf === undefined;
}

/**
 * What a field holds, as a client would send it to change nothing: for a text of several languages that of the
 * reader alone, since another would be stored as a translation that it is not.
 */
export function ownValue<Services>(
  field: Field<Services>,
  row: Row,
  context: ShowContext<Services>,
): unknown {
  const columns = field.columnsIn(context.language);
  if (field.type !== 'string' || columns.length < 2) return field.show(row, context);
  const [own] = columns.map((column) => row[column]);
  if (!field.required) return own ?? null;
  return columns.map((column) => row[column]).find((value) => value !== null && value !== undefined);
}

/** The same as the text that its control holds. */
export function controlValue<Services>(
  field: Field<Services>,
  row: Row,
  context: ShowContext<Services>,
): string {
  if (field.type === 'datetime') return localTime(row[field.columns[0] ?? ''], context.timeZone);
  const value = field.writeOnly ? null : ownValue(field, row, context);
  if (Array.isArray(value)) return value.join('\n');
  return value === null || value === undefined ? '' : String(value);
}

/** `2026-11-21T14:05:09.120`, as the control for an instant has it: in the instance's time zone. */
function localTime(instant: unknown, timeZone: string): string {
  if (!(instant instanceof Date)) return '';
  return /^.{19}(?:\.\d{3})?/.exec(showInstant(instant, timeZone))?.[0] ?? '';
}
