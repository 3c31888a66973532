import type { z } from 'zod';
import type { DeliveryRecord, ListedDelivery } from '../../data/deliveries.ts';
import type { HistoryEvent } from '../../data/history.ts';
import type { SignableSummary } from '../../data/signable-summaries.ts';
import type { SignableRecord } from '../../data/whole-record.ts';
import { storedFindings } from '../../pdf/inspect.ts';
import { formatDates } from '../../signing/contract-date.ts';
import type { RoundStarted } from '../../signing/enter-signing.ts';
import { progressOf } from '../../signing/progress.ts';
import { metadataTextNames, ownTextNames } from '../../signing/registered-texts.ts';
import { isRedeliverable, type Signatory, type SigningMetadata } from '../../signing/signable.ts';
import { lastFailureOf } from '../../signing/stage.ts';
import { callErrorText, callFailureOf } from '../../webhook/call-failure.ts';
import { underWireNames } from '../registration-fields.ts';
import type {
  deliveryOutput,
  eventOutput,
  listedDeliveryOutput,
  metadataOutput,
  recordOutput,
  roundOutput,
  summaryOutput,
} from './outputs.ts';
import { wireKinds } from './words.ts';

/** Our records in the contract's words. */

function showSignatory({ name, givenName, mail, phone, order }: Signatory) {
  return { name, givenname: givenName, mail, phone, order };
}

/** Metadata object (contract §2): fields at top level, `phone` null when absent, `watchers` always there. */
export function showMetadata(metadata: SigningMetadata): z.output<typeof metadataOutput> {
  return {
    ...underWireNames(metadataTextNames, (name) => metadata[name]),
    signatory: metadata.signatories.map(showSignatory),
    watchers: metadata.watchers.map((mail) => ({ mail })),
  };
}

type Common = Omit<z.output<typeof summaryOutput>, 'delivery'>;

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
    ...underWireNames(ownTextNames, (name) => signable[name]),
    signedOutside: signable.signedOutside,
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

export function showSummary(signable: SignableSummary): z.output<typeof summaryOutput> {
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

export function showRecord(signable: SignableRecord): z.output<typeof recordOutput> {
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
    })),
    deliveries: deliveries.map(showDelivery),
    history: history.results.map(showEvent).toReversed(),
    historyBefore: history.before,
  };
}

export function showEvent({ at, event, actor, detail }: HistoryEvent): z.output<typeof eventOutput> {
  // Written by `addToHistory`, which takes objects only. `error` says in English what `failure` holds.
  const { failure: _, ...shown } = detail as Record<string, unknown>;
  return { at: at.toISOString(), event, actor, detail: shown };
}

export function showDelivery(delivery: DeliveryRecord): z.output<typeof deliveryOutput> {
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

export function showListedDelivery(delivery: ListedDelivery): z.output<typeof listedDeliveryOutput> {
  const { kind, number, title } = delivery.signable;
  const current = isRedeliverable(delivery, delivery.signable);
  return { ...showDelivery(delivery), kind: wireKinds[kind], recordId: number, title, current };
}

export function showRound({ round, delivery, setAside }: RoundStarted): z.output<typeof roundOutput> {
  const told =
    delivery === null
      ? 'no signing application is configured (webhook.signature.uri): nobody is called'
      : 'the signing application will be called';
  return {
    state: 'signing',
    round,
    delivery: delivery === null ? null : showDelivery(delivery),
    message: setAside === null ? told : `${told}; what counted in round ${setAside.round} is set aside`,
    setAside,
  };
}
