import type { Condition, ListQuery, Row, Store } from '@campus/rest';
import { type Connection, query } from './prepared.ts';
import { orderedByKeys, type Select } from './select.ts';

/** One page of a list, and how many rows there are on all pages. */
export async function listRows(
  client: Connection,
  over: () => Select,
  { columns, conditions, order, offset, limit, maxBytes }: ListQuery,
): Promise<{ total: number; rows: Row[]; bytes: number }> {
  const page = over();
  const { table } = page;
  const parts = partsOf(conditions);
  const total = totalOf(page, parts);
  // The page is found over an index alone, and only its rows are read and joined.
  const keys = keysOf(page, parts, { order, offset, limit });
  const rest = over();
  const head = rest.columns(columns);
  const again = rest.order(order);
  const bytes = rest.bytes(columns);
  const from = `from (${keys}) k join ${table.name} t on t.id = k.id${rest.joins()}`;
  const sql =
    bytes === undefined || maxBytes === undefined
      ? `select ${total}::int as "$total", 0 as "$bytes", ${head} ${from}${again}`
      : `select * from (
           select ${total}::int as "$total", sum(${bytes}) over rows_so_far as "$bytes",
                  sum(${bytes}) over rows_so_far - (${bytes}) as "$before",
                  row_number() over rows_so_far as "$place", ${head} ${from}
           window rows_so_far as (${again} rows unbounded preceding)
         ) p where "$before" < ${page.value(maxBytes)} order by "$place"`;
  const rows = await query(client, sql, page.values);
  if (rows.length > 0) return { total: Number(rows[0]?.$total), rows, bytes: Number(rows.at(-1)?.$bytes) };
  if (offset === 0) return { total: 0, rows, bytes: 0 };
  const counting = over();
  const [counted] = await query(
    client,
    `select (${totalOf(counting, parts)})::int as total`,
    counting.values,
  );
  return { total: Number(counted?.total), rows, bytes: 0 };
}

/** Those of some rows that meet the conditions, in the order of their ids. */
export async function pickRows(
  client: Connection,
  select: Select,
  { columns, conditions, ids, maxBytes }: Parameters<Store['pick']>[0],
): Promise<{ rows: Row[]; bytes: number }> {
  const head = select.columns(columns);
  const bytes = select.bytes(columns) ?? '0';
  const where = select.where(conditions);
  const given = `unnest(${select.value(ids)}::int[]) with ordinality o (id, place)`;
  const sql = `select * from (
      select ${head}, sum(${bytes}) over rows_so_far as "$bytes",
             sum(${bytes}) over rows_so_far - (${bytes}) as "$before", o.place as "$place"
      from ${given} join ${select.table.name} t on t.id = o.id${select.joins()}${where}
      window rows_so_far as (order by o.place rows unbounded preceding)
    ) p where "$before" < ${select.value(maxBytes)} order by "$place"`;
  const rows = await query(client, sql, select.values);
  return { rows, bytes: Number(rows.at(-1)?.$bytes ?? 0) };
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

/** The ids of the rows of a page, in any order. */
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
    const keys = own.orderKeys(order);
    const orderBy = own.order(order);
    return `select ${own.alias}.id${keys} from ${own.table.name} ${own.alias}${own.joins()}${where}${orderBy}`;
  });
  if (queries.length === 1) return `${queries[0]} limit ${asMany} offset ${from}`;
  // Each part has at most the whole page, and what comes before it.
  const first = queries.map((one) => `(${one} limit ${asMany}::int + ${from}::int)`);
  return `select id from (${first.join(' union all ')}) p${orderedByKeys(order)} limit ${asMany} offset ${from}`;
}
