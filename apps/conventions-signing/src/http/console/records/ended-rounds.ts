import { type Html, html, type Language, time } from '@campus/pages';
import type { HistoryEvent } from '../../../data/history.ts';
import type { SignableRecord } from '../../../data/whole-record.ts';
import { type HistoryDetail, historyDetail } from '../../said/history-detail.ts';
import { personName } from '../../said/record-name.ts';
import { recordWords } from '../../said/record-words.ts';
import { term } from '../glossary/term.ts';
import type { Reader } from '../session/reader.ts';
import { callStep } from './call-step.ts';
import { depositStep, signedVersionLink } from './deposit-step.ts';
import { eventStep, refusalStep, signatoryDetails } from './round-steps.ts';
import type { ShownRecord } from './shown-record.ts';
import { stepWords } from './step-words.ts';
import { inOrderOfTime, type Step, stepList } from './steps.ts';

type SetAside = NonNullable<HistoryDetail['setAside']>;

/** The latest rounds that were set aside, the latest first, each with its course; nothing when there are none. */
export function endedRounds(shown: ShownRecord, reader: Reader): Html | false {
  const ends = shown.landmarks.setAside.flatMap((end) => {
    const { setAside } = historyDetail(end.detail);
    return setAside ? [{ end, setAside }] : [];
  });
  // One that came back counts, and one that ended again is shown as it ended last.
  const seen = new Set(shown.record.state === 'draft' ? [] : [shown.record.round]);
  const ended = ends.filter(({ setAside: { round } }) => !seen.has(round) && seen.add(round));
  if (ended.length === 0) return false;
  const say = recordWords[reader.language];
  return html`<h2>${term('round', say.endedRounds)}</h2>${ended.map(
    ({ end, setAside }) =>
      html`<details class="fold" id="round-${setAside.round}"><summary>${say.endedRound(setAside.round)} <span class="quiet">${stepWords[reader.language].until} ${time(end.at, reader, { seconds: true })}</span></summary>
${stepList(stepsOf(setAside, { end, shown, reader }), { label: stepWords[reader.language].course(setAside.round), reader })}</details>`,
  )}`;
}

function stepsOf(
  setAside: SetAside,
  { end, shown, reader }: { end: HistoryEvent; shown: ShownRecord; reader: Reader },
): Step[] {
  const say = stepWords[reader.language];
  const { record, landmarks, actors } = shown;
  const { round, dates, deposits, refusal } = setAside;
  const started = landmarks.setAside.find(
    ({ event, detail }) => event === 'signing-started' && historyDetail(detail).round === round,
  );
  const delivery = record.deliveries.find((one) => one.round === round);
  return [
    started !== undefined && eventStep(say.sent(round), withoutDetail(started), { shown, reader }),
    delivery !== undefined && callStep(delivery, reader),
    ...inOrderOfTime([
      ...dates.map((date) => signatureStep(date, { record, reader })),
      ...deposits.map((version) => {
        const deposit = record.deposits.find((one) => one.version === version);
        return deposit === undefined
          ? ({ state: 'done', title: signedVersionLink(record, version, reader) } as const)
          : depositStep(deposit, { record, actors, reader });
      }),
    ]),
    refusal !== undefined &&
      refusalStep({ ...refusal, refusedAt: refusal.date ?? end.at }, { shown, reader }),
    endStep(setAside, { end, shown, reader }),
  ].filter((step) => step !== false);
}

/** The reason of what began a round is that of the one before it. */
function withoutDetail(event: HistoryEvent): HistoryEvent {
  return { ...event, detail: {} };
}

function signatureStep(
  { mail, order, signatureDate, submissionDate }: SetAside['dates'][number],
  { record, reader }: { record: SignableRecord; reader: Reader },
): Step {
  return {
    state: 'done',
    title: html`<strong>${personName(record, { mail, order })}</strong> ${stepWords[reader.language].hasSigned}`,
    at: signatureDate,
    details: signatoryDetails({ mail, order, submissionDate }, reader),
  };
}

function endStep(
  { reference }: SetAside,
  { end, shown, reader }: { end: HistoryEvent; shown: ShownRecord; reader: Reader },
): Step {
  const say = stepWords[reader.language];
  const step = eventStep(endTitle(end.event, say), end, { shown, reader });
  const { openReference } = recordWords[reader.language];
  return {
    ...step,
    state: 'over',
    details: [
      ...(step.details ?? []),
      reference !== null && html`<span class="help">${openReference}</span>`,
    ],
  };
}

/** What ended a round: the way back to draft, an earlier one that counts again, or the next. */
function endTitle(event: string, say: (typeof stepWords)[Language]): string {
  if (event === 'returned-to-draft') return say.takenBack;
  return event === 'restored' ? say.setAsideForEarlier : say.setAside;
}
