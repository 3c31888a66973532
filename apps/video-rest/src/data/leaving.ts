import { type Queryable, type Sql, sql } from '@campus/database';

/** Videos go at once with all their parts. */
const atOnce = new Set(['videos', 'encodings']);

/**
 * What keeps rows from being shown that are removed, and stand only until nothing hangs on them any more: no condition, or
 * one. The list of those is read once a statement, and is empty most of the time.
 *
 * @param id  of a row of the table
 */
export function notLeaving(table: string, id: Sql): Sql[] {
  if (atOnce.has(table)) return [];
  return [sql`${id} <> all (array(select object_id from leaving where table_name = ${sql.literal(table)}))`];
}

/** Whether a row is being removed. */
export async function isLeaving(db: Queryable, table: string, id: number): Promise<boolean> {
  return (await sql`select from leaving where table_name = ${table} and object_id = ${id}`.run(db)) > 0;
}
