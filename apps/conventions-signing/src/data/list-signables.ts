import { type Queryable, type Sql, sql } from '@campus/database';
import type { Scope } from '../domain/scope.ts';
import { type SignableKind, type SignableState, signableKinds, signableStates } from '../domain/signable.ts';
import { allPages, cutPage, type Page } from './page.ts';
import { scopeConditions } from './scopes.ts';
import { conditionsOf, holdsAll, isFailing, isIndexed, type SignableFilter } from './signable-conditions.ts';
import {
  comesAfter,
  cursorText,
  firstBy,
  isByTimes,
  orderBy,
  parseCursor,
  type SignableCursor,
  type SignableOrder,
} from './signable-order.ts';
import { readSummaries, type SignableSummary } from './signable-summaries.ts';
import { withOrder } from './sorted-search.ts';

/** So many of the newest records are read one by one in a search; some 10 ms. */
const readAtOnce = 10_000;

/** Names and mail addresses of the people on one page of a list: a record may have a thousand of each kind. */
export const maxPageBytes = 4 * 1024 * 1024;

/**
 * A page of the records that the filter lets through, in one statement whatever its length, or some more where words
 * are searched for. A page may end early: where its people have long names, and of a search for words that no index
 * finds.
 *
 * @param options.order   by default the highest number first, as of a search for words that finds too many to sort
 * @param options.before  only what comes after this place, which was made in the same order
 * @returns               with the order that it has
 */
export async function listSignables(
  db: Queryable,
  kind: SignableKind,
  asked: SignableFilter & { before?: SignableCursor | undefined; order?: SignableOrder; size: number },
): Promise<ListedPage> {
  return readList(db, kind, await withOrder(db, kind, asked));
}

type ListedPage = Page<SignableSummary> & { order: SignableOrder };

async function readList(
  db: Queryable,
  kind: SignableKind,
  options: SignableFilter & { before?: SignableCursor | undefined; order: SignableOrder; size: number },
): Promise<ListedPage> {
  const { size, words = [], before, order, ...filter } = options;
  const rest = [
    sql`s.kind = ${kind}::signable_kind`,
    // A search that finds too many to sort since its last page begins anew.
    ...(before?.by === order.by ? [comesAfter(order, before)] : []),
  ];
  if (words.length === 0) {
    const found = foundBy(filter, { kind, rest, order, limit: size + 1 });
    const page = await readPage(db, { found, order, size, isPrepared: !dependsOnValues(filter) });
    return { ...page, order };
  }
  const conditions = [...rest, ...conditionsOf(filter)];
  const { results, before: next } = await searchNewest(db, { conditions, words, size });
  const found = recordsOf(results.map(({ id }) => id));
  const page = await readPage(db, { found, order, size });
  return { ...page, before: page.before ?? next, order };
}

/** All that the filter lets through, page by page, so that no more than one is in memory. */
export async function* pagesOfSignables(
  db: Queryable,
  kind: SignableKind,
  asked: SignableFilter & { order?: SignableOrder },
): AsyncGenerator<SignableSummary[]> {
  const list = await withOrder(db, kind, asked);
  yield* allPages((next) => {
    const before = next === undefined ? undefined : parseCursor(next);
    return readList(db, kind, { ...list, before, size: atATime });
  });
}

const atATime = 200;

/** Whether the best plan for a filter is another one for other values. */
function dependsOnValues(filter: SignableFilter): boolean {
  const { scope, waitingForWords, updatedSince, signedSince, numbers } = filter;
  return (
    scope !== 'everything' ||
    [waitingForWords, updatedSince, signedSince, numbers].some((value) => value !== undefined)
  );
}

/** The first records in this order. Each state by itself has an index for those that are not numbers. */
function foundBy(
  filter: Omit<SignableFilter, 'words'>,
  { kind, rest, order, limit }: { kind: SignableKind; rest: Sql[]; order: SignableOrder; limit: number },
): Sql {
  const inOrder = firstBy(order);
  const first = (from: Sql, conditions: Sql[]) => sql`
    select s.*${inOrder.sortKey} from ${from}
    where ${sql.all([...rest, ...conditions])} order by ${inOrder.orderBy} limit ${sql.literal(limit)}`;
  const { state: asked, updatedSince, ...others } = filter;
  const states = asked === undefined ? shownUnasked : [asked];
  const signables = sql`signables s`;
  if (order.by === 'number') {
    if (updatedSince === undefined) return first(signables, conditionsOf(filter));
    const changed = changedSince(updatedSince, { rest, states, scope: filter.scope, order: inOrder.orderBy });
    return first(changed, conditionsOf({ ...others, state: asked }));
  }
  const ofEach = states.map((state) => {
    const conditions = conditionsOf({ ...filter, state });
    if (!isByTimes(order)) return sql`(${first(signables, conditions)})`;
    const ofTimes = sql`t.kind = ${kind}::signable_kind and t.state = ${state}::signable_state`;
    const both = sql`signable_times t join signables s on s.id = t.signable_id`;
    return sql`(${first(both, [...conditions, ofTimes])})`;
  });
  return sql`
    select s.* from (${sql.join(ofEach, ' union all ')}) s order by ${orderBy(order)} limit ${sql.literal(limit)}`;
}

/**
 * Records `s` of which something happened since an instant, by number: an index of times tells their numbers before the
 * first record is read, so that no more are read than the page shows. Those of a few are sorted, and those of many found
 * in their order. Where a scope has few, they are sorted out before, since the next of them may be far.
 */
function changedSince(
  since: Date,
  options: { rest: Sql[]; states: readonly SignableState[]; scope: Scope; order: Sql },
): Sql {
  const { rest, states, scope, order } = options;
  const isChanged = sql`s.state = any(${states}::signable_state[]) and s.updated_at >= ${since}`;
  const changed = sql.all([...rest, isChanged]);
  const inScope = sql.all([...rest, ...scopeConditions(scope)]);
  const numbers =
    scope === 'everything'
      ? sql`select s.number from signable_times s where ${changed}`
      : sql`
        with few as materialized (select s.number from signables s where ${inScope} limit ${sql.literal(fewInScope + 1)})
        select s.number from signable_times s
        where ${changed}
          and ((select count(*) from few) > ${sql.literal(fewInScope)} or s.number in (select number from few))`;
  // "offset 0" keeps the planner from looking for the times of each record instead.
  return sql`(${numbers} order by ${order} offset 0) t join signables s on s.number = t.number`;
}

/** So many are looked up in some milliseconds. */
const fewInScope = 2_000;

const shownUnasked = signableStates.filter((state) => state !== 'erased');

/** The page of what was found up to the record whose people, with those before, reach `maxPageBytes`. */
async function readPage(
  db: Queryable,
  given: { found: Sql; order: SignableOrder; size: number; isPrepared?: boolean },
): Promise<Page<SignableSummary>> {
  const { found, order, size, ...options } = given;
  const inOrder = orderBy(order);
  const shown = sql`
    select * from (
      select s.*, sum(people.bytes) over (order by ${inOrder} rows unbounded preceding) - people.bytes as bytes_before
      from found s
      cross join lateral (
        select coalesce(sum(octet_length(o.name) + octet_length(o.given_name) + octet_length(o.mail)), 0)
          + coalesce(octet_length(array_to_string(s.watchers, '')), 0) as bytes
        from signatories o where o.signable_id = s.id
      ) people) s
    where s.bytes_before < ${sql.literal(maxPageBytes)} order by ${inOrder} limit ${sql.literal(size)}`;
  const { summaries: results, foundCount } = await readSummaries(db, { found, shown, order, ...options });
  const last = results.at(-1);
  return {
    results,
    before:
      last === undefined || results.length === foundCount
        ? null
        : cursorText({ by: order.by, number: last.number, key: last.sortKey }),
  };
}

interface Found {
  id: number;
  number: number;
}

function cursorOf({ number }: Found): string {
  return String(number);
}

/** Of all that meet the conditions, those with the highest numbers. */
function newestOf(conditions: Sql[], { limit }: { limit: number }): Sql<Found> {
  return sql<Found>`
    select s.id, s.number from signables s where ${sql.all(conditions)} order by s.number desc limit ${sql.literal(limit)}`;
}

/**
 * Finds records by words, in two steps, since a plan that fits frequent words takes seconds for rare ones, and the
 * other way round: first the newest are read one by one, which hold a page of whatever is frequent; then the index
 * finds what is rarer among the older. Words that the index does not know (`foldedWords`) have no second step: their
 * page ends with what the first has found, and the following page goes on from there.
 */
async function searchNewest(
  db: Queryable,
  { conditions, words, size }: { conditions: Sql[]; words: string[]; size: number },
): Promise<Page<Found>> {
  const search = (statement: Sql<Found>) => statement.rows(db, { isPrepared: false });
  const holdsWords = sql.all(holdsAll(words));
  const rest = { size, cursorOf };
  let last: number | undefined;
  const newest = await cutPage(async (limit) => {
    // Behind what was found, as id 0, where this look ends: the way there is not walked again.
    const looked = await search(sql<Found>`
      with looked as materialized (
        select s.id, s.number, ${holdsWords} as is_found from signables s
        where ${sql.all(conditions)} order by s.number desc limit ${readAtOnce})
      (select s.id, s.number from looked s where is_found order by s.number desc limit ${limit})
      union all
      select 0, min(s.number) from looked s having count(*) = ${readAtOnce}
      limit ${limit}`);
    last = looked.find(({ id }) => id === 0)?.number;
    return looked.filter(({ id }) => id !== 0);
  }, rest);
  if (newest.before !== null || last === undefined) return newest;
  const [next] = await search(newestOf([...conditions, sql`s.number < ${last}`], { limit: 1 }));
  if (next === undefined) return newest;
  if (!words.some(isIndexed)) return { results: newest.results, before: String(next.number + 1) };
  return cutPage(async (limit) => {
    const isLeft = [...conditions, sql`s.number <= ${next.number}`];
    const missing = limit - newest.results.length;
    const older = await search(olderOf({ holdsWords, isLeft, first: next.number, limit: missing }));
    return [...newest.results, ...older];
  }, rest);
}

/**
 * Finds by the index of words, which knows ranges of 65,536 numbers, from one to the next until there are enough: what
 * many old records have need not be read whole. Of a million, measured: a word that 111,111 have takes half the time, a
 * company that 1,100 have a quarter, and what one has a third more.
 */
function olderOf(options: { holdsWords: Sql; isLeft: Sql[]; first: number; limit: number }): Sql<Found> {
  const { holdsWords, isLeft, first, limit } = options;
  // "offset 0" lets range and words alone choose the plan, whatever the planner expects of others.
  return sql<Found>`
    with recursive walk (range, found, ids) as (
      select (${first}::int >> 16) + 1, 0, array[]::int[]
      union all
      select walk.range - 1, walk.found + cardinality(next.ids), next.ids
      from walk cross join lateral (
        select coalesce(array_agg(best.id), array[]::int[]) as ids from (
          select s.id from (
            select * from signables s where array[s.number >> 16] @> array[walk.range - 1] and ${holdsWords} offset 0) s
          where ${sql.all(isLeft)} order by s.number desc limit ${limit}) best
      ) next
      where walk.found < ${limit} and walk.range > 0
    )
    select s.id, s.number from walk join signables s on s.id = any(walk.ids)
    order by s.number desc limit ${limit}`;
}

function recordsOf(ids: number[]): Sql {
  return sql`select * from signables where id = any(${ids}::int[])`;
}

/** How many records there are of a kind in a state. */
export interface SignableCount {
  kind: SignableKind;
  state: SignableState;
  count: number;
  /** Those of them whose call was given up or has failed so far. */
  failing: number;
}

/** Records of a scope are counted up to this, of each kind in each state. */
const maxCounted = 10_000;

/**
 * How many records there are, erased ones apart; a kind or state without any has no row. Of everything nothing is
 * counted but those that fail: the table has the numbers, which triggers keep. Of a scope up to one more than the most.
 */
export function countSignables(db: Queryable, scope: Scope): Promise<SignableCount[]> {
  const kept = sql`
    select kind, state, sum(change)::int as count
    from signable_counts where state <> 'erased' group by kind, state`;
  const found = signableKinds.flatMap((kind) =>
    shownUnasked.map((state) => {
      const isOne = sql`s.kind = ${kind}::signable_kind and s.state = ${state}::signable_state`;
      return sql`
        select ${kind}::signable_kind as kind, ${state}::signable_state as state, count(*)::int as count from (
          select from signables s
          where ${sql.all([isOne, ...scopeConditions(scope)])} limit ${sql.literal(maxCounted + 1)}) s`;
    }),
  );
  const counts = sql<SignableCount>`
    with counted as (${scope === 'everything' ? kept : sql.join(found, ' union all ')}), failing as (
      select s.kind, s.state, count(*)::int as count from signables s
      where ${sql.all([isFailing, ...scopeConditions(scope)])} group by s.kind, s.state
    )
    select kind::text, state::text, counted.count, coalesce(failing.count, 0) as failing
    from counted left join failing using (kind, state) where counted.count > 0`;
  return counts.rows(db, { isPrepared: scope === 'everything' });
}
