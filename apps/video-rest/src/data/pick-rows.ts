import { type Queryable, sql } from '@campus/database';
import type { Row, Store } from '@campus/rest';
import { shapeOf } from './row-shape.ts';
import type { Select } from './select.ts';

/** Those of some rows that meet the conditions, in the order of their ids. */
export async function pickRows(
  db: Queryable,
  select: Select,
  { columns, conditions, ids, maxBytes }: Parameters<Store['pick']>[0],
): Promise<{ rows: Row[]; bytes: number }> {
  const { record, rowOf } = shapeOf(select, columns);
  const joins = select.joins();
  const chosen = select.another();
  const where = chosen.where(conditions);
  const bytes = chosen.bytes(columns) ?? sql`0`;
  const table = sql.identifier(select.table.name);
  // What is left out is never read.
  const found = await sql<{ record: unknown[]; bytes: unknown }>`
    select ${record} as record, c.bytes
    from (
      select o.place, ${chosen.alias}.id, sum(${bytes}) over so_far as bytes,
        sum(${bytes}) over so_far - (${bytes}) as before
      from unnest(${ids}::int[]) with ordinality o (id, place)
      join ${chosen.named} on ${chosen.alias}.id = o.id${chosen.joins()}${where}
      window so_far as (order by o.place rows unbounded preceding)
    ) c join ${table} t on t.id = c.id${joins}
    where c.before < ${maxBytes} order by c.place`.rows(db);
  return {
    rows: found.map((one) => rowOf(one.record)),
    bytes: Number(found.at(-1)?.bytes ?? 0),
  };
}
