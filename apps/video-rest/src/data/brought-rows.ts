/** What has come from other instances: which row is what there, by its address in their API. */
import { type Queryable, sql } from '@campus/database';

/** A row that is what another instance has at an address. */
export interface BroughtRow {
  source: string;
  tableName: string;
  rowId: number;
  /** False: there was one that it is. */
  isMade: boolean;
  /** A digest of each member as it came last. */
  members: Readonly<Record<string, string>>;
}

/** Those of the sources that have come. */
export async function findBrought(
  db: Queryable,
  sources: readonly string[],
): Promise<Map<string, BroughtRow>> {
  const found = await sql<BroughtRow>`
    select source, table_name, row_id, is_made, members from brought_rows
    where source = any(${sources}::text[])`.rows(db);
  return new Map(found.map((row) => [row.source, row]));
}

/** Notes rows, each once, in the transaction that makes them, or what their members were when they came last. */
export async function noteBrought(db: Queryable, rows: readonly BroughtRow[]): Promise<void> {
  await sql`
    insert into brought_rows (source, table_name, row_id, is_made, members)
    select source, "tableName", "rowId", "isMade", members
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as n (source text, "tableName" text, "rowId" int, "isMade" boolean, members jsonb)
    on conflict (source) do update set members = excluded.members`.run(db);
}

/** Those of the ids that rows of a table have. */
export async function idsTaken(
  db: Queryable,
  table: string,
  ids: readonly number[],
): Promise<ReadonlySet<number | undefined>> {
  const rows = await sql<{ id: number }>`
    select id from ${sql.identifier(table)} where id = any(${ids}::int[])`.rows(db);
  return new Set(rows.map(({ id }) => id));
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

/** Takes the one lock of those who bring an instance, as long as the session lasts; false: somebody else has it. */
export async function lockImport(session: Queryable): Promise<boolean> {
  const found = await sql<{ taken: boolean }>`
    select pg_try_advisory_lock(hashtext('import-pod')) as taken`.row(session);
  return found?.taken === true;
}
