import { type Queryable, sql } from '@campus/database';

/** Sees to it that no row is given this id any more that does not ask for it. */
export async function passOverId(db: Queryable, table: string, id: number): Promise<void> {
  const sequence = sql`pg_get_serial_sequence(${sql.literal(table)}, 'id')::regclass`;
  const lock = sql`hashtext('ids passed over'), ${sequence}::oid::int`;
  // Who reads and sets it while another does would set it back. Locked for so long, for a transaction may take minutes.
  await sql`
    select
      case when pg_advisory_lock(${lock}) is not null then
        case when coalesce(pg_sequence_last_value(${sequence}), 0) < ${id}::bigint then
          setval(${sequence}, ${id}::bigint)
        end
      end,
      pg_advisory_unlock(${lock})`.run(db);
}
