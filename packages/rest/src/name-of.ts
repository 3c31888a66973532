import type { Language } from '@campus/pages';
import type { Field, LinkTarget } from './field.ts';
import type { Row } from './store.ts';

/**
 * What people call an object: its naming field, with what more there is to tell (`amartin (Ada Martin)`), or what it
 * is with the end of its address (`Encoding 12`).
 */
export function nameOf(
  { nameField, nameDetails, name, lookup }: Pick<LinkTarget, 'nameField' | 'nameDetails' | 'name' | 'lookup'>,
  row: Row,
  language: Language,
): string {
  const own = nameField === undefined ? '' : textOf(nameField, row, language);
  const details = nameDetails.map((field) => textOf(field, row, language)).filter((text) => text !== '');
  if (own === '') return `${name[language]} ${row[lookup.column]}`;
  return details.length === 0 ? own : `${own} (${details.join(' ')})`;
}

function textOf({ columnsIn }: Field<never>, row: Row, language: Language): string {
  const found = columnsIn(language)
    .map((column) => row[column])
    .find((value) => value !== null && value !== undefined);
  return found === undefined ? '' : String(found);
}
