import { Prisma } from '../../generated/client.ts';
import type { SignableKind, SignableState } from '../signing/signable.ts';
import type { Transaction } from './open-database.ts';

/** Which records a list shows; what is absent does not restrict. Erased ones are shown only when asked for. */
export interface SignableFilter {
  state?: SignableState | undefined;
  /** Folded words that must all be found (see `foldText`), the signing application's identifiers included. */
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

/** What one row of a list shows. */
const summary = {
  signatories: { orderBy: [{ order: 'asc' }, { position: 'asc' }] },
  agreement: { select: { number: true } },
  deposits: { select: { round: true } },
  deliveries: {
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: 1,
    include: { attempts: { orderBy: { number: 'desc' }, take: 1 } },
  },
} satisfies Prisma.SignableInclude;

export type SignableSummary = Prisma.SignableGetPayload<{ include: typeof summary }>;

/** The records that the filter lets through, highest number first, in two statements whatever the length. */
export async function listSignables(
  db: Transaction,
  kind: SignableKind,
  { limit, ...filter }: SignableFilter & { limit: number },
): Promise<SignableSummary[]> {
  const found = await db.$queryRaw<{ id: number }[]>`
    select s.id from signables s
    where ${Prisma.join([Prisma.sql`s.kind = ${kind}::signable_kind`, ...conditionsOf(filter)], ' and ')}
    order by s.number desc limit ${limit}`;
  return db.signable.findMany({
    where: { id: { in: found.map(({ id }) => id) } },
    orderBy: { number: 'desc' },
    include: summary,
    relationLoadStrategy: 'join',
  });
}

/**
 * The records of both kinds whose turn has lasted longest, the longest first, in two statements; not those whose
 * signing application could not be called. `progressOf` tells for whom they wait and since when, by the same rule.
 */
export async function listLongestWaiting(
  db: Transaction,
  { limit, now }: { limit: number; now: Date },
): Promise<SignableSummary[]> {
  const found = await db.$queryRaw<{ id: number }[]>`
    select s.id from signables s
    cross join lateral (
      select min(o."order") as turn from signatories o where o.signable_id = s.id and o.signature_date is null
    ) missing
    cross join lateral (
      select max(e.signature_date) as last_date from signatories e
      where e.signable_id = s.id and e.signature_date <= ${now} and e."order" < missing.turn
    ) before
    where s.state = 'signing' and missing.turn is not null and not ${isFailing}
    order by greatest(s.round_started_at, before.last_date), s.id limit ${limit}`;
  const rows = await db.signable.findMany({
    where: { id: { in: found.map(({ id }) => id) } },
    include: summary,
    relationLoadStrategy: 'join',
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return found.flatMap(({ id }) => byId.get(id) ?? []);
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
 * How many records there are, erased ones apart; a kind or state without any has no row. All are counted over an index
 * alone, and the few that are special over their own.
 */
export function countSignables(db: Transaction): Promise<SignableCount[]> {
  return db.$queryRaw<SignableCount[]>`
    with counted as (
      select kind, state, count(*)::int as count from signables where state <> 'erased' group by kind, state
    ), outside as (
      select kind, state, count(*)::int as count from signables where signed_outside group by kind, state
    ), failing as (
      select s.kind, s.state, count(*)::int as count from signables s where ${isFailing} group by s.kind, s.state
    )
    select kind::text, state::text, counted.count, coalesce(outside.count, 0) as "signedOutside",
      coalesce(failing.count, 0) as failing
    from counted left join outside using (kind, state) left join failing using (kind, state)`;
}

function conditionsOf({
  state,
  words = [],
  waitingFor,
  waitingForWords = [],
  failed,
  agreement,
  before,
}: SignableFilter): Prisma.Sql[] {
  const conditions = [
    state === undefined ? Prisma.sql`s.state <> 'erased'` : Prisma.sql`s.state = ${state}::signable_state`,
    ...words.map(isFound),
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

/** A folded word in the texts of a record, or in what the signing application calls one of its rounds. */
function isFound(word: string): Prisma.Sql {
  // An array is read once, and goes with the index of the ids beside that of the texts.
  return Prisma.sql`(s.search_text like ${pattern(word)} or s.id = any(array(
    select d.signable_id from deliveries d where lower(d.reference) like ${pattern(word)})))`;
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

/** What LIKE finds a text by, wherever it stands; no sign of the text is one of the pattern. */
function pattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
