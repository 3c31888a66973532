/** The pieces of SQL that find and count what is on a list. */
import { type Sql, sql } from '@campus/database';
import type { Condition, Order } from '@campus/rest';
import { orderedByKeys, reversed, type Select } from './select.ts';

/** Conditions of which no row meets two; most often there is one part. */
export type Parts = readonly (readonly Condition[])[];

/** What else is asked for is found by its own index, once: there the parts are one rule among others. */
export function partsOf(conditions: readonly Condition[]): Parts {
  const [condition, ...others] = conditions;
  if (condition === undefined || others.length > 0 || !('apart' in condition)) return [conditions];
  return condition.apart.map((part) => [part]);
}

/** The name under which all of a table, or the rows of a rule, are counted as they change; undefined: they are not. */
export function keptCountOf(table: string, [condition, ...others]: readonly Condition[]): string | undefined {
  if (condition === undefined) return table;
  return 'counted' in condition && others.length === 0 ? condition.counted : undefined;
}

/** The parts whose counts are kept, and the others. */
export function byCount(table: string, parts: Parts): { kept: Parts; others: Parts } {
  const isKept = (part: readonly Condition[]) => keptCountOf(table, part) !== undefined;
  return { kept: parts.filter(isKept), others: parts.filter((part) => !isKept(part)) };
}

/** How many rows there are. */
export function totalOf(select: Select, parts: Parts): Sql {
  const counts = parts.map((conditions) => {
    const counted = sql`(select count(*) from ${rowsThat(select.another(), conditions)})`;
    const kept = keptCountOf(select.table.name, conditions);
    return kept === undefined
      ? counted
      : sql`coalesce((select rows from row_counts where table_name = ${sql.literal(kept)}), ${counted})`;
  });
  return counts.length === 0 ? sql`0` : sql`(${sql.join(counts, ' + ')})`;
}

/** How many rows there are, at most so many and one more. */
export function countedOf(select: Select, conditions: readonly Condition[], most: number): Sql {
  const rows = rowsThat(select.another(), conditions);
  return sql`(select count(*) from (select 1 from ${rows} limit ${sql.literal(most + 1)}) counted)`;
}

/** Which rows of a list a page has. */
export interface Page {
  order: readonly Order[];
  offset: number;
  limit: number;
}

/** The ids of the rows of a page, in their order. */
export function keysOf(select: Select, parts: Parts, page: Page): Sql {
  return farKeysOf(select, parts, page) ?? keysFrom(foundIn(select, parts, page.order), page);
}

/** Tables whose rows are counted by the day of a column. */
const countedByDay: Readonly<Record<string, string>> = { videos: 'dateAdded', encodings: 'requestedAt' };

/** So far inside a list the days are worth the two milliseconds that it takes to add them up. */
const farInside = 10_000;

/** The same far inside a whole table in the order of its days: it begins with the day, and walks over no other. */
function farKeysOf(select: Select, [conditions, ...others]: Parts, page: Page): Sql | undefined {
  const { name } = select.table;
  const { order, offset, limit } = page;
  const [{ columns: [column = ''] = [], descending = false } = {}, ...then] = order;
  const isWhole = conditions?.length === 0 && others.length === 0;
  const isById = then.every((term) => term.columns.join() === 'id' && term.descending === descending);
  if (!isWhole || !isById || countedByDay[name] !== column || offset < farInside) return undefined;
  const own = select.another();
  const begin = sql`(select (day${descending ? sql` + 1` : sql``})::timestamp at time zone 'UTC' from place)`;
  return sql`
    with place as materialized (
      select day, before from (
        select day, rows, sum(rows) over (order by day${descending ? sql` desc` : sql``}) - rows as before
        from day_counts where table_name = ${sql.literal(name)}) d
      where rows > 0 and before <= ${offset}::bigint order by before desc limit 1)
    select ${own.alias}.id from ${own.named}
    where ${own.column(column)} ${descending ? sql`<` : sql`>=`} ${begin}${own.order(order)}
    limit ${limit} offset (select ${offset}::bigint - before from place)`;
}

/** In what steps the size of a first page is written out. */
const firstSizes = [12, 25, 50, 100, 250, 500, 1000];

/**
 * The same of what these queries find, each in the order of the list: ids, and where there are several queries the keys of
 * the order.
 *
 * @param isPlain  whether the query has no value: then a first page may have more than was asked for. Without any value
 *   the database plans once: of the first page of all videos that is four fifths of its time.
 */
export function keysFrom(
  [query = sql``, ...others]: readonly Sql[],
  { order, offset, limit }: Page,
  { isPlain = !query.hasValues } = {},
): Sql {
  if (offset === 0 && others.length === 0 && isPlain)
    return sql`${query} limit ${sql.literal(firstSizes.find((size) => size >= limit) ?? limit)}`;
  if (others.length === 0) return sql`${query} limit ${limit} offset ${offset}`;
  // Each part has at most the whole page, and what comes before it.
  const first = [query, ...others].map((one) => sql`(${one} limit ${limit}::bigint + ${offset}::bigint)`);
  return sql`
    select id from (${sql.join(first, ' union all ')}) p${orderedByKeys(order)} limit ${limit} offset ${offset}`;
}

/** The ids of the rows of the last page from the end, so that nothing before them is walked over. */
export function lastKeysOf(
  select: Select,
  parts: Parts,
  { order, limit, total }: { order: readonly Order[]; limit: number; total: Sql },
): Sql {
  const backwards = reversed(order);
  const ofLast = sql` limit (select (greatest(${total}, 1) - 1) % ${limit}::int + 1)`;
  const [query, ...others] = foundIn(select, parts, backwards);
  if (others.length === 0) return sql`${query}${ofLast}`;
  const last = [query, ...others].map((one) => sql`(${one} limit ${limit}::int)`);
  return sql`select id from (${sql.join(last, ' union all ')}) p${orderedByKeys(backwards)}${ofLast}`;
}

/**
 * The ids of a page among so many rows in the order of the list, and no more: the database stops with the page, and never
 * looks through all of a table for it.
 *
 * @param options.byIndex  conditions that an index meets in that order
 * @param options.byRow    conditions that each row is looked at for
 */
export function walkedKeysOf(
  select: Select,
  page: Page,
  { byIndex, byRow, most }: Record<'byIndex' | 'byRow', readonly Condition[]> & { most: number },
): Sql {
  const own = select.another({ ofFew: true });
  const near = own.another();
  const nearest = near.order(page.order);
  const rows = sql`select ${near.alias}.* from ${rowsThat(near, byIndex)}${nearest} limit ${most}`;
  const order = own.order(page.order);
  const where = own.where(byRow);
  return keysFrom(
    [sql`select ${own.alias}.id from (${rows}) ${own.alias}${own.joins()}${where}${order}`],
    page,
  );
}

/** All that each part finds, with the keys of the order. */
export function foundBy(select: Select, parts: Parts, order: readonly Order[]): Sql {
  const found = parts.map((conditions) => {
    const own = select.another();
    const keys = own.orderKeys(order);
    return sql`select ${own.alias}.id${keys} from ${rowsThat(own, conditions)}`;
  });
  return sql.join(found, ' union all ');
}

/** What each part finds, in the order of the list: ids, and the keys of the order where they are put together. */
export function foundIn(
  select: Select,
  parts: Parts,
  order: readonly Order[],
  { hasKeys = parts.length > 1 } = {},
): Sql[] {
  return parts.map((conditions) => {
    const own = select.another();
    const keys = hasKeys ? own.orderKeys(order) : sql``;
    const orderBy = own.order(order);
    return sql`select ${own.alias}.id${keys} from ${rowsThat(own, conditions)}${orderBy}`;
  });
}

/** A table with all that was named of it, and what its rows must meet. */
function rowsThat(own: Select, conditions: readonly Condition[]): Sql {
  const where = own.where(conditions);
  return sql`${own.named}${own.joins()}${where}`;
}
