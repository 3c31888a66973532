import type { Jobs } from '@campus/jobs';
import type { DeliveryRecord } from '../data/deliveries.ts';
import { clearDates, readEndingRound } from '../data/ending-round.ts';
import { addToHistory, type Change } from '../data/history.ts';
import type { Writing } from '../data/open-database.ts';
import { type LockedSignable, readSignable, updateState } from '../data/signables.ts';
import type { SignableRecord } from '../data/whole-record.ts';
import { cancelPending, promiseDelivery } from '../deliveries/delivery-queue.ts';
import { formatContractDate, formatRefusal } from '../domain/contract-date.ts';
import type { SetAside } from '../domain/restorable-round.ts';
import { type ChangeDeps, type ConfiguredTokens, lockInTurn, type RecordChange } from './change-record.ts';
import { type DueRules, dueDay } from './due-day.ts';
import { SigningError } from './errors.ts';
import { once, type Repeatable } from './once.ts';

/** What a program has seen of a record when it decided; what it does not say may be anything. */
export interface Seen {
  /** As the record showed it. */
  round?: number | undefined;
  /** Entity tags of the record as it was read (RFC 9110 §13.1.1), and how one is made of a record. */
  match?: { tags: readonly string[]; tagOf: (record: SignableRecord) => string } | undefined;
}

/** What calls the signing application works with. */
export interface CallDeps extends ChangeDeps, ConfiguredTokens, DueRules {
  jobs: Jobs;
  /** Whether a signing application is configured: without one, a new round tells nobody. */
  hasWebhook: boolean;
}

/** The round that began. */
export interface RoundStarted {
  round: number;
  /** The last day on which it is in time, `YYYY-MM-DD`; null when it has none. */
  due: string | null;
  /** The promise to tell the signing application; null when none is configured. */
  delivery: DeliveryRecord | null;
  /** What the round replaced; null when none counted. */
  setAside: SetAside | null;
}

/**
 * Begins a signing round: from draft the first or next one, from signing or signed a new one that sets
 * the earlier dates and deposits aside.
 *
 * @param due  the last day on which the round is in time, `YYYY-MM-DD`; null: none; absent: as configured
 * @param seen what a program has seen of the record
 * @throws SigningError  `signable_not_found`, `changed_meanwhile`, `precondition_failed`, `right_withdrawn`, `due_passed`, `idempotency_key_reused`
 * @see contract conventions-signing §3, §6
 */
export function enterSigning<Answer>(
  deps: CallDeps,
  options: RecordChange & Repeatable<RoundStarted, Answer> & { due?: string | null | undefined; seen?: Seen },
): Promise<Answer> {
  const { ref, actor, expected, scope, due, seen = {}, ...repeatable } = options;
  // What is absent is not part of it: a key holds over versions.
  const asked = { due, round: seen.round, match: seen.match?.tags };
  return once(deps, { asked, ...repeatable }, async (tx) => {
    const signable = await lockInTurn(deps, tx, { ref, actor, expected, scope });
    await refuseUnlessSeen(tx, signable, seen);
    const result = await beginRound(deps, { tx, at: deps.now(), actor }, signable, { due });
    return { signableId: signable.id, result };
  });
}

/**
 * Refuses what was decided about a record that stands otherwise now. Under its lock.
 *
 * @throws SigningError  `changed_meanwhile`, `precondition_failed`
 */
async function refuseUnlessSeen(
  tx: Writing,
  signable: LockedSignable,
  { round, match }: Seen,
): Promise<void> {
  const { kind, number } = signable;
  if (round !== undefined && round !== signable.round) {
    const message = `${kind} ${number} is ${signable.state} in round ${signable.round}, not ${round}; nothing was done`;
    throw new SigningError('changed_meanwhile', message);
  }
  if (match === undefined || match.tags.includes('*')) return;
  if (match.tags.includes(match.tagOf(await readSignable(tx, signable)))) return;
  const message = `${kind} ${number} is not any more as If-Match says: read it again and decide; nothing was done`;
  throw new SigningError('precondition_failed', message);
}

/**
 * The round itself, of a record that its transaction has locked: the new state and the delivery commit together, so
 * that there is no round without its call and no call without its round.
 *
 * @param options.due       as asked for, see `dueDay`
 * @param options.givesWay  whether calls about other records go before its own
 */
export async function beginRound(
  deps: Omit<CallDeps, keyof ChangeDeps>,
  change: Change,
  signable: LockedSignable,
  { due: asked, givesWay }: { due?: string | null | undefined; givesWay?: boolean } = {},
): Promise<RoundStarted> {
  const { jobs, hasWebhook } = deps;
  const { tx, at } = change;
  const { id: signableId, kind, number } = signable;
  const due = dueDay(deps, asked, at);
  const setAside = await setAsideRound(change, signable);
  const round = signable.lastRound + 1;
  const begun = { state: 'signing', round, roundStartedAt: at, dueOn: due, signedOutside: false } as const;
  updateState(tx, signableId, begun);
  const delivery = hasWebhook
    ? await promiseDelivery(tx, jobs, { signableId, ref: { kind, number }, round, createdAt: at, givesWay })
    : null;
  const detail = { round, ...(due === null ? {} : { due }), delivery: delivery?.id ?? null, setAside };
  addToHistory(change, { signableId, event: 'signing-started', detail });
  return { round, due, delivery, setAside };
}

/**
 * Ends the current round: its dates and deposits stay in the history and no longer count, and what was
 * still pending is cancelled. Null when no round counts (a draft).
 */
export async function setAsideRound(change: Change, signable: LockedSignable): Promise<SetAside | null> {
  const { id: signableId, state, round } = signable;
  if (state === 'draft') return null;
  const { tx } = change;
  const cancelledDeliveries = await cancelPending(change, signableId);
  const { reference, dates, versions, refusal } = await readEndingRound(tx, signable);
  clearDates(tx, signableId);
  return {
    round,
    reference,
    dates: dates.map(({ mail, order, signatureDate, submissionDate }) => ({
      mail,
      order,
      signatureDate: formatContractDate(signatureDate),
      submissionDate: submissionDate && formatContractDate(submissionDate),
    })),
    deposits: versions,
    ...(refusal === null ? {} : { refusal: formatRefusal(refusal) }),
    cancelledDeliveries,
  };
}
