import type { z } from 'zod';
import type { DeliveryRecord } from '../data/deliveries.ts';
import type { SignableRecord, SignableSummary } from '../data/signables.ts';
import { formatContractDate } from '../signing/contract-date.ts';
import type { RoundStarted } from '../signing/enter-signing.ts';
import {
  type deliveryOutput,
  type recordOutput,
  type roundOutput,
  type summaryOutput,
  wireKinds,
} from './wire.ts';

/** Our records in the contract's words. */

export function showSummary(signable: SignableSummary): z.output<typeof summaryOutput> {
  return {
    id: signable.number,
    kind: wireKinds[signable.kind],
    state: signable.state,
    round: signable.round,
    title: signable.title,
    companyname: signable.companyName,
    school: signable.school,
    workflowId: signable.workflowId,
    signatory: signable.signatories.map(
      ({ name, givenName, mail, phone, order, signatureDate, submissionDate }) => ({
        name,
        givenname: givenName,
        mail,
        phone,
        order,
        signatureDate: signatureDate === null ? null : formatContractDate(signatureDate),
        submissionDate: submissionDate === null ? null : formatContractDate(submissionDate),
      }),
    ),
    watchers: signable.watchers.map((mail) => ({ mail })),
    createdAt: signable.createdAt.toISOString(),
    ...(signable.agreement === null ? {} : { conventionId: signable.agreement.number }),
  };
}

export function showRecord(signable: SignableRecord): z.output<typeof recordOutput> {
  const { document, amendments, deposits, deliveries, history } = signable;
  return {
    ...showSummary(signable),
    document,
    ...(signable.kind === 'agreement'
      ? { avenants: amendments.map(({ number, title, state }) => ({ id: number, title, state })) }
      : {}),
    deposits: deposits.map(({ version, round, depositedAt, actor, document: { sha256, size } }) => ({
      version,
      sha256,
      size,
      depositedAt: depositedAt.toISOString(),
      round,
      actor,
    })),
    deliveries: deliveries.map(showDelivery),
    history: history.map(({ at, event, actor, detail }) => ({
      at: at.toISOString(),
      event,
      actor,
      // Written by `addToHistory`, which takes objects only.
      detail: detail as Record<string, unknown>,
    })),
  };
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
    attempts: attempts.map(({ number, startedAt, durationMs, status, error }) => ({
      number,
      startedAt: startedAt.toISOString(),
      durationMs,
      status,
      error,
    })),
  };
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
