import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import type { HistoryEvent } from '../../../data/history.ts';
import type { SignableRecord } from '../../../data/whole-record.ts';
import type { Refusal, Signatory, SignatoryDates } from '../../../domain/signable.ts';
import { isNamed } from '../../../signing/named-signatory.ts';
import { deliveryOfRound, type Progress, progressOf, type Stage, stageOf } from '../../../signing/stage.ts';
import { documentAddress } from '../../addresses.ts';
import { historyDetail } from '../../said/history-detail.ts';
import { listWords } from '../../said/list-words.ts';
import { pdfLink, personName } from '../../said/record-name.ts';
import { recordWords } from '../../said/record-words.ts';
import type { Reader } from '../session/reader.ts';
import { callStep } from './call-step.ts';
import { depositStep } from './deposit-step.ts';
import type { ShownRecord } from './shown-record.ts';
import { forHowLong } from './stage-badge.ts';
import { stepWords } from './step-words.ts';
import { byWhom, inOrderOfTime, type Step } from './steps.ts';

/** The course of the current round from the registration to the signed document; of a draft, what is to come. */
export function roundSteps(shown: ShownRecord, reader: Reader): Step[] {
  const { record, landmarks } = shown;
  const stage = stageOf(record);
  const progress = progressOf(record, reader.now);
  const { refusal } = record;
  // Whoever has refused has a step of their own.
  const signatures = record.signatories
    .filter((signatory) => refusal === null || !isNamed(signatory, refusal))
    .map((signatory) =>
      signatureStep(signatory, { stage, progress, reminders: landmarks.reminders, reader }),
    );
  const hasHappened = ({ state }: Step) => state === 'done' || (state === 'over' && stage !== 'refused');
  return [
    registeredStep(shown, reader),
    sentStep(shown, reader),
    ...(stage === 'draft' ? [] : callSteps(record, reader)),
    ...inOrderOfTime([
      ...signatures.filter(hasHappened),
      ...arrivedHere(record, landmarks.setAside).map((deposit) => depositStep(deposit, { ...shown, reader })),
    ]),
    ...(refusal === null ? [] : [refusalStep(refusal, { shown, reader })]),
    ...signatures.filter((step) => !hasHappened(step)),
    ...(stage === 'refused' ? [] : [documentStep(stage, progress, reader), signedStep(stage, shown, reader)]),
  ].filter((step) => step !== false);
}

function registeredStep(shown: ShownRecord, reader: Reader): Step {
  const { record, landmarks } = shown;
  const say = recordWords[reader.language];
  const { registered } = landmarks;
  const step: Step =
    registered === null
      ? { state: 'done', title: html`<strong>${say.events.registered}</strong>`, at: record.createdAt }
      : eventStep(say.events[registered.event === 'replaced' ? 'replaced' : 'registered'], registered, {
          shown,
          reader,
        });
  return { ...step, details: [pdfLink({ href: documentAddress(record), text: say.registeredDocument })] };
}

/** What somebody did, and who. */
export function eventStep(
  title: string,
  { at, actor, detail }: HistoryEvent,
  { shown: { actors }, reader }: { shown: Pick<ShownRecord, 'actors'>; reader: Reader },
): Step {
  const { reason } = historyDetail(detail);
  const { detail: say } = recordWords[reader.language];
  return {
    state: 'done',
    title: html`<strong>${title}</strong> ${byWhom(actor, { actors, reader })}`,
    at,
    details: [reason !== undefined && html`${say.reason}${ui.colon(reader.language)}${reason}`],
  };
}

/** The place of a signatory, where they are reached, and when the document was. */
export function signatoryDetails(
  options: Pick<Signatory, 'order' | 'mail'> &
    Partial<Pick<Signatory, 'phone'>> &
    Pick<SignatoryDates, 'submissionDate'>,
  reader: Reader,
): NonNullable<Step['details']> {
  const { order, mail, phone, submissionDate } = options;
  const say = stepWords[reader.language];
  return [
    html`${say.order(order)} · ${mail}${phone && html` · ${phone}`}`,
    submissionDate !== null &&
      html`<span title="${say.transmittedHelp}">${say.transmitted}${ui.colon(reader.language)}${ui.time(submissionDate, reader, { seconds: true })}</span>`,
  ];
}

function sentStep({ record, landmarks, actors }: ShownRecord, reader: Reader): Step | false {
  const say = stepWords[reader.language];
  const { state, round } = record;
  if (state === 'draft') return { state: 'now', title: html`<strong>${say.toBeSent}</strong>` };
  const started = landmarks.setAside.find(
    ({ event, detail }) => event === 'signing-started' && historyDetail(detail).round === round,
  );
  return started !== undefined && eventStep(say.sent(round), started, { shown: { actors }, reader });
}

function callSteps(record: SignableRecord, reader: Reader): Step[] {
  const delivery = deliveryOfRound(record);
  if (delivery !== undefined) return [callStep(delivery, reader)];
  if (record.signedOutside) return [];
  return [{ state: 'over', title: html`<strong>${stepWords[reader.language].notCalled}</strong>` }];
}

function signatureStep(
  signatory: Signatory & SignatoryDates,
  {
    stage,
    progress,
    reminders,
    reader,
  }: { stage: Stage; progress: Progress; reminders: readonly HistoryEvent[]; reader: Reader },
): Step {
  const say = stepWords[reader.language];
  const name = html`<strong>${signatory.givenName} ${signatory.name}</strong>`;
  const details = signatoryDetails(signatory, reader);
  const { signatureDate } = signatory;
  if (signatureDate !== null)
    return { state: 'done', title: html`${name} ${say.hasSigned}`, at: signatureDate, details };
  if (stage === 'signed-outside')
    return { state: 'over', title: html`${name}${ui.colon(reader.language)}${say.dateUnknown}`, details };
  if (stage === 'refused') return { state: 'over', title: html`${name} ${say.notAwaited}`, details };
  const { waitingFor, waitingSince } = progress;
  if (stage === 'signing' && waitingSince !== null && waitingFor.includes(signatory)) {
    const isNext = `${listWords[reader.language].isNext}, ${forHowLong(waitingSince, reader)}`;
    const reminded = remindersOf(signatory, reminders, { since: waitingSince, reader });
    return {
      state: 'now',
      title: html`${name} ${isNext}`,
      at: waitingSince,
      details: [...details, ...reminded],
    };
  }
  return { state: 'to-come', title: name, details };
}

/** When somebody who is next was reminded, and what did not arrive; the newest first. */
function remindersOf(
  { mail, order }: Signatory,
  reminders: readonly HistoryEvent[],
  { since, reader }: { since: Date; reader: Reader },
): Html[] {
  const say = stepWords[reader.language];
  return reminders
    .map(({ event, at, detail }) => ({ event, at, of: historyDetail(detail) }))
    .filter(({ at, of }) => at >= since && of.mail === mail && of.order === order)
    .map(({ event, at, of: { reason } }) =>
      event !== 'reminder-failed'
        ? html`${event === 'reminded' ? say.reminded : say.reminderDropped}${ui.colon(reader.language)}${ui.time(at, reader)}`
        : html`${say.reminderFailed}${ui.colon(reader.language)}${ui.time(at, reader)}${reason !== undefined && html` <code lang="en">${reason}</code>`}`,
    );
}

/** That somebody would not sign, why, and who has said so. */
export function refusalStep(
  refusal: Pick<Refusal, 'mail' | 'order' | 'refusedAt' | 'reason'> & { actor?: string },
  { shown: { record, actors }, reader }: { shown: Pick<ShownRecord, 'record' | 'actors'>; reader: Reader },
): Step {
  const { mail, order, refusedAt, reason, actor } = refusal;
  return {
    state: 'failed',
    title: html`<strong>${personName(record, refusal)}</strong> ${stepWords[reader.language].hasRefused}${actor !== undefined && html` ${byWhom(actor, { actors, reader })}`}`,
    at: refusedAt,
    details: [
      html`${recordWords[reader.language].detail.reason}${ui.colon(reader.language)}${reason}`,
      ...signatoryDetails({ mail, order, submissionDate: null }, reader),
    ],
  };
}

/** The signed documents of the current round, and those of replaced documents that came since it began. */
function arrivedHere({ deposits, round, state, roundStartedAt }: SignableRecord, setAside: HistoryEvent[]) {
  const began = roundStartedAt ?? setAside[0]?.at ?? new Date(0);
  return deposits.filter((deposit) =>
    deposit.supersededSha256 === null
      ? state !== 'draft' && deposit.round === round
      : deposit.depositedAt >= began,
  );
}

function documentStep(stage: Stage, progress: Progress, { language }: Reader): Step | false {
  const say = stepWords[language];
  if (progress.documentDeposited || stage === 'signed' || stage === 'signed-outside') return false;
  return stage === 'signing' && progress.waitingFor.length === 0
    ? { state: 'now', title: html`<strong>${say.document}</strong> ${say.isAwaited}` }
    : { state: 'to-come', title: say.document };
}

function signedStep(stage: Stage, shown: ShownRecord, reader: Reader): Step {
  const say = stepWords[reader.language];
  const isOutside = stage === 'signed-outside';
  if (stage !== 'signed' && !isOutside) return { state: 'to-come', title: say.signed };
  const title = isOutside ? say.signedOutside : say.signed;
  const ending = shown.record.history.results.find(({ event }) => event === stage);
  return ending !== undefined && isOutside
    ? eventStep(title, ending, { shown, reader })
    : { state: 'done', title: html`<strong>${title}</strong>`, at: ending?.at ?? null };
}
