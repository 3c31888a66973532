import { buttonLink, colon, type Html, type HtmlPart, html, notice } from '@campus/pages';
import type { SignableRecord } from '../../../data/whole-record.ts';
import { progressOf } from '../../../signing/progress.ts';
import { deliveryOfRound, stageOf } from '../../../signing/stage.ts';
import { evidenceAddress, historyAddress } from '../../addresses.ts';
import { kindWords } from '../../said/kind-words.ts';
import { listWords } from '../../said/list-words.ts';
import { personName } from '../../said/record-name.ts';
import { recordWords } from '../../said/record-words.ts';
import { term } from '../glossary/term.ts';
import type { Reader } from '../session/reader.ts';
import { documentsTable } from './documents-table.ts';
import { dueText } from './due-text.ts';
import { endedRounds } from './ended-rounds.ts';
import { historyList } from './history-list.ts';
import { recordFacts, underTitle } from './record-facts.ts';
import { recordTable } from './record-table.ts';
import { roundSteps } from './round-steps.ts';
import type { ShownRecord } from './shown-record.ts';
import { howLong } from './since-when.ts';
import { stageBadge } from './stage-badge.ts';
import { stepWords } from './step-words.ts';
import { stepList } from './steps.ts';

/**
 * Everything about a record that may change while somebody looks at it, led by the course of its round; without any
 * form, since it is sent anew.
 */
export function recordPart(shown: ShownRecord, reader: Reader): Html {
  const { record, amendments } = shown;
  const say = recordWords[reader.language];
  if (record.state === 'erased')
    return html`${notice('info', say.erased)}<h2>${say.history}</h2>${history(shown, reader)}${evidence(shown, reader)}`;
  const ofAgreement = kindWords[reader.language].many.amendment;
  return html`<div class="sheet">
<p class="standing">${stageBadge(record, reader.language)} ${howMany(record, reader)} ${dueText(record, reader)}</p>
${underTitle(record, reader)}
${stepList(roundSteps(shown, reader), { label: stepWords[reader.language].course(record.round), reader })}
${record.state === 'signing' && html`<p class="help">${term('signing-application', say.lastHeard)}${colon(reader.language)}${lastHeard(shown, reader)}</p>`}
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
  const link = buttonLink({ text: say.evidence, href: evidenceAddress(record) }, { kind: 'plain' });
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
