import { type Queryable, type Sql, sql } from '@campus/database';
import type { Condition, ListQuery, Row, Store } from '@campus/rest';
import {
  byCount,
  countedOf,
  foundBy,
  foundIn,
  keptCountOf,
  keysFrom,
  keysOf,
  lastKeysOf,
  type Page,
  type Parts,
  partsOf,
  totalOf,
  walkedKeysOf,
} from './list-statements.ts';
import { shapeOf } from './row-shape.ts';
import { needsRows, type Sample, sampleOf, uncountedOf } from './sample-rows.ts';
import { orderedByKeys, type Select } from './select.ts';

/**
 * One page of a list, and how many rows there are on all pages.
 *
 * Its ids are found first, over an index alone, and then their rows: of a first page without values in one statement, which
 * is planned once. With values both would be planned anew for every page, since the size of a page decides about its plan,
 * and planning all that a video joins takes PostgreSQL 0.8 ms, three times as long as reading a page.
 */
export async function listRows(
  listing: Listing,
  { columns, maxBytes = Number.MAX_SAFE_INTEGER, ...asked }: ListQuery,
): ReturnType<Store['list']> {
  const shown = { columns, maxBytes };
  const { ids, total, isEstimate, picked } = await listedIds(listing, { ...asked, shown });
  const { db, over } = listing;
  return {
    total,
    isEstimate,
    ...(picked ?? (await pickRows(db, over(), { ...shown, conditions: [], ids }))),
  };
}

/** Rows that are counted one by one; where there are more, the count is an estimate (docs/decisions/0012-counts-and-pages.md). */
const maxCounted = 10_000;

/** Rows that are looked at for an estimate. */
const sampleSize = 4000;

/** A list that is looked up. */
interface Listing {
  db: Queryable;
  /** Begins a statement over its table. */
  over: () => Select;
}

/** The ids on a page in their order, and how many there are on all pages. */
interface ListedIds {
  ids: readonly number[];
  total: number;
  isEstimate: boolean;
  /** Its rows, where they were found with it. */
  picked?: Picked | undefined;
}

interface Asked extends Omit<ListQuery, 'columns' | 'maxBytes'> {
  shown: Shown;
}

/** What of its rows is shown. */
type Shown = Required<Pick<ListQuery, 'columns' | 'maxBytes'>>;

/** The rows of a page, and the bytes of their long texts. */
interface Picked {
  rows: Row[];
  bytes: number;
}

/** A page that is asked for by its place. */
interface Placed extends Page, Pick<Asked, 'conditions' | 'shown'> {
  parts: Parts;
}

/** Finds the ids of a page. */
async function listedIds(listing: Listing, { offset, ...asked }: Asked): Promise<ListedIds> {
  const { conditions, limit } = asked;
  const parts = partsOf(conditions);
  if (offset === 'last') return lastIds(listing, parts, asked);
  const placed = { ...asked, offset, parts };
  const found = await (conditions.some(needsRows) ? sampledIds : indexedIds)(listing, placed);
  return { ...found, ids: found.ids.slice(0, limit) };
}

/** Of rows that an index finds in their order. */
async function indexedIds(listing: Listing, page: Placed): Promise<ListedIds> {
  const { db, over } = listing;
  const { parts, conditions, offset, limit } = page;
  const select = over();
  const isKept = keptCountOf(select.table.name, conditions) !== undefined;
  const looksOn = !isKept && offset + limit > maxCounted;
  const keys = keysOf(select, parts, looksOn ? withNext(page) : page);
  const count = isKept ? totalOf(select, parts) : countedOf(select, conditions, maxCounted);
  const found = sql<Counted>`select array(${keys}) as ids, ${count}::int as total`;
  const { ids, total, picked } = await (found.hasValues
    ? found.row(db).then((row) => ({ ...noIds, ...row, picked: undefined }))
    : withRows(listing, found, page));
  if (isKept || total <= maxCounted) return { ids, total, isEstimate: false, picked };
  const sample = await sampleOf(db, over(), { parts, size: sampleSize });
  return { ...around(page, { ids, sample, isMore: looksOn ? ids.length > limit : true }), picked };
}

/**
 * What a statement without values finds, with the rows of the page. It is planned once, as the values that come in with the
 * rows change no plan: the database needs no more than five times to see that.
 */
async function withRows(
  { db, over }: Listing,
  found: Sql<Counted>,
  { limit, shown: { columns, maxBytes } }: Placed,
) {
  const select = over();
  const { rowOf } = shapeOf(select, columns);
  const ids = sql`(select ids[:${limit}::int] from found)`;
  const rows = rowsBy(ids, { select, columns, conditions: [], maxBytes });
  const row = await sql<Counted & { records: Recorded[] | null }>`
    with found as materialized (${found})
    select found.*, (select json_agg(r) from (${rows}) r) as records from found`.row(db);
  return { ...noIds, ...row, picked: pickedOf(row?.records ?? [], rowOf) };
}

/**
 * Of rows that have to be looked at, for a search or for somebody's rights: what some of all rows say decides how they are
 * found. Where many meet the conditions, the next of them are near; where few do, all of them are found and counted.
 */
async function sampledIds(listing: Listing, page: Placed): Promise<ListedIds> {
  const { db, over } = listing;
  const sample = await sampleOf(db, over(), { parts: page.parts, size: sampleSize, page });
  if (sample.isAll) return { ids: sample.ids, total: sample.listed, isEstimate: false };
  // One hit may be chance, and of few hits half as many may be true.
  const isCommon = sample.uncounted > 1 && uncountedOf(sample) >= maxCounted / 2;
  const found = isCommon ? await walkedIds(listing, page, sample) : await collectedIds(listing, page);
  return found ?? orderedIds(listing, page, sample);
}

/** How many times as far as the sample says it is looked for a page. */
const patience = 4;

/** Those among the next rows in the order of the list that meet the conditions; undefined: too few do. */
async function walkedIds(listing: Listing, page: Placed, sample: Sample): Promise<ListedIds | undefined> {
  const { db, over } = listing;
  const { conditions, offset, limit } = page;
  const keys = walkedKeysOf(over(), withNext(page), {
    byIndex: conditions.filter((condition) => !needsRows(condition)),
    byRow: conditions.filter(needsRows),
    most: Math.ceil(((offset + limit + 1) * patience * sample.looked) / sample.listed),
  });
  const [{ ids } = noIds] = await sql<Ids>`select array(${keys}) as ids`.rows(db, { isPrepared: false });
  return ids.length > limit ? around(page, { ids, sample, isMore: true }) : undefined;
}

/** All that meet the conditions are found, counted and put in order; undefined: there are too many. */
async function collectedIds({ db, over }: Listing, page: Placed): Promise<ListedIds | undefined> {
  const { order, parts } = page;
  const select = over();
  const { kept, others } = byCount(select.table.name, parts);
  // Planned as if all of them were wanted: the database would hope to meet so many soon, by looking at each row.
  const ordered = sql`select ${kept.length === 0 ? sql`id` : sql`*`} from found${orderedByKeys(order)}`;
  const queries = [ordered, ...foundIn(select, kept, order, { hasKeys: true })];
  const [{ ids, ...total } = { ...noIds, counted: 0, kept: 0 }] = await sql<
    Ids & Record<'counted' | 'kept', number>
  >`
    with met as materialized (${foundBy(select, others, order)}),
      found as materialized (select * from met limit ${sql.literal(maxCounted + 1)})
    select array(${keysFrom(queries, page, { isPlain: false })}) as ids,
      (select count(*) from found)::int as counted, ${totalOf(select, kept)}::int as kept`.rows(db, {
    isPrepared: false,
  });
  if (total.counted > maxCounted) return undefined;
  return { ids, total: total.kept + total.counted, isEstimate: false };
}

/** As the database finds them best. */
async function orderedIds(listing: Listing, page: Placed, sample: Sample): Promise<ListedIds> {
  const { db, over } = listing;
  const keys = keysOf(over(), page.parts, withNext(page));
  const [{ ids } = noIds] = await sql<Ids>`select array(${keys}) as ids`.rows(db, { isPrepared: false });
  return around(page, { ids, sample, isMore: ids.length > page.limit });
}

/** Of the last page: all is counted, and its rows are found from the end. */
async function lastIds(
  { db, over }: Listing,
  parts: Parts,
  { order, limit }: Omit<Asked, 'offset'>,
): Promise<ListedIds> {
  const select = over();
  const keys = lastKeysOf(select, parts, { order, limit, total: sql`(select total from counted)` });
  const [{ ids, total } = noIds] = await sql<Counted>`
    with counted as materialized (select ${totalOf(select, parts)}::int as total)
    select array(${keys}) as ids, total from counted`.rows(db, { isPrepared: false });
  return { ids: ids.toReversed(), total, isEstimate: false };
}

/** What every statement here answers. */
interface Ids {
  ids: number[];
}

interface Counted extends Ids {
  total: number;
}

const noIds = { ids: [], total: 0 };

/** The same page, and one row behind it: whether there is one tells whether there are more pages. */
function withNext(page: Placed): Placed {
  return { ...page, limit: page.limit + 1 };
}

/**
 * How many rows there are where they were not counted: as the sample says, but in keeping with the page, so that the list
 * ends where its rows do.
 */
function around(
  { offset, limit }: Placed,
  { ids, sample, isMore }: { ids: readonly number[]; sample: Sample; isMore: boolean },
): ListedIds {
  const estimate = Number((sample.kept + uncountedOf(sample)).toPrecision(2));
  if (isMore) {
    const total = Math.max(estimate, maxCounted + 1, offset + limit + 1);
    return { ids: ids.slice(0, limit), total, isEstimate: true };
  }
  if (ids.length > 0 || offset === 0) return { ids, total: offset + ids.length, isEstimate: false };
  return { ids, total: Math.min(estimate, offset), isEstimate: true };
}

/** Those of some rows that meet the conditions, in the order of their ids. */
export async function pickRows(
  db: Queryable,
  select: Select,
  { columns, conditions, ids, maxBytes }: Parameters<Store['pick']>[0],
): Promise<Picked> {
  if (ids.length === 0) return { rows: [], bytes: 0 };
  const { rowOf } = shapeOf(select, columns);
  const rows = rowsBy(sql`${ids}::int[]`, { select, columns, conditions, maxBytes });
  return pickedOf(await rows.rows(db), rowOf);
}

/** A row as `shapeOf` has it, and the bytes of the long texts up to it. */
interface Recorded {
  record: unknown[];
  bytes: unknown;
}

function pickedOf(found: readonly Recorded[], rowOf: (record: readonly unknown[]) => Row): Picked {
  return { rows: found.map((one) => rowOf(one.record)), bytes: Number(found.at(-1)?.bytes ?? 0) };
}

function rowsBy(
  ids: Sql,
  wanted: { select: Select; columns: readonly string[]; conditions: readonly Condition[]; maxBytes: number },
): Sql<Recorded> {
  const { select, columns, conditions, maxBytes } = wanted;
  const { record } = shapeOf(select, columns);
  const joins = select.joins();
  const chosen = select.another();
  const where = chosen.where(conditions);
  const bytes = chosen.bytes(columns) ?? sql`0`;
  const table = sql.identifier(select.table.name);
  // What is left out is never read.
  return sql<Recorded>`
    select ${record} as record, c.bytes
    from (
      select o.place, ${chosen.alias}.id, sum(${bytes}) over so_far as bytes,
        sum(${bytes}) over so_far - (${bytes}) as before
      from unnest(${ids}) with ordinality o (id, place)
      join ${chosen.named} on ${chosen.alias}.id = o.id${chosen.joins()}${where}
      window so_far as (order by o.place rows unbounded preceding)
    ) c join ${table} t on t.id = c.id${joins}
    where c.before < ${maxBytes} order by c.place`;
}
