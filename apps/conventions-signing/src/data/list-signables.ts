import type { StatementReader } from '@campus/database';
import { Prisma } from '../../generated/client.ts';
import type { SignableKind, SignableState } from '../signing/signable.ts';
import { cutPage, type Page } from './page.ts';
import { readRows } from './read-rows.ts';
import { readSummaries, type SignableSummary } from './signable-summaries.ts';

/** So many of the newest records are read one by one in a search; some 10 ms. */
const readAtOnce = 10_000;

/** Names and mail addresses of the people on one page of a list: a record may have a thousand of each kind. */
export const maxPageBytes = 4 * 1024 * 1024;

/** Which records a list shows; what is absent does not restrict. Erased ones are shown only when asked for. */
interface SignableFilter {
  state?: SignableState | undefined;
  /** Folded words that must all be found (see `foldedWords`), the signing application's identifiers included. */
  words?: string[];
  /** Mail address of somebody whose turn it is to sign. */
  waitingFor?: string | undefined;
  /** Folded words that must all be found in name or mail address of one whose turn it is. */
  waitingForWords?: string[];
  /** Whether the call of the current round was given up or has failed so far. */
  failed?: boolean | undefined;
  /** Only the amendments to the agreement of this number. */
  agreement?: number | undefined;
  /** Only numbers below this one. */
  before?: number | undefined;
}

/**
 * A page of the records that the filter lets through, highest number first, in one statement whatever its length, or
 * some more where words are searched for. A page may end early: where its people have long names, and of a search for
 * words that no index finds.
 */
export async function listSignables(
  db: StatementReader,
  kind: SignableKind,
  { size, words = [], ...filter }: SignableFilter & { size: number },
): Promise<Page<SignableSummary>> {
  const conditions = [Prisma.sql`s.kind = ${kind}::signable_kind`, ...conditionsOf(filter)];
  if (words.length === 0) {
    const found = newestOf(conditions, { columns: 's.*', limit: size + 1 });
    return readPage(db, { found, size, isPrepared: filter.waitingForWords === undefined });
  }
  const { results, before } = await searchNewest(db, { conditions, words, size });
  const page = await readPage(db, { found: recordsOf(results.map(({ id }) => id)), size });
  return { ...page, before: page.before ?? before };
}

/** The page of what was found up to the record whose people, with those before, reach `maxPageBytes`. */
async function readPage(
  db: StatementReader,
  { found, size, ...options }: { found: Prisma.Sql; size: number; isPrepared?: boolean },
): Promise<Page<SignableSummary>> {
  const shown = Prisma.sql`
    select * from (
      select s.*, sum(people.bytes) over (order by s.number desc rows unbounded preceding) - people.bytes as bytes_before
      from found s
      cross join lateral (
        select coalesce(sum(octet_length(o.name) + octet_length(o.given_name) + octet_length(o.mail)), 0)
          + coalesce(octet_length(array_to_string(s.watchers, '')), 0) as bytes
        from signatories o where o.signable_id = s.id
      ) people) s
    where s.bytes_before < ${literal(maxPageBytes)} order by s.number desc limit ${literal(size)}`;
  const { summaries: results, foundCount } = await readSummaries(db, { found, shown, ...options });
  const last = results.at(-1);
  return {
    results,
    before: last === undefined || results.length === foundCount ? null : String(last.number),
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
function newestOf(
  conditions: Prisma.Sql[],
  { columns, limit }: { columns: 's.*' | 's.id, s.number'; limit: number },
): Prisma.Sql {
  return Prisma.sql`
    select ${Prisma.raw(columns)} from signables s where ${all(conditions)} order by s.number desc limit ${literal(limit)}`;
}

/** Of a limit as a parameter PostgreSQL expects a tenth of all rows, and plans a page anew each time. */
function literal(number: number): Prisma.Sql {
  return Prisma.raw(String(Number(number)));
}

/**
 * Finds records by words, in two steps, since a plan that fits frequent words takes seconds for rare ones, and the
 * other way round: first the newest are read one by one, which hold a page of whatever is frequent; then the index
 * finds what is rarer among the older. Words that the index does not know (`foldedWords`) have no second step: their
 * page ends with what the first has found, and the following page goes on from there.
 */
async function searchNewest(
  db: StatementReader,
  { conditions, words, size }: { conditions: Prisma.Sql[]; words: string[]; size: number },
): Promise<Page<Found>> {
  const search = (statement: Prisma.Sql) => readRows<Found>(db, statement, { isPrepared: false });
  const holdsWords = all(words.map((word) => Prisma.sql`s.search_text like ${pattern(word)}`));
  const rest = { size, cursorOf };
  const newest = await cutPage(
    (limit) =>
      search(Prisma.sql`
        select s.id, s.number from (
          select s.id, s.number, s.search_text from signables s
          where ${all(conditions)} order by s.number desc limit ${readAtOnce}) s
        where ${holdsWords} order by s.number desc limit ${limit}`),
    rest,
  );
  if (newest.before !== null) return newest;
  const isOlder = Prisma.sql`s.number < (
    select s.number from signables s where ${all(conditions)} order by s.number desc offset ${readAtOnce - 1} limit 1)`;
  const [next] = await search(newestOf([...conditions, isOlder], { columns: 's.id, s.number', limit: 1 }));
  if (next === undefined) return newest;
  if (!words.some(isIndexed)) return { results: newest.results, before: String(next.number + 1) };
  return cutPage(async (limit) => {
    const isLeft = [...conditions, Prisma.sql`s.number <= ${next.number}`];
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
function olderOf({
  holdsWords,
  isLeft,
  first,
  limit,
}: {
  holdsWords: Prisma.Sql;
  isLeft: Prisma.Sql[];
  first: number;
  limit: number;
}): Prisma.Sql {
  // "offset 0" lets range and words alone choose the plan, whatever the planner expects of others.
  return Prisma.sql`
    with recursive walk (range, found, ids) as (
      select (${first}::int >> 16) + 1, 0, array[]::int[]
      union all
      select walk.range - 1, walk.found + cardinality(next.ids), next.ids
      from walk cross join lateral (
        select coalesce(array_agg(best.id), array[]::int[]) as ids from (
          select s.id from (
            select * from signables s where array[s.number >> 16] @> array[walk.range - 1] and ${holdsWords} offset 0) s
          where ${all(isLeft)} order by s.number desc limit ${limit}) best
      ) next
      where walk.found < ${limit} and walk.range > 0
    )
    select s.id, s.number from walk join signables s on s.id = any(walk.ids)
    order by s.number desc limit ${limit}`;
}

function recordsOf(ids: number[]): Prisma.Sql {
  return Prisma.sql`select * from signables where id = any(${ids}::int[])`;
}

function all(conditions: Prisma.Sql[]): Prisma.Sql {
  return Prisma.join(conditions, ' and ');
}

/** So many records are looked at first for those whose turn has lasted longest; some 2 ms. */
const firstLook = 200;

interface Turn {
  id: number;
  /** When its round began; milliseconds, as the next. */
  startedAt: number;
  /** Null when it is nobody's turn, or the signing application could not be called. */
  since: number | null;
}

/**
 * The records of both kinds whose turn has lasted longest, the longest first; not those whose signing application could
 * not be called. `progressOf` tells for whom they wait and since when, by the same rule.
 *
 * No turn begins before its round: the oldest rounds are looked at until the next of them is younger than all turns
 * that are shown, mostly in one statement. Looking at all took 150 ms for 20,000 in signing.
 */
export async function listLongestWaiting(
  db: StatementReader,
  { limit, now }: { limit: number; now: Date },
): Promise<SignableSummary[]> {
  let longest: (Turn & { since: number })[] = [];
  let last: Turn | undefined;
  for (let size = firstLook; ; size *= 2) {
    const turns = await readTurns(db, { after: last, size, now });
    longest = [
      ...longest,
      ...turns.flatMap((turn) => (turn.since === null ? [] : { ...turn, since: turn.since })),
    ]
      .sort((a, b) => a.since - b.since || a.id - b.id)
      .slice(0, limit);
    last = turns.at(-1);
    const youngest = longest[limit - 1];
    if (turns.length < size || last === undefined || (youngest && youngest.since < last.startedAt)) break;
  }
  const ids = longest.map(({ id }) => id);
  const { summaries } = await readSummaries(db, {
    found: recordsOf(ids),
    shown: Prisma.sql`select * from found`,
  });
  const byId = new Map(summaries.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Records in signing, the oldest round first. */
function readTurns(
  db: StatementReader,
  { after, size, now }: { after: Turn | undefined; size: number; now: Date },
): Promise<Turn[]> {
  const { startedAt, id } = after ?? { startedAt: 0, id: 0 };
  return readRows<Turn>(
    db,
    Prisma.sql`
      select s.id, ${milliseconds(Prisma.sql`s.round_started_at`)} as "startedAt",
        case when missing.turn is not null and not ${isFailing}
          then ${milliseconds(Prisma.sql`greatest(s.round_started_at, before.last_date)`)} end as since
      from (
        select * from signables
        where state = 'signing' and (round_started_at, id) > (${new Date(startedAt)}::timestamptz, ${id}::int)
        order by round_started_at, id limit ${size}) s
      cross join lateral (
        select min(o."order") as turn from signatories o where o.signable_id = s.id and o.signature_date is null
      ) missing
      cross join lateral (
        select max(e.signature_date) as last_date from signatories e
        where e.signable_id = s.id and e.signature_date <= ${now} and e."order" < missing.turn
      ) before
      order by s.round_started_at, s.id`,
  );
}

function milliseconds(instant: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(extract(epoch from ${instant}) * 1000)::float8`;
}

/** How many records there are of a kind in a state. */
export interface SignableCount {
  kind: SignableKind;
  state: SignableState;
  count: number;
  /** Those of them that were signed on paper or in another product. */
  signedOutside: number;
  /** Those of them whose call was given up or has failed so far. */
  failing: number;
}

/**
 * How many records there are, erased ones apart; a kind or state without any has no row. Nothing is counted but those
 * that fail: the table has the numbers, which triggers keep.
 */
export function countSignables(db: StatementReader): Promise<SignableCount[]> {
  const counts = Prisma.sql`
    with counted as (
      select kind, state, sum(change)::int as count,
        coalesce(sum(change) filter (where signed_outside), 0)::int as outside
      from signable_counts where state <> 'erased' group by kind, state
    ), failing as (
      select s.kind, s.state, count(*)::int as count from signables s where ${isFailing} group by s.kind, s.state
    )
    select kind::text, state::text, counted.count, counted.outside as "signedOutside",
      coalesce(failing.count, 0) as failing
    from counted left join failing using (kind, state) where counted.count > 0`;
  return readRows(db, counts);
}

function conditionsOf(filter: Omit<SignableFilter, 'words'>): Prisma.Sql[] {
  const { state, waitingFor, waitingForWords = [], failed, agreement, before } = filter;
  const conditions = [
    state === undefined ? Prisma.sql`s.state <> 'erased'` : Prisma.sql`s.state = ${state}::signable_state`,
  ];
  if (agreement !== undefined)
    conditions.push(
      Prisma.sql`s.agreement_id = (select id from signables where kind = 'agreement' and number = ${agreement})`,
    );
  if (before !== undefined) conditions.push(Prisma.sql`s.number < ${before}`);
  if (waitingFor !== undefined)
    conditions.push(isTurnOf(Prisma.sql`lower(one.mail) = ${waitingFor.toLowerCase()}`));
  if (waitingForWords.length > 0) {
    // The record's own text has an index, and holds the texts of its people.
    conditions.push(...waitingForWords.map((word) => Prisma.sql`s.search_text like ${pattern(word)}`));
    const person = folded(Prisma.sql`one.given_name || ' ' || one.name || ' ' || one.mail`);
    const words = waitingForWords.map((word) => Prisma.sql`${person} like ${pattern(word)}`);
    conditions.push(isTurnOf(Prisma.join(words, ' and ')));
  }
  if (failed !== undefined) conditions.push(failed ? isFailing : Prisma.sql`not ${isFailing}`);
  return conditions;
}

/** `foldText` in SQL, for the few rows that an index has found. */
function folded(text: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`replace(replace(replace(replace(replace(
    lower(regexp_replace(normalize(${text}, NFKD), '[\\u0300-\\u036f]', '', 'g')),
    'œ', 'oe'), 'æ', 'ae'), 'ø', 'o'), 'ß', 'ss'), '’', '''')`;
}

/** Somebody of whom the condition about `one` holds and whose turn it is: no date yet, none missing of a lower order. */
function isTurnOf(condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`s.state = 'signing' and exists (
    select 1 from signatories one
    where one.signable_id = s.id and ${condition} and one.signature_date is null
      and not exists (
        select 1 from signatories earlier
        where earlier.signable_id = s.id and earlier."order" < one."order" and earlier.signature_date is null))`;
}

const isFailing = Prisma.sql`(s.state = 'signing' and exists (
  select 1 from deliveries d
  where d.signable_id = s.id and d.round = s.round
    and (d.state = 'failed' or (d.state = 'pending' and exists (
      select 1 from attempts a where a.delivery_id = d.id)))))`;

/**
 * Whether the index of trigrams knows the word, wherever it stands in a text: three letters or digits in a row, or two
 * beside another sign.
 */
function isIndexed(word: string): boolean {
  return /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]{2}/u.test(word);
}

/** What LIKE finds a text by, wherever it stands; no sign of the text is one of the pattern. */
function pattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
