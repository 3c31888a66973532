import { type Sql, snakeCase, sql } from '@campus/database';
import type { RegisteredTextName } from '../domain/registered-texts.ts';

/** Registered texts of `signables s` under their own names, as `companyName` is read from `company_name`. */
export function textColumns(names: readonly RegisteredTextName[]): Sql {
  const columns = names.map((name) => sql`s.${sql.identifier(snakeCase(name))} as ${sql.identifier(name)}`);
  return sql.join(columns, ', ');
}
