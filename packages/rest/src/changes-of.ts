import type { Row } from './store.ts';

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
