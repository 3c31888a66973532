import { type Queryable, sql } from '@campus/database';

/** So many numbers nobody else takes in the instant between reading a sequence and setting it. */
const farAway = 10_000;

const sequenceOf = (table: string) => sql`pg_get_serial_sequence(${sql.literal(table)}, 'id')`;

/** The ids of the next rows of a table; they are used up even when none is added. */
export async function nextIds(db: Queryable, table: string, count: number): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select nextval(${sequenceOf(table)})::int as id from generate_series(1, ${count}::int)`.rows(db);
  return rows.map(({ id }) => id);
}

/** The id of the next row, likewise. */
export async function nextId(db: Queryable, table: string): Promise<number> {
  return Number((await nextIds(db, table, 1))[0]);
}

/** Sees to it that no row is given this id any more that does not ask for it. */
export async function passOverId(db: Queryable, table: string, id: number): Promise<void> {
  const sequence = sql`${sequenceOf(table)}::regclass`;
  const left = sql`${id}::bigint - coalesce(pg_sequence_last_value(${sequence}), 0)`;
  const lock = sql`hashtext('ids passed over'), ${sequence}::oid::int`;
  // Set, it would be set back behind what somebody takes meanwhile: one that is near is reached by taking what is before it.
  // Who sets it while another does is waited for. Locked for so long, for a transaction may take minutes.
  await sql`
    select
      case when pg_advisory_lock(${lock}) is not null then
        case when ${left} > ${sql.literal(farAway)} then setval(${sequence}, ${id}::bigint)
          else (select max(nextval(${sequence})) from generate_series(1, ${left}))
        end
      end,
      pg_advisory_unlock(${lock})`.run(db);
}
