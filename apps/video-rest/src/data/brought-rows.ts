/** What has come from other instances: which row is what there, by its address in their API. */
import { type Queryable, sql } from '@campus/database';

/** A row that is what another instance has at an address. */
export interface BroughtRow {
  tableName: string;
  rowId: number;
  /** False: there was one that it is. */
  isMade: boolean;
  /** A digest of each member as it came last. */
  members: Readonly<Record<string, string>>;
}

export function findBrought(db: Queryable, source: string): Promise<BroughtRow | null> {
  return sql<BroughtRow>`
    select table_name, row_id, is_made, members from brought_rows where source = ${source}`.row(db);
}

/** Notes a row, in the transaction that makes it; false when another is that source already. */
export async function noteBrought(
  db: Queryable,
  { source, tableName, rowId, isMade, members }: BroughtRow & { source: string },
): Promise<boolean> {
  const noted = await sql`
    insert into brought_rows (source, table_name, row_id, is_made, members)
    values (${source}, ${tableName}, ${rowId}, ${isMade}, ${JSON.stringify(members)}::jsonb)
    on conflict do nothing`.run(db);
  return noted === 1;
}

/** Notes what its members were when they came last. */
export async function noteMembers(
  db: Queryable,
  source: string,
  members: BroughtRow['members'],
): Promise<void> {
  await sql`
    update brought_rows set members = ${JSON.stringify(members)}::jsonb where source = ${source}`.run(db);
}

/** The accounts that have come from below an address: their source, and what they are called. */
export function accountsFrom(
  db: Queryable,
  address: string,
): Promise<{ source: string; username: string }[]> {
  return sql<{ source: string; username: string }>`
    select b.source, u.username from brought_rows b join users u on u.id = b.row_id
    where b.table_name = 'users' and starts_with(b.source, ${address}) order by u.id`.rows(db);
}

/** Sees to it that no row is given this id any more that does not ask for it. */
export async function passOverId(db: Queryable, table: string, id: number): Promise<void> {
  const sequence = sql`pg_get_serial_sequence(${sql.literal(table)}, 'id')::regclass`;
  await sql`
    select setval(${sequence}, ${id}::int) where coalesce(pg_sequence_last_value(${sequence}), 0) < ${id}`.run(
    db,
  );
}
