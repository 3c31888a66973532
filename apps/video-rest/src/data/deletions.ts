import { type Queryable, sql } from '@campus/database';
import type { Database } from './open-database.ts';

/** What is removed, and by whom. */
export interface Removed {
  table: string;
  id: number;
  by: { id: number; username: string; address: string | undefined };
}

/** So many rows are removed in one transaction, beside the one that is meant: some tenths of a second. */
const piece = 500;

/**
 * Removes a row, or hides it where more hangs on it than is removed at once.
 *
 * @returns null: there is none; 0: it is removed; else the id of the deletion that is to be worked on
 * @throws what the database refuses, since others refer to it
 */
export async function beginDeletion(db: Queryable, { table, id, by }: Removed): Promise<number | null> {
  const row = await sql<{ begun: number | null }>`
    select remove_row(${table}::text, ${id}::int, ${piece}::int, ${by.username}::text, ${by.address ?? null}::text)
      as begun`.row(db);
  const begun = row?.begun ?? null;
  if (begun !== null && begun > 0)
    // A name may be somebody else's later; a program has none of an account.
    await sql`update deletions set actor_id = (select id from users where id = ${by.id}) where id = ${begun}`.run(
      db,
    );
  return begun;
}

/**
 * Removes the next piece of what hangs on an object that is gone, or with the last of it the object.
 *
 * @returns the object, and whether it is gone; null: the deletion is over
 */
export async function removePiece(
  tx: Queryable,
  id: number,
): Promise<{ table: string; id: number; isGone: boolean } | null> {
  const next = await sql<{ table: string; id: number; removed: number }>`
    select table_name as "table", object_id as id, remove_piece(id, ${piece}::int) as removed
    from deletions where id = ${id} and ended_at is null`.row(tx);
  if (next === null) return null;
  const { removed, ...row } = next;
  if (removed === 0) await sql`select end_deletion(${id}::int)`.run(tx);
  return { ...row, isGone: removed === 0 };
}

/** Notes what keeps a deletion from getting on. */
export async function noteHeldUp({ pool }: Pick<Database, 'pool'>, id: number, why: string): Promise<void> {
  await sql`update deletions set failure = ${why} where id = ${id} and ended_at is null`.run(pool);
}
