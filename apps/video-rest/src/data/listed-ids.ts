import type { ListQuery } from '@campus/rest';
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
import { type Connection, query, queryAnew } from './prepared.ts';
import { needsRows, type Sample, sampleOf, uncountedOf } from './sample-rows.ts';
import { orderedByKeys, type Select } from './select.ts';

/** Rows that are counted one by one; where there are more, the count is an estimate (docs/decisions/0012-counts-and-pages.md). */
const maxCounted = 10_000;

/** Rows that are looked at for an estimate. */
const sampleSize = 4000;

/** A list that is looked up. */
export interface Listing {
  client: Connection;
  /** Begins a statement over its table. */
  over: () => Select;
}

/** The ids on a page in their order, and how many there are on all pages. */
interface ListedIds {
  ids: readonly number[];
  total: number;
  isEstimate: boolean;
}

type Asked = Omit<ListQuery, 'columns' | 'maxBytes'>;

/** A page that is asked for by its place. */
interface Placed extends Page, Pick<Asked, 'conditions'> {
  parts: Parts;
}

/** Finds the ids of a page. */
export async function listedIds(listing: Listing, { offset, ...asked }: Asked): Promise<ListedIds> {
  const { conditions, limit } = asked;
  const parts = partsOf(conditions);
  if (offset === 'last') return lastIds(listing, parts, asked);
  const placed = { ...asked, offset, parts };
  const found = await (conditions.some(needsRows) ? sampledIds : indexedIds)(listing, placed);
  return { ...found, ids: found.ids.slice(0, limit) };
}

/** Of rows that an index finds in their order. */
async function indexedIds(listing: Listing, page: Placed): Promise<ListedIds> {
  const { client, over } = listing;
  const { parts, conditions, offset, limit } = page;
  const statement = over();
  const isKept = keptCountOf(statement.table.name, conditions) !== undefined;
  const looksOn = !isKept && offset + limit > maxCounted;
  const keys = keysOf(statement, parts, looksOn ? withNext(page) : page);
  const count = isKept ? totalOf(statement, parts) : countedOf(statement, conditions, maxCounted);
  const sql = `select array(${keys}) as ids, ${count}::int as total`;
  const [{ ids, total } = noIds] = await query<Ids & { total: number }>(client, sql, statement.values);
  if (isKept || total <= maxCounted) return { ids, total, isEstimate: false };
  const sample = await sampleOf(client, over(), { parts, size: sampleSize });
  return around(page, { ids, sample, isMore: looksOn ? ids.length > limit : true });
}

/**
 * Of rows that have to be looked at, for a search or for somebody's rights: what some of all rows say decides how they are
 * found. Where many meet the conditions, the next of them are near; where few do, all of them are found and counted.
 */
async function sampledIds(listing: Listing, page: Placed): Promise<ListedIds> {
  const { client, over } = listing;
  const sample = await sampleOf(client, over(), { parts: page.parts, size: sampleSize, page });
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
  const { client, over } = listing;
  const { conditions, offset, limit } = page;
  const statement = over();
  const keys = walkedKeysOf(statement, withNext(page), {
    byIndex: conditions.filter((condition) => !needsRows(condition)),
    byRow: conditions.filter(needsRows),
    most: Math.ceil(((offset + limit + 1) * patience * sample.looked) / sample.listed),
  });
  const [{ ids } = noIds] = await queryAnew<Ids>(client, `select array(${keys}) as ids`, statement.values);
  return ids.length > limit ? around(page, { ids, sample, isMore: true }) : undefined;
}

/** All that meet the conditions are found, counted and put in order; undefined: there are too many. */
async function collectedIds({ client, over }: Listing, page: Placed): Promise<ListedIds | undefined> {
  const { order, parts } = page;
  const statement = over();
  const { kept, others } = byCount(statement.table.name, parts);
  const all = foundBy(statement, others, order);
  // Planned as if all of them were wanted: the database would hope to meet so many soon, by looking at each row.
  const found = `met as materialized (${all}), found as materialized (select * from met limit ${maxCounted + 1})`;
  const ordered = `select ${kept.length === 0 ? 'id' : '*'} from found${orderedByKeys(order)}`;
  const queries = [ordered, ...foundIn(statement, kept, order, { hasKeys: true })];
  const keys = keysFrom(statement, queries, page);
  const sql = `with ${found} select array(${keys}) as ids, (select count(*) from found)::int as counted, ${totalOf(statement, kept)}::int as kept`;
  const [{ ids, ...total } = { ...noIds, counted: 0, kept: 0 }] = await queryAnew<
    Ids & Record<'counted' | 'kept', number>
  >(client, sql, statement.values);
  if (total.counted > maxCounted) return undefined;
  return { ids, total: total.kept + total.counted, isEstimate: false };
}

/** As the database finds them best. */
async function orderedIds(listing: Listing, page: Placed, sample: Sample): Promise<ListedIds> {
  const { client, over } = listing;
  const statement = over();
  const keys = keysOf(statement, page.parts, withNext(page));
  const [{ ids } = noIds] = await queryAnew<Ids>(client, `select array(${keys}) as ids`, statement.values);
  return around(page, { ids, sample, isMore: ids.length > page.limit });
}

/** Of the last page: all is counted, and its rows are found from the end. */
async function lastIds(
  { client, over }: Listing,
  parts: Parts,
  { order, limit }: Omit<Asked, 'offset'>,
): Promise<ListedIds> {
  const statement = over();
  const counted = `with counted as materialized (select ${totalOf(statement, parts)}::int as total)`;
  const keys = lastKeysOf(statement, parts, { order, limit, total: '(select total from counted)' });
  const sql = `${counted} select array(${keys}) as ids, total from counted`;
  const [{ ids, total } = noIds] = await queryAnew<Ids & { total: number }>(client, sql, statement.values);
  return { ids: ids.toReversed(), total, isEstimate: false };
}

/** What every statement here answers. */
interface Ids {
  ids: number[];
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
