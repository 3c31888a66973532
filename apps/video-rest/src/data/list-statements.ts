/** The pieces of SQL that find and count what is on a list. */
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
export function totalOf(statement: Select, parts: Parts): string {
  const counts = parts.map((conditions) => {
    const counted = `(select count(*) from ${rowsThat(statement.another(), conditions)})`;
    const kept = keptCountOf(statement.table.name, conditions);
    return kept === undefined
      ? counted
      : `coalesce((select rows from row_counts where table_name = '${kept}'), ${counted})`;
  });
  return counts.length === 0 ? '0' : `(${counts.join(' + ')})`;
}

/** How many rows there are, at most so many and one more. */
export function countedOf(statement: Select, conditions: readonly Condition[], most: number): string {
  const rows = rowsThat(statement.another(), conditions);
  return `(select count(*) from (select 1 from ${rows} limit ${most + 1}) counted)`;
}

/** Which rows of a list a page has. */
export interface Page {
  order: readonly Order[];
  offset: number;
  limit: number;
}

/** The ids of the rows of a page, in their order. */
export function keysOf(statement: Select, parts: Parts, page: Page): string {
  return (
    farKeysOf(statement, parts, page) ?? keysFrom(statement, foundIn(statement, parts, page.order), page)
  );
}

/** Tables whose rows are counted by the day of a column. */
const countedByDay: Readonly<Record<string, string>> = { videos: 'dateAdded', encodings: 'requestedAt' };

/** So far inside a list the days are worth the two milliseconds that it takes to add them up. */
const farInside = 10_000;

/** The same far inside a whole table in the order of its days: it begins with the day, and walks over no other. */
function farKeysOf(statement: Select, [conditions, ...others]: Parts, page: Page): string | undefined {
  const { name } = statement.table;
  const { order, offset, limit } = page;
  const [{ columns: [column = ''] = [], descending = false } = {}, ...then] = order;
  const isWhole = conditions?.length === 0 && others.length === 0;
  const isById = then.every((term) => term.columns.join() === 'id' && term.descending === descending);
  if (!isWhole || !isById || countedByDay[name] !== column || offset < farInside) return undefined;
  const own = statement.another();
  const [dated, from] = [own.column(column), statement.value(offset)];
  const days = `select day, rows, sum(rows) over (order by day${descending ? ' desc' : ''}) - rows as before from day_counts where table_name = '${name}'`;
  const first = `select day, before from (${days}) d where rows > 0 and before <= ${from}::bigint order by before desc limit 1`;
  const begin = `(select (day${descending ? ' + 1' : ''})::timestamp at time zone 'UTC' from place)`;
  const query = `select ${own.alias}.id from ${name} ${own.alias} where ${dated} ${descending ? '<' : '>='} ${begin}${own.order(order)}`;
  const within = `(select ${from}::bigint - before from place)`;
  return `with place as materialized (${first}) ${query} limit ${statement.value(limit)} offset ${within}`;
}

/** In what steps the size of a first page is written out. */
const firstSizes = [12, 25, 50, 100, 250, 500, 1000];

/**
 * The same of what these queries find, each in the order of the list: ids, and where there are several queries the keys of
 * the order.
 *
 * A first page may have more than was asked for. Without any value the database plans once: of the first page of all videos
 * that is four fifths of its time.
 */
export function keysFrom(
  statement: Select,
  queries: readonly string[],
  { order, offset, limit }: Page,
): string {
  if (offset === 0 && queries.length === 1 && statement.values.length === 0)
    return `${queries[0]} limit ${firstSizes.find((size) => size >= limit) ?? limit}`;
  const asMany = statement.value(limit);
  const from = statement.value(offset);
  if (queries.length === 1) return `${queries[0]} limit ${asMany} offset ${from}`;
  // Each part has at most the whole page, and what comes before it.
  const first = queries.map((one) => `(${one} limit ${asMany}::bigint + ${from}::bigint)`);
  return `select id from (${first.join(' union all ')}) p${orderedByKeys(order)} limit ${asMany} offset ${from}`;
}

/** The ids of the rows of the last page from the end, so that nothing before them is walked over. */
export function lastKeysOf(
  statement: Select,
  parts: Parts,
  { order, limit, total }: { order: readonly Order[]; limit: number; total: string },
): string {
  const backwards = reversed(order);
  const asMany = statement.value(limit);
  const ofLast = ` limit (select (greatest(${total}, 1) - 1) % ${asMany}::int + 1)`;
  const [query, ...others] = foundIn(statement, parts, backwards);
  if (others.length === 0) return `${query}${ofLast}`;
  const last = [query, ...others].map((one) => `(${one} limit ${asMany}::int)`);
  return `select id from (${last.join(' union all ')}) p${orderedByKeys(backwards)}${ofLast}`;
}

/**
 * The ids of a page among so many rows in the order of the list, and no more: the database stops with the page, and never
 * looks through all of a table for it.
 *
 * @param options.byIndex  conditions that an index meets in that order
 * @param options.byRow    conditions that each row is looked at for
 */
export function walkedKeysOf(
  statement: Select,
  page: Page,
  { byIndex, byRow, most }: Record<'byIndex' | 'byRow', readonly Condition[]> & { most: number },
): string {
  const own = statement.another({ ofFew: true });
  const near = own.another();
  const nearest = near.order(page.order);
  const rows = `select ${near.alias}.* from ${rowsThat(near, byIndex)}${nearest} limit ${statement.value(most)}`;
  const order = own.order(page.order);
  const where = own.where(byRow);
  const query = `select ${own.alias}.id from (${rows}) ${own.alias}${own.joins()}${where}${order}`;
  return keysFrom(statement, [query], page);
}

/** All that each part finds, with the keys of the order. */
export function foundBy(statement: Select, parts: Parts, order: readonly Order[]): string {
  const found = parts.map((conditions) => {
    const own = statement.another();
    const keys = own.orderKeys(order);
    return `select ${own.alias}.id${keys} from ${rowsThat(own, conditions)}`;
  });
  return found.join(' union all ');
}

/** What each part finds, in the order of the list: ids, and the keys of the order where they are put together. */
export function foundIn(
  statement: Select,
  parts: Parts,
  order: readonly Order[],
  { hasKeys = parts.length > 1 } = {},
): string[] {
  return parts.map((conditions) => {
    const own = statement.another();
    const keys = hasKeys ? own.orderKeys(order) : '';
    const orderBy = own.order(order);
    return `select ${own.alias}.id${keys} from ${rowsThat(own, conditions)}${orderBy}`;
  });
}

/** A table with all that was named of it, and what its rows must meet. */
function rowsThat(own: Select, conditions: readonly Condition[]): string {
  const where = own.where(conditions);
  return `${own.table.name} ${own.alias}${own.joins()}${where}`;
}
