import { type Queryable, type Sql, sql } from '@campus/database';
import type { StoredFailure } from '@campus/pages';
import type { DeliveryState } from '../domain/signable.ts';
import {
  dateOf,
  type FollowedRecord,
  instant,
  recordColumns,
  recordOf,
  type StoredRecord,
} from './record-columns.ts';
import { orderBy, type SignableOrder } from './signable-order.ts';

/** What one row of a list shows. */
export interface SignableSummary extends FollowedRecord {
  deposits: { round: number }[];
  /** The call of the round that counts, with its last attempt; none where nobody was to be told. */
  deliveries: SummaryDelivery[];
  /** What the list was ordered by, as PostgreSQL writes it in JSON; null where numbers order it. */
  sortKey: string | null;
}

interface SummaryDelivery {
  id: string;
  round: number;
  state: DeliveryState;
  nextAttemptAt: Date | null;
  attempts: (StoredFailure & { number: number })[];
}

interface StoredSummary extends StoredRecord {
  /** Rounds of the deposits. */
  deposits: number[] | null;
  sortKey: string | null;
  delivery: StoredDelivery | null;
}

interface StoredDelivery extends Omit<SummaryDelivery, 'nextAttemptAt' | 'attempts'> {
  nextAttemptAt: number | null;
  attempt: SummaryDelivery['attempts'][number] | null;
}

/**
 * Summaries of records, in one statement.
 *
 * @param shown  what is left of `found` to be shown: an `s.*` of records
 * @param found  the same, of all that were found
 * @returns      with how many were found
 */
export async function readSummaries(
  db: Queryable,
  { found, shown, order, isPrepared }: { found: Sql; shown: Sql; order: SignableOrder; isPrepared?: boolean },
): Promise<{ summaries: SignableSummary[]; foundCount: number }> {
  // One JSON value, since pg takes longer to read columns.
  const { summaries, foundCount } = await sql<{ summaries: StoredSummary[] | null; foundCount: number }>`
    with found as materialized (${found})
    select (select count(*)::int from found) as found_count, (
      select json_agg(summary) from (
        select ${recordColumns}, ${roundsOfDeposits} as deposits, ${deliveryOfRound} as delivery,
          ${order.by === 'number' ? sql`null` : sql`s.sort_key`} as "sortKey"
        from (${shown}) s order by ${orderBy(order)}) summary) as summaries`.one(db, { isPrepared });
  return { summaries: (summaries ?? []).map(summaryOf), foundCount };
}

const roundsOfDeposits = sql`(select json_agg(p.round) from deposits p where p.signable_id = s.id)`;

// One that was restored has the call of its round, though later rounds had calls since.
const deliveryOfRound = sql`(
  select row_to_json(told) from (
    select d.id, d.round, d.state, ${instant(sql`d.next_attempt_at`)} as "nextAttemptAt",
      (select row_to_json(last) from (
         select a.number, a.failure, a.error from attempts a
         where a.delivery_id = d.id order by a.number desc limit 1) last) as attempt
    from deliveries d where d.signable_id = s.id and d.round = s.round
    order by d.created_at desc, d.id desc limit 1) told)`;

function summaryOf({ deposits, delivery, ...record }: StoredSummary): SignableSummary {
  return {
    ...recordOf(record),
    deposits: (deposits ?? []).map((round) => ({ round })),
    deliveries: delivery === null ? [] : [deliveryOf(delivery)],
  };
}

function deliveryOf({ id, round, state, nextAttemptAt, attempt }: StoredDelivery): SummaryDelivery {
  return {
    id,
    round,
    state,
    nextAttemptAt: dateOf(nextAttemptAt),
    attempts: attempt === null ? [] : [attempt],
  };
}
