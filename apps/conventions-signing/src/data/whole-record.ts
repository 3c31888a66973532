import { type Queryable, sql } from '@campus/database';
import type { Placed } from '../domain/scope.ts';
import type { SignableRef, SignableState } from '../domain/signable.ts';
import { attemptsOf, attemptsShown, type DeliveryRecord, type StoredAttempt } from './deliveries.ts';
import { type HistoryEvent, historyOf, historyPage, type StoredEvent } from './history.ts';
import type { Page } from './page.ts';
import {
  dateOf,
  type FollowedRecord,
  instant,
  recordColumns,
  recordOf,
  type StoredRecord,
} from './record-columns.ts';

/** So much of a record is shown with it, the newest of each; a round has fewer deposits, and one delivery. */
export const shownAtOnce = { events: 100, deposits: 100, deliveries: 20, amendments: 200 } as const;

/**
 * Everything that a record shows. What has no end is cut to the newest (`shownAtOnce`), oldest first; the delivery of
 * the round that counts is always among them.
 */
export interface SignableRecord extends FollowedRecord {
  /** The highest number that a round has had; more than `round` where an earlier one counts again. */
  lastRound: number;
  /** Null once erased. */
  document: { sha256: string; size: number } | null;
  amendments: ({ number: number; title: string; state: SignableState } & Placed)[];
  deposits: DepositRecord[];
  deliveries: DeliveryRecord[];
  history: Page<HistoryEvent>;
}

/** A signed document that has arrived. */
export interface DepositRecord {
  version: number;
  round: number;
  depositedAt: Date;
  actor: string;
  supersededSha256: string | null;
  supersededSize: number | null;
  /** See `SignatureFindings`. */
  signatures: unknown;
  /** See `Judgement`; null when nobody was asked. */
  judgement: unknown;
  judgedAt: Date | null;
  document: { sha256: string; size: number };
}

interface StoredWhole extends StoredRecord {
  lastRound: number;
  document: SignableRecord['document'];
  amendments: SignableRecord['amendments'] | null;
  deposits:
    | (Omit<DepositRecord, 'depositedAt' | 'judgedAt'> & { depositedAt: number; judgedAt: number | null })[]
    | null;
  deliveries: StoredDelivery[] | null;
  history: StoredEvent[] | null;
}

type StoredDelivery = Omit<DeliveryRecord, 'createdAt' | 'nextAttemptAt' | 'attempts'> & {
  createdAt: number;
  nextAttemptAt: number | null;
  attempts: StoredAttempt[] | null;
};

/** The record with a page of its history in one statement, or null. */
export async function readWholeRecord(
  db: Queryable,
  { kind, number }: SignableRef,
): Promise<SignableRecord | null> {
  const row = await sql<{ whole: StoredWhole }>`
    select row_to_json(whole) as whole from (
      select ${recordColumns}, greatest(s.round, s.last_round) as "lastRound", ${document} as document,
        ${amendments} as amendments, ${deposits} as deposits, ${deliveries} as deliveries, ${history} as history
      from signables s where s.kind = ${kind}::signable_kind and s.number = ${number}) whole`.row(db);
  return row === null ? null : wholeOf(row.whole);
}

const document = sql`(
  select row_to_json(d) from (select sha256, size from documents d where d.id = s.document_id) d)`;

const amendments = sql`(
  select json_agg(a order by a.number) from (
    select a.number, a.title, a.state, a.department, a.workflow_id as "workflowId" from signables a
    where a.agreement_id = s.id order by a.number desc limit ${sql.literal(shownAtOnce.amendments)}) a)`;

const deposits = sql`(
  select json_agg(p order by p.version) from (
    select p.version, p.round, ${instant(sql`p.deposited_at`)} as "depositedAt", p.actor,
      p.superseded_sha256 as "supersededSha256", p.superseded_size as "supersededSize", p.signatures,
      p.judgement, ${instant(sql`p.judged_at`)} as "judgedAt",
      (select row_to_json(d) from (select sha256, size from documents d where d.id = p.document_id) d) as document
    from deposits p where p.signable_id = s.id order by p.version desc limit ${sql.literal(shownAtOnce.deposits)}) p)`;

const deliveries = sql`(
  select json_agg(d order by d."createdAt", d.id) from (
    select d.id, d.state, d.round, d.reference, ${instant(sql`d.created_at`)} as "createdAt",
      ${instant(sql`d.next_attempt_at`)} as "nextAttemptAt",
      ${attemptsShown} as attempts
    from deliveries d
    where d.signable_id = s.id
    order by d.round = s.round desc, d.created_at desc, d.id desc limit ${sql.literal(shownAtOnce.deliveries)}) d)`;

const history = sql`(
  select json_agg(h) from (${historyPage(sql`s.id`, { size: shownAtOnce.events })}) h)`;

function wholeOf({ document: registered, ...stored }: StoredWhole): SignableRecord {
  const { amendments: few, deposits: stay, deliveries: told, history: events, ...record } = stored;
  return {
    ...recordOf(record),
    document: registered,
    amendments: few ?? [],
    deposits: (stay ?? []).map((deposit) => ({
      ...deposit,
      depositedAt: new Date(deposit.depositedAt),
      judgedAt: dateOf(deposit.judgedAt),
    })),
    deliveries: (told ?? []).map(deliveryOf),
    history: historyOf(events ?? []),
  };
}

function deliveryOf(stored: StoredDelivery): DeliveryRecord {
  return {
    ...stored,
    createdAt: new Date(stored.createdAt),
    nextAttemptAt: dateOf(stored.nextAttemptAt),
    attempts: attemptsOf(stored.attempts),
  };
}
