import { type Queryable, sql } from '@campus/database';

/** Sees to it that no row is given this id any more that does not ask for it. */
export async function passOverId(db: Queryable, table: string, id: number): Promise<void> {
  const sequence = sql`pg_get_serial_sequence(${sql.literal(table)}, 'id')::regclass`;
  await sql`
    select setval(${sequence}, ${id}::bigint)
    where coalesce(pg_sequence_last_value(${sequence}), 0) < ${id}::bigint`.run(db);
}
