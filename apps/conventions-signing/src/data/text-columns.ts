import { type Sql, sql } from '@campus/database';
import type { RegisteredTextName } from '../domain/registered-texts.ts';

/** `companyName` → `company_name`. */
export function columnOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Registered texts of `signables s` under their own names, as `companyName` is read from `company_name`. */
export function textColumns(names: readonly RegisteredTextName[]): Sql {
  const columns = names.map((name) => sql`s.${sql.identifier(columnOf(name))} as ${sql.identifier(name)}`);
  return sql.join(columns, ', ');
}
