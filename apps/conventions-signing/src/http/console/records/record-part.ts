import * as ui from '@campus/pages';
import { type Html, type HtmlPart, html } from '@campus/pages/html';
import type { HistoryEvent } from '../../../data/history.ts';
import type { SignableRecord } from '../../../data/whole-record.ts';
import { roundCounts } from '../../../domain/signable.ts';
import { deliveryOfRound, progressOf, stageOf } from '../../../signing/stage.ts';
import { fieldsShownIn } from '../../../wire/registration-fields.ts';
import { documentAddress, evidenceAddress, historyAddress, recordAddress } from '../../addresses.ts';
import { type HistoryDetail, historyDetail } from '../../said/history-detail.ts';
import { listWords } from '../../said/list-words.ts';
import { pdfLink, personName } from '../../said/record-name.ts';
import { kindWords, recordWords } from '../../said/record-words.ts';
import { term } from '../glossary/term.ts';
import type { Reader } from '../session/reader.ts';
import { callStep } from './call-step.ts';
import { depositStep, signedVersionLink } from './deposit-step.ts';
import { historyList } from './history.ts';
import { recordTable } from './record-table.ts';
import { eventStep, refusalStep, roundSteps, signatoryDetails } from './round-steps.ts';
import type { ShownRecord } from './shown-record.ts';
import { dueText, howLong, stageBadge } from './stage-badge.ts';
import { stepWords } from './step-words.ts';
import { byWhom, inOrderOfTime, type Step, stepList } from './steps.ts';

/**
 * Everything about a record that may change while somebody looks at it, led by the course of its round; without any
 * form, since it is sent anew.
 */
export function recordPart(shown: ShownRecord, reader: Reader): Html {
  const { record, amendments } = shown;
  const say = recordWords[reader.language];
  if (record.state === 'erased')
    return html`${ui.notice('info', say.erased)}<h2>${say.history}</h2>${history(shown, reader)}${evidence(shown, reader)}`;
  const ofAgreement = kindWords[reader.language].many.amendment;
  return html`<div class="sheet">
<p class="standing">${stageBadge(record, reader.language)} ${howMany(record, reader)} ${dueText(record, reader)}</p>
${underTitle(record, reader)}
${stepList(roundSteps(shown, reader), { label: stepWords[reader.language].course(record.round), reader })}
${record.state === 'signing' && html`<p class="help">${term('signing-application', say.lastHeard)}${ui.colon(reader.language)}${lastHeard(shown, reader)}</p>`}
</div>
${amendments.length > 0 && html`<h2>${ofAgreement}</h2>${recordTable(amendments, { kind: 'amendment', reader })}`}
${endedRounds(shown, reader)}
<h2>${say.more}</h2>
${fold({ id: 'facts', summary: say.facts }, recordFacts(record, reader))}
${fold({ id: 'documents', summary: say.documentsInFull }, documentsTable(shown, reader))}
${fold({ id: 'history', summary: say.history }, history(shown, reader))}
${evidence(shown, reader)}`;
}

/** The way to all of it in one file. */
function evidence({ record }: ShownRecord, { language }: Reader): Html {
  const say = recordWords[language];
  const link = ui.buttonLink({ text: say.evidence, href: evidenceAddress(record) }, { kind: 'plain' });
  return html`<p class="row">${link}<span class="help">${say.evidenceMeans}</span></p>`;
}

function fold({ id, summary }: { id: string; summary: HtmlPart }, content: Html): Html {
  return html`<details class="fold" id="${id}"><summary>${summary}</summary>${content}</details>`;
}

/** How far the signatures are; of what was signed outside dates may never be known, and of a draft there are none. */
function howMany(record: SignableRecord, reader: Reader): Html | false {
  const say = recordWords[reader.language];
  const { signed, total, waitingFor } = progressOf(record, reader.now);
  const stage = stageOf(record);
  if (stage === 'draft') return false;
  if (stage === 'signed-outside')
    return signed < total && html`<span class="quiet">${listWords[reader.language].datesUnknown}</span>`;
  return html`<strong>${say.haveSigned(signed, total)}</strong>${
    stage === 'signing' && waitingFor.length > 0 && html` <span>${say.waitingFor(namesOf(waitingFor))}</span>`
  }${record.refusal !== null && html` <span>${say.refusedBy(personName(record, record.refusal))}</span>`}`;
}

/** The first few of those who sign side by side, and how many more there are. */
function namesOf(signatories: readonly { givenName: string; name: string }[]): string {
  const names = signatories.map(({ givenName, name }) => `${givenName} ${name}`);
  const more = names.length - mostNames;
  return `${names.slice(0, mostNames).join(', ')}${more > 0 ? ` +${more}` : ''}`;
}

const mostNames = 3;

/** When the other side last did something, which stands for asking it how things are. */
function lastHeard({ record, landmarks: { lastHeard: event } }: ShownRecord, reader: Reader): HtmlPart {
  const say = recordWords[reader.language];
  const { roundStartedAt } = record;
  if (event !== null && roundStartedAt !== null && event.at >= roundStartedAt)
    return say.ago(howLong(event.at, reader));
  return deliveryOfRound(record) === undefined ? say.noVendor : say.neverHeard;
}

/** The newest events, and the way to the earlier ones. */
function history({ record, actors }: ShownRecord, reader: Reader): Html {
  const { results, before } = record.history;
  return html`${historyList(results, { actors, reader })}${
    before !== null &&
    html`<p><a href="${historyAddress(record, before)}">${recordWords[reader.language].earlier}</a></p>`
  }`;
}

/** The registered document and every version that came back, of any round, the newest first, with their hashes. */
function documentsTable({ record, landmarks: { registered }, actors }: ShownRecord, reader: Reader): Html {
  const say = recordWords[reader.language];
  const stored = ({ size, sha256 }: { size: number; sha256: string }) =>
    html`${ui.fileSize(size, reader.language)}<br><code class="long">${sha256}</code>`;
  const arrived = (at: Date, actor: string | undefined) =>
    html`<br><span class="quiet">${ui.time(at, reader, { seconds: true })}</span>${
      actor !== undefined && html` ${byWhom(actor, { actors, reader })}`
    }`;
  const deposits = record.deposits
    .toReversed()
    .map((deposit): HtmlPart[] => [
      html`${signedVersionLink(record, deposit.version, reader)}, ${say.detail.round(deposit.round)}${
        deposit.supersededSha256 !== null
          ? html` ${ui.badge('bad', say.superseded)}`
          : !roundCounts(record, deposit.round) && html` ${ui.badge('info', say.ofEndedRound)}`
      }${arrived(deposit.depositedAt, deposit.actor)}${
        deposit.supersededSha256 !== null &&
        html`<p class="help">${term('superseded-document', say.beginsWith)} <code class="long">${deposit.supersededSha256}</code></p>`
      }`,
      stored(deposit.document),
    ]);
  const asRegistered = (document: { size: number; sha256: string }) => [
    html`${pdfLink({ href: documentAddress(record), text: say.registeredDocument })}${arrived(registered?.at ?? record.createdAt, registered?.actor)}`,
    stored(document),
  ];
  return ui.table({
    caption: say.documents,
    headings: [say.version, say.size],
    rows: [...deposits, ...(record.document === null ? [] : [asRegistered(record.document)])],
  });
}

/** Everything that was registered about a record. */
function recordFacts(record: SignableRecord, reader: Reader): Html {
  const say = recordWords[reader.language];
  const { round } = record;
  return ui.facts([
    ...fieldsShownIn('record').map(
      ({ name, label }) => [label[reader.language], record[name] || '–'] as const,
    ),
    [term('watcher', say.watchers), record.watchers.join(', ') || '–'],
    [say.registered, ui.time(record.createdAt, reader, { seconds: true })],
    round > 0 && [say.round, round],
  ]);
}

/** What tells a record from others, in a line. */
function underTitle(record: SignableRecord, { language }: Reader): Html {
  const { agreement } = record;
  const parts = [
    agreement !== null &&
      html`<a href="${recordAddress({ kind: 'agreement', number: agreement.number })}">${kindWords[language].one.agreement} ${agreement.number}</a>`,
    ...fieldsShownIn('list').map(({ name }) => record[name]),
  ].filter((part) => part !== false && part !== null && part !== '');
  return html`<p class="quiet">${parts.map((part, index) => html`${index > 0 && ' · '}${part}`)}</p>`;
}

type SetAside = NonNullable<HistoryDetail['setAside']>;

/** The latest rounds that were set aside, the latest first, each with its course; nothing when there are none. */
function endedRounds(shown: ShownRecord, reader: Reader): Html | false {
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
      html`<details class="fold" id="round-${setAside.round}"><summary>${say.endedRound(setAside.round)} <span class="quiet">${stepWords[reader.language].until} ${ui.time(end.at, reader, { seconds: true })}</span></summary>
${stepList(stepsOf(setAside, { end, shown, reader }), { label: stepWords[reader.language].course(setAside.round), reader })}</details>`,
  )}`;
}

interface Ended {
  end: HistoryEvent;
  shown: ShownRecord;
  reader: Reader;
}

function stepsOf(setAside: SetAside, { end, shown, reader }: Ended): Step[] {
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

function endStep({ reference }: SetAside, { end, shown, reader }: Ended): Step {
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
function endTitle(event: string, say: (typeof stepWords)[ui.Language]): string {
  if (event === 'returned-to-draft') return say.takenBack;
  return event === 'restored' ? say.setAsideForEarlier : say.setAside;
}
