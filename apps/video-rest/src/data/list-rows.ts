import type { Condition, ListQuery, Row, Store } from '@campus/rest';
import { type Connection, query } from './prepared.ts';
import { shapeOf } from './records.ts';
import { orderedByKeys, type Select } from './select.ts';

/**
 * One page of a list, and how many rows there are on all pages.
 *
 * Its ids are found first, over an index alone, and then their rows. In one statement both would be planned anew for every
 * page, since the size of a page decides about its plan, and planning all that a video joins takes PostgreSQL 0.8 ms,
 * three times as long as reading a page.
 */
export async function listRows(
  client: Connection,
  over: () => Select,
  { columns, conditions, order, offset, limit, maxBytes = Number.MAX_SAFE_INTEGER }: ListQuery,
): Promise<{ total: number; rows: Row[]; bytes: number }> {
  const page = over();
  const parts = partsOf(conditions);
  const keys = keysOf(page, parts, { order, offset, limit });
  const sql = `select array(${keys}) as ids, ${totalOf(page, parts)}::int as total`;
  const [found] = await query(client, sql, page.values);
  const ids = found?.ids as number[];
  const picked =
    ids.length === 0
      ? { rows: [], bytes: 0 }
      : await pickRows(client, over(), { columns, conditions: [], ids, maxBytes });
  return { total: Number(found?.total), ...picked };
}

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

/** Conditions of which no row meets two; most often there is one part. */
type Parts = readonly (readonly Condition[])[];

/** What else is asked for is found by its own index, once: there the parts are one rule among others. */
function partsOf(conditions: readonly Condition[]): Parts {
  const [condition, ...others] = conditions;
  if (condition === undefined || others.length > 0 || !('apart' in condition)) return [conditions];
  return condition.apart.map((part) => [part]);
}

/** How many rows there are; all of a table, and those of some rules, are counted as they change. */
function totalOf(statement: Select, parts: Parts): string {
  const counts = parts.map((conditions) => {
    const own = statement.another();
    const where = own.where(conditions);
    const counted = `(select count(*) from ${own.table.name} ${own.alias}${own.joins()}${where})`;
    const kept = keptCountOf(own.table.name, conditions);
    return kept === undefined
      ? counted
      : `coalesce((select rows from row_counts where table_name = '${kept}'), ${counted})`;
  });
  return `(${counts.join(' + ')})`;
}

function keptCountOf(table: string, [condition, ...others]: readonly Condition[]): string | undefined {
  if (condition === undefined) return table;
  return 'counted' in condition && others.length === 0 ? condition.counted : undefined;
}

/** The ids of the rows of a page, in their order. */
function keysOf(
  statement: Select,
  parts: Parts,
  { order, offset, limit }: Pick<ListQuery, 'order' | 'offset' | 'limit'>,
): string {
  const asMany = statement.value(limit);
  const from = statement.value(offset);
  const queries = parts.map((conditions) => {
    const own = statement.another();
    const where = own.where(conditions);
    const keys = parts.length === 1 ? '' : own.orderKeys(order);
    const orderBy = own.order(order);
    return `select ${own.alias}.id${keys} from ${own.table.name} ${own.alias}${own.joins()}${where}${orderBy}`;
  });
  if (queries.length === 1) return `${queries[0]} limit ${asMany} offset ${from}`;
  // Each part has at most the whole page, and what comes before it.
  const first = queries.map((one) => `(${one} limit ${asMany}::int + ${from}::int)`);
  return `select id from (${first.join(' union all ')}) p${orderedByKeys(order)} limit ${asMany} offset ${from}`;
}
