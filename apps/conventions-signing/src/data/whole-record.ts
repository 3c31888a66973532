import type { StatementReader } from '@campus/database';
import { Prisma } from '../../generated/client.ts';
import type { Placed } from '../domain/scope.ts';
import type { SignableRef, SignableState } from '../domain/signable.ts';
import { type DeliveryRecord, newestAttempts } from './deliveries.ts';
import { type HistoryEvent, historyOf, historyPage, type StoredEvent } from './history.ts';
import type { Page } from './page.ts';
import { readRows } from './read-rows.ts';
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
  attempts: (Omit<DeliveryRecord['attempts'][number], 'startedAt'> & { startedAt: number })[] | null;
};

/** The record with a page of its history in one statement, or null. */
export async function readWholeRecord(
  db: StatementReader,
  { kind, number }: SignableRef,
): Promise<SignableRecord | null> {
  const [row] = await readRows<{ whole: StoredWhole }>(
    db,
    Prisma.sql`
      select row_to_json(whole) as whole from (
        select ${recordColumns}, greatest(s.round, s.last_round) as "lastRound", ${document} as document,
          ${amendments} as amendments, ${deposits} as deposits, ${deliveries} as deliveries, ${history} as history
        from signables s where s.kind = ${kind}::signable_kind and s.number = ${number}) whole`,
  );
  return row === undefined ? null : wholeOf(row.whole);
}

const document = Prisma.raw(`(
  select row_to_json(d) from (select sha256, size from documents d where d.id = s.document_id) d)`);

const amendments = Prisma.raw(`(
  select json_agg(a order by a.number) from (
    select a.number, a.title, a.state, a.department, a.workflow_id as "workflowId" from signables a
    where a.agreement_id = s.id order by a.number desc limit ${shownAtOnce.amendments}) a)`);

const deposits = Prisma.raw(`(
  select json_agg(p order by p.version) from (
    select p.version, p.round, ${instant('p.deposited_at')} as "depositedAt", p.actor,
      p.superseded_sha256 as "supersededSha256", p.superseded_size as "supersededSize", p.signatures,
      p.judgement, ${instant('p.judged_at')} as "judgedAt",
      (select row_to_json(d) from (select sha256, size from documents d where d.id = p.document_id) d) as document
    from deposits p where p.signable_id = s.id order by p.version desc limit ${shownAtOnce.deposits}) p)`);

const deliveries = Prisma.raw(`(
  select json_agg(d order by d."createdAt", d.id) from (
    select d.id, d.state, d.round, d.reference, ${instant('d.created_at')} as "createdAt",
      ${instant('d.next_attempt_at')} as "nextAttemptAt",
      (select json_agg(a order by a.number) from (
         select a.number, ${instant('a.started_at')} as "startedAt", a.duration_ms as "durationMs", a.status,
           a.failure, a.error
         from attempts a where a.delivery_id = d.id order by a.number desc limit ${newestAttempts.take}) a) as attempts
    from deliveries d
    where d.signable_id = s.id
    order by d.round = s.round desc, d.created_at desc, d.id desc limit ${shownAtOnce.deliveries}) d)`);

const history = Prisma.sql`(
  select json_agg(h) from (${historyPage(Prisma.raw('s.id'), { size: shownAtOnce.events })}) h)`;

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
    attempts: (stored.attempts ?? []).map((attempt) => ({
      ...attempt,
      startedAt: new Date(attempt.startedAt),
    })),
  };
}
