import type { Language } from '@campus/language';
import type { Resource } from './resource.ts';
import type { Row } from './store.ts';

/** What people call an object: its naming field, or what it is with the end of its address (`Encoding 12`). */
export function nameOf({ nameField, name, lookup }: Resource<never>, row: Row, language: Language): string {
  const columns = nameField?.columnsIn(language) ?? [];
  const found = columns.map((column) => row[column]).find((value) => value !== null && value !== undefined);
  return found === undefined || found === '' ? `${name[language]} ${row[lookup.column]}` : String(found);
}
