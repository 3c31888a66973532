import type { Row, Store } from '@campus/rest';
import { type Connection, query } from './prepared.ts';
import { shapeOf } from './row-shape.ts';
import type { Select } from './select.ts';

/** Those of some rows that meet the conditions, in the order of their ids. */
export async function pickRows(
  client: Connection,
  select: Select,
  { columns, conditions, ids, maxBytes }: Parameters<Store['pick']>[0],
): Promise<{ rows: Row[]; bytes: number }> {
  const { name } = select.table;
  const { sql: record, rowOf } = shapeOf(select, columns);
  const joins = select.joins();
  const chosen = select.another();
  const where = chosen.where(conditions);
  const bytes = chosen.bytes(columns) ?? '0';
  const given = `unnest(${select.value(ids)}::int[]) with ordinality o (id, place)`;
  // What is left out is never read.
  const sql = `select ${record} as record, c.bytes
    from (
      select o.place, ${chosen.alias}.id, sum(${bytes}) over so_far as bytes, sum(${bytes}) over so_far - (${bytes}) as before
      from ${given} join ${name} ${chosen.alias} on ${chosen.alias}.id = o.id${chosen.joins()}${where}
      window so_far as (order by o.place rows unbounded preceding)
    ) c join ${name} t on t.id = c.id${joins}
    where c.before < ${select.value(maxBytes)} order by c.place`;
  const found = await query(client, sql, select.values);
  return {
    rows: found.map((one) => rowOf(one.record as unknown[])),
    bytes: Number(found.at(-1)?.bytes ?? 0),
  };
}
