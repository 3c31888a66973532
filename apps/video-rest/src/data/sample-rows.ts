import { type Queryable, sql } from '@campus/database';
import type { Condition } from '@campus/rest';
import { byCount, keysFrom, type Page, type Parts, totalOf } from './list-statements.ts';
import { orderedByKeys, type Select } from './select.ts';

/** What the rows say that were looked at. */
export interface Sample {
  /** All of the table were. */
  isAll: boolean;
  /** How many were, how many of them are on the list, and how many of these are in no count that is kept. */
  looked: number;
  listed: number;
  uncounted: number;
  /** Rows of the table, and those of the list whose count is kept. */
  rows: number;
  kept: number;
  /** Those of the page, where all were looked at. */
  ids: readonly number[];
}

/** Whether no index finds the rows in the order of a list: each has to be looked at, or all of them found before. */
export function needsRows(condition: Condition): boolean {
  if ('anyOf' in condition) return condition.anyOf.some(needsRows);
  if ('allOf' in condition) return condition.allOf.some(needsRows);
  if ('counted' in condition) return condition.meets.some(needsRows);
  if ('not' in condition) return needsRows(condition.not);
  if ('operator' in condition) return condition.operator === 'contains' || condition.operator === 'endsWith';
  return true;
}

/** Rows that are looked at beside each other: most of the way to a single one is through the index. */
const run = 5;

/**
 * Looks at rows that are spread evenly over the ids of a table: the same ones each time, so that the count stays what it
 * is from page to page. A table that has no more of them is looked at whole, and gives the page too.
 */
export async function sampleOf(
  db: Queryable,
  select: Select,
  { parts, size, page }: { parts: Parts; size: number; page?: Page },
): Promise<Sample> {
  const { name } = select.table;
  const own = select.another({ ofFew: true });
  const { kept, others } = byCount(name, parts);
  const meets = (any: Parts) => own.condition({ anyOf: any.map((allOf) => ({ allOf })) });
  const [isKept, isUncounted, keys] = [meets(kept), meets(others), own.orderKeys(page?.order ?? [])];
  const [asMany, table] = [sql.literal(run), sql.identifier(name)];
  const ordered =
    page &&
    sql`
    select id from looked
    where (is_kept or is_uncounted) and (select stride = ${asMany} from place)${orderedByKeys(page.order)}`;
  const ids =
    page === undefined || ordered === undefined
      ? sql`'{}'::int[]`
      : sql`array(${keysFrom([ordered], page, { isPlain: false })})`;
  const [sample] = await sql<Sample>`
    with place as materialized (
      select coalesce(max(id), 0) as last,
        greatest(${asMany}, ceil(coalesce(max(id), 0) / ${sql.literal(size / run)}.0))::int as stride from ${table}
    ), looked as materialized (
      select ${own.alias}.id${keys}, coalesce(${isKept}, false) as is_kept,
        coalesce(${isUncounted}, false) as is_uncounted
      from place cross join generate_series(${asMany}, last + ${sql.literal(run - 1)}, stride) s(n) cross join lateral (
        select r.* from ${table} r where r.id > n - ${asMany} and r.id <= n limit ${asMany}
      ) ${own.alias}${own.joins()}
    )
    select (select stride = ${asMany} from place) as is_all, ${ids} as ids, count(*)::int as looked,
      (count(*) filter (where is_kept or is_uncounted))::int as listed,
      (count(*) filter (where is_uncounted))::int as uncounted,
      ${totalOf(select, [[]])}::int as rows, ${totalOf(select, kept)}::int as kept
    from looked`.rows(db, { isPrepared: false });
  if (sample === undefined) throw new Error('an aggregate without groups has one row');
  return sample;
}

/** How many rows of the list there are besides those whose count is kept. */
export function uncountedOf({ looked, uncounted, rows }: Sample): number {
  return looked === 0 ? 0 : (uncounted / looked) * rows;
}
