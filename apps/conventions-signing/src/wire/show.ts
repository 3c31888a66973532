import type { Exchange, Header } from '@campus/deliveries';
import type { Cursors } from '@campus/feed';
import type { z } from 'zod';
import type { LedgerChange } from '../data/changes.ts';
import type { Call, DeliveryRecord, ListedDelivery } from '../data/deliveries.ts';
import type { RecordStatus } from '../data/find-status.ts';
import type { HistoryEvent } from '../data/history.ts';
import type { SignableSummary } from '../data/signable-summaries.ts';
import type { SignableRecord } from '../data/whole-record.ts';
import { callErrorText, callFailureOf } from '../deliveries/call-failure.ts';
import { formatContractDate, formatDates, formatRefusal } from '../domain/contract-date.ts';
import { metadataTextNames, ownTextNames } from '../domain/registered-texts.ts';
import type { SetAside } from '../domain/restorable-round.ts';
import { isRedeliverable, type Refusal, type Signatory, type SigningMetadata } from '../domain/signable.ts';
import { storedFindings } from '../pdf/inspect.ts';
import type { RoundStarted } from '../signing/enter-signing.ts';
import type { Restored } from '../signing/restore.ts';
import { lastFailureOf, progressOf } from '../signing/stage.ts';
import { judgement } from '../trust/judgement.ts';
import { judgementSentence } from '../trust/judgement-words.ts';
import type * as outputs from './outputs.ts';
import { underWireNames } from './registration-fields.ts';
import { wireKinds } from './words.ts';

/** Our records in the contract's words. */

function showSignatory({ name, givenName, mail, phone, order }: Signatory) {
  return { name, givenname: givenName, mail, phone, order };
}

/** Metadata object (contract §2): fields at top level, `phone` null when absent, `watchers` always there. */
export function showMetadata(metadata: SigningMetadata): z.output<typeof outputs.metadataOutput> {
  return {
    ...underWireNames(metadataTextNames, (name) => metadata[name]),
    signatory: metadata.signatories.map(showSignatory),
    watchers: metadata.watchers.map((mail) => ({ mail })),
  };
}

type Common = Omit<z.output<typeof outputs.summaryOutput>, 'delivery'>;

/** What a row of a list and a whole record have in common. */
function showCommon(signable: SignableSummary | SignableRecord): Common {
  const { signed, total, waitingFor, waitingSince, documentDeposited } = progressOf(signable, new Date());
  return {
    id: signable.number,
    kind: wireKinds[signable.kind],
    state: signable.state,
    round: signable.round,
    ...showMetadata(signable),
    signatory: signable.signatories.map((signatory) => ({
      ...showSignatory(signatory),
      ...formatDates(signatory),
    })),
    createdAt: signable.createdAt.toISOString(),
    updatedAt: signable.updatedAt.toISOString(),
    signedAt: signable.signedAt?.toISOString() ?? null,
    ...underWireNames(ownTextNames, (name) => signable[name]),
    signedOutside: signable.signedOutside,
    due: signable.dueOn,
    refusal: signable.refusal && showReceivedRefusal(signable.refusal),
    progress: {
      signed,
      total,
      waitingFor: waitingFor.map((signatory) => {
        const { phone: _, ...shown } = showSignatory(signatory);
        return shown;
      }),
      waitingSince: waitingSince?.toISOString() ?? null,
      documentDeposited,
    },
    ...(signable.agreement === null ? {} : { conventionId: signable.agreement.number }),
  };
}

/** How a record stands, in the form of the contract's dates. */
export function showStatus(found: RecordStatus): z.output<typeof outputs.statusOutput> {
  const { state, round, roundStartedAt, dueOn, signedOutside, signatories, deposits, refusal } = found;
  return {
    state,
    round,
    roundStartedAt: roundStartedAt && formatContractDate(roundStartedAt),
    due: dueOn,
    signedOutside,
    awaited: progressOf(found, new Date()).waitingFor.map(({ mail, order }) => ({ mail, order })),
    dates: signatories.flatMap(({ mail, order, ...dates }) => {
      const { signatureDate, submissionDate } = formatDates(dates);
      return signatureDate === null ? [] : [{ mail, order, signatureDate, submissionDate }];
    }),
    deposits: deposits.map(({ version, sha256, size, depositedAt }) => ({
      version,
      sha256,
      size,
      depositedAt: formatContractDate(depositedAt),
    })),
    refusal: refusal && formatRefusal(refusal),
  };
}

function showReceivedRefusal(refusal: Refusal) {
  const { receivedAt, actor } = refusal;
  return { ...formatRefusal(refusal), receivedAt: receivedAt.toISOString(), actor };
}

export function showSummary(signable: SignableSummary): z.output<typeof outputs.summaryOutput> {
  const delivery = signable.deliveries.find(({ round }) => round === signable.round);
  return {
    ...showCommon(signable),
    delivery:
      delivery === undefined
        ? null
        : {
            id: delivery.id,
            state: delivery.state,
            nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
            error: callErrorText(lastFailureOf(delivery)),
          },
  };
}

export function showRecord(signable: SignableRecord): z.output<typeof outputs.recordOutput> {
  const { document, amendments, deposits, deliveries, history } = signable;
  return {
    ...showCommon(signable),
    document,
    ...(signable.kind === 'agreement'
      ? { avenants: amendments.map(({ number, title, state }) => ({ id: number, title, state })) }
      : {}),
    deposits: deposits.map(({ supersededSha256: sha256, supersededSize: size, ...deposit }) => ({
      version: deposit.version,
      ...deposit.document,
      depositedAt: deposit.depositedAt.toISOString(),
      round: deposit.round,
      actor: deposit.actor,
      superseded: sha256 === null || size === null ? null : { sha256, size },
      signatures: storedFindings.parse(deposit.signatures),
      judgement: showJudgement(deposit),
    })),
    deliveries: deliveries.map(showDelivery),
    history: history.results.map(showEvent).toReversed(),
    historyBefore: history.before,
  };
}

/** The reason in English; null when nobody has judged. */
export function showJudgement(deposit: { judgement: unknown; judgedAt: Date | null }) {
  const { judgement: stored, judgedAt } = deposit;
  if (stored === null || judgedAt === null) return null;
  const { status, items } = judgement.parse(stored);
  return {
    status,
    judgedAt: judgedAt.toISOString(),
    items: items.map((item) => ({ ...item, reason: judgementSentence(item, 'en') })),
  };
}

export function showEvent({ at, event, actor, detail }: HistoryEvent): z.output<typeof outputs.eventOutput> {
  // Written by `addToHistory`, which takes objects only. `error` says in English what `failure` holds.
  const { failure: _, ...shown } = detail as Record<string, unknown>;
  return { at: at.toISOString(), event, actor, detail: shown };
}

export function showDelivery(delivery: DeliveryRecord): z.output<typeof outputs.deliveryOutput> {
  const { id, state, round, createdAt, reference, nextAttemptAt, attempts } = delivery;
  return {
    id,
    state,
    round,
    createdAt: createdAt.toISOString(),
    reference,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    attempts: attempts.map(({ number, startedAt, durationMs, status, ...stored }) => ({
      number,
      startedAt: startedAt.toISOString(),
      durationMs,
      status,
      error: callErrorText(callFailureOf(stored)),
    })),
  };
}

export function showListedDelivery(
  delivery: DeliveryRecord & Pick<ListedDelivery, 'signable'>,
): z.output<typeof outputs.listedDeliveryOutput> {
  const { kind, number, title } = delivery.signable;
  const current = isRedeliverable(delivery, delivery.signable);
  return { ...showDelivery(delivery), kind: wireKinds[kind], recordId: number, title, current };
}

/** The attempts as everywhere, the newest last. */
export function showWholeDelivery(call: Call): z.output<typeof outputs.wholeDeliveryOutput> {
  const attempts = call.attempts.toReversed();
  const shown = showListedDelivery({ ...call, attempts });
  return {
    ...shown,
    attempts: shown.attempts.map((attempt, index) => ({
      ...attempt,
      ...showExchange(attempts[index]?.exchange ?? null),
    })),
  };
}

function showExchange(
  exchange: Exchange | null,
): Pick<z.output<typeof outputs.wholeDeliveryOutput>['attempts'][number], 'request' | 'answer'> {
  if (exchange === null) return { request: null, answer: null };
  const { request, answer } = exchange;
  const headers = (pairs: readonly Header[]) => pairs.map(([name, value]) => ({ name, value }));
  return {
    request: { method: 'GET', address: request.address, headers: headers(request.headers) },
    answer: answer && {
      headers: headers(answer.headers),
      headersLeftOut: answer.leftOut,
      body: answer.body,
      bodyIsWhole: answer.isWhole,
    },
  };
}

export function showRound({
  round,
  due,
  delivery,
  setAside,
}: RoundStarted): z.output<typeof outputs.roundOutput> {
  const told =
    delivery === null
      ? 'no signing application is configured (webhook.signature.uri): nobody is called'
      : 'the signing application will be called';
  return {
    state: 'signing',
    round,
    due,
    delivery: delivery === null ? null : showDelivery(delivery),
    message: setAside === null ? told : `${told}; what counted in round ${setAside.round} is set aside`,
    setAside,
  };
}

export function showRestored(restored: Restored): z.output<typeof outputs.restoredOutput> {
  const { state, round, setAside, delivery } = restored;
  const again = `round ${round} counts again`;
  const message = setAside === null ? again : `${again}; ${whatWasTold(restored, setAside)}`;
  return { state, round, setAside, delivery: delivery && showDelivery(delivery), message };
}

function whatWasTold({ wasTold, delivery }: Restored, { round, reference }: SetAside): string {
  if (!wasTold)
    return `the signing application was not told of round ${round}${delivery === null ? '' : ' and will be called'}`;
  const name = reference === null ? '' : ` (its reference: ${reference})`;
  return `the signing application was told of round ${round}${name} and is not told that it counts no more: close it there`;
}

export function showChange(change: LedgerChange, cursors: Cursors): z.output<typeof outputs.changeOutput> {
  const { place, kind, number, state, round } = change;
  const { at, event, actor, detail } = showEvent(change);
  return {
    cursor: cursors.ofChange(place),
    at,
    event,
    actor,
    kind: wireKinds[kind],
    recordId: number,
    state,
    round,
    detail,
  };
}
