import { type Queryable, type Sql, sql } from '@campus/database';
import type { SignableKind, SignableState } from '../domain/signable.ts';
import { conditionsOf, holdsAll, isIndexed, type SignableFilter } from './signable-conditions.ts';

/** How many records of a kind the filter lets through, by state. */
export interface StateCounts {
  of: Record<SignableState, number>;
  /** Whether they are an estimate (decision 0012). */
  isEstimate: boolean;
}

/** What a filter lets through is counted up to this (decision 0012). */
const maxCounted = 10_000;

/** So many records at most are asked whose turn it is; some 50 ms. */
const maxAsked = 1_000;

/** So many records are judged where more than `maxCounted` are let through: in fives, spread evenly over all. */
const sampled = 4_000;
const neighbours = 5;

/**
 * How many records of a kind there are in each state, erased ones only without a filter; undefined where nobody can
 * tell without reading too many.
 *
 * Without a filter nothing is counted: the table has the numbers, which triggers keep.
 */
export async function countStates(
  db: Queryable,
  kind: SignableKind,
  { words = [], ...filter }: Omit<SignableFilter, 'state'>,
): Promise<StateCounts | undefined> {
  const kept = await readCounts(
    db,
    sql<StateCount>`
      select state::text, sum(change)::int as count from signable_counts
      where kind = ${kind}::signable_kind group by state`,
  );
  const restrictions = [...conditionsOf(filter), ...holdsAll(words)];
  // What is always one: not those that were erased.
  if (restrictions.length === 1) return { of: kept, isEstimate: false };
  const isKind = sql`s.kind = ${kind}::signable_kind`;
  const { waitingForWords = [] } = filter;
  if (waitingForWords.length > 0) {
    const asked = [
      isKind,
      ...conditionsOf({ scope: filter.scope, state: 'signing' }),
      ...holdsAll([...words, ...waitingForWords]),
    ];
    if (sum(await countUpTo(maxAsked, { db, conditions: asked })) > maxAsked) return undefined;
  }
  const conditions = [isKind, ...restrictions];
  const counted = words.every(isIndexed) ? await countUpTo(maxCounted, { db, conditions }) : undefined;
  if (counted !== undefined && sum(counted) <= maxCounted) return { of: counted, isEstimate: false };
  const estimated = await estimate(db, { kind, conditions, total: sum(kept) });
  const isMany = counted !== undefined || sum(estimated) > maxCounted;
  return isMany ? { of: estimated, isEstimate: true } : undefined;
}

/** One more than `most` where there are more. */
function countUpTo(
  most: number,
  { db, conditions }: { db: Queryable; conditions: Sql[] },
): Promise<StateCounts['of']> {
  return readCounts(
    db,
    sql<StateCount>`
      select state::text, count(*)::int as count from (
        select s.state from signables s where ${sql.all(conditions)} limit ${most + 1}) s
      group by state`,
  );
}

/** From a sample that is the same each time, to two digits. */
async function estimate(
  db: Queryable,
  { kind, conditions, total }: { kind: SignableKind; conditions: Sql[]; total: number },
): Promise<StateCounts['of']> {
  const { draft, signing, refused, signed, erased } = await readCounts(
    db,
    sql<StateCount>`
      with last as (select max(number) as number from signables where kind = ${kind}::signable_kind),
      sample as (
        select (place * last.number::bigint / ${sampled / neighbours} + neighbour)::int as number
        from last, generate_series(0, ${sampled / neighbours - 1}) place, generate_series(1, ${neighbours}) neighbour)
      select state::text, count(*)::int as count from (
        select s.state from sample join signables s using (number) where ${sql.all(conditions)}) s
      group by state`,
  );
  const scaled = (count: number) => Number(((count * total) / sampled).toPrecision(2));
  return {
    draft: scaled(draft),
    signing: scaled(signing),
    refused: scaled(refused),
    signed: scaled(signed),
    erased: scaled(erased),
  };
}

interface StateCount {
  state: SignableState;
  count: number;
}

async function readCounts(db: Queryable, statement: Sql<StateCount>): Promise<StateCounts['of']> {
  const rows = await statement.rows(db, { isPrepared: false });
  const counts = { draft: 0, signing: 0, refused: 0, signed: 0, erased: 0 };
  for (const { state, count } of rows) counts[state] = count;
  return counts;
}

function sum(counts: StateCounts['of']): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
