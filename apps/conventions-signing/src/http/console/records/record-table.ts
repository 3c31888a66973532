import * as ui from '@campus/pages';
import { attributes, type Html, type HtmlPart, html } from '@campus/pages/html';
import type { SignableOrder } from '../../../data/signable-order.ts';
import type { SignableSummary } from '../../../data/signable-summaries.ts';
import { roundCounts, type SignableKind } from '../../../domain/signable.ts';
import { isNamed } from '../../../signing/named-signatory.ts';
import {
  deliveryOfRound,
  lastFailureOf,
  type Progress,
  progressOf,
  type Stage,
  stageOf,
} from '../../../signing/stage.ts';
import { segments } from '../../../wire/api-addresses.ts';
import { fieldsShownIn } from '../../../wire/registration-fields.ts';
import { recordAddress } from '../../addresses.ts';
import { listWords } from '../../said/list-words.ts';
import { personName, titleOf } from '../../said/record-name.ts';
import { kindWords, recordWords } from '../../said/record-words.ts';
import { callText, nextAttempt } from '../deliveries/delivery-parts.ts';
import type { Reader } from '../session/reader.ts';
import { dueText, forHowLong, stageBadge } from './stage-badge.ts';

/** Where what is ticked goes. */
interface TickForm {
  id: string;
  name: string;
}

/**
 * Agreements or amendments with state and signatures, one a row of two lines.
 *
 * @param options.form  id of the form that takes what is ticked, and under which name; absent: nothing can be ticked
 * @param options.sortBy  the heading of a column that can order the rows; absent: none does
 */
export function recordTable(
  rows: readonly SignableSummary[],
  options: {
    kind: SignableKind;
    reader: Reader;
    form?: TickForm | undefined;
    sortBy?: (by: SignableOrder['by'], text: string) => ui.SortHeading | string;
  },
): Html {
  const { kind, reader, form, sortBy = (_by, text) => text } = options;
  const say = listWords[reader.language];
  const { one, many } = kindWords[reader.language];
  return ui.table({
    caption: many[kind],
    headings: [
      ...(form === undefined
        ? []
        : [ui.selectAll(form.name, { heading: say.selection, text: say.all, label: say.selectAll })]),
      sortBy('number', say.number),
      sortBy('title', one[kind]),
      say.state,
      sortBy('sent', say.sent),
      say.signatures,
    ],
    rows: rows.map((row): HtmlPart[] => [
      ...(form === undefined ? [] : [tick(row, { form, reader })]),
      row.number,
      html`<a href="${recordAddress(row)}" aria-label="${titleOf(row, reader.language)}">${row.title || kindWords[reader.language].erased}</a>${secondLine(row, reader)}`,
      html`${stageBadge(row, reader.language)}${due(row, reader)}`,
      sent(row, reader),
      row.state === 'erased' ? false : signatureCell(row, reader),
    ]),
  });
}

/** What tells records of one title apart; a screen reader hears what each is. */
function secondLine(row: SignableSummary, { language }: Reader): Html {
  const texts = fieldsShownIn('list').flatMap(({ name, label }) =>
    row[name] ? [html`<span><span class="unseen">${label[language]} </span>${row[name]}</span>`] : [],
  );
  const agreement =
    row.agreement !== null &&
    html`<a href="${recordAddress({ kind: 'agreement', number: row.agreement.number })}">${kindWords[language].one.agreement} ${row.agreement.number}</a>`;
  return html`<p class="help parts">${agreement}${texts}</p>`;
}

/** When the round that counts began, and which one it is where there were others. */
function sent(row: SignableSummary, reader: Reader): Html | false {
  if (!roundCounts(row, row.round) || row.roundStartedAt === null) return false;
  return html`${ui.time(row.roundStartedAt, reader)}${row.round > 1 && html`<p class="help">${listWords[reader.language].round(row.round)}</p>`}`;
}

function due(row: SignableSummary, reader: Reader): Html | false {
  const text = dueText(row, reader);
  return text && html`<p class="help">${text}</p>`;
}

function tick(row: SignableSummary, { form, reader }: { form: TickForm; reader: Reader }): Html | false {
  if (row.state === 'erased') return false;
  const { id, name } = form;
  return html`<input${attributes({
    type: 'checkbox',
    id: `${name}-${row.number}`,
    name,
    value: row.number,
    form: id,
    'aria-label': listWords[reader.language].select(titleOf(row, reader.language)),
  })}>`;
}

/** So many of those who sign at the same time are named at once. */
const maxNamed = 2;

/**
 * How far the signatures are, at a glance: a bar that unfolds to everybody's name, and below it who is next and since
 * when, or what else is missing. Of what was signed outside, dates may never be known: nothing is missing there.
 */
function signatureCell(record: SignableSummary, reader: Reader): Html {
  const progress = progressOf(record, reader.now);
  const stage = stageOf(record);
  const { kind, number } = record;
  return html`<details class="names" id="names-${segments[kind]}-${number}"><summary>${bar(record, { stage, progress, reader })}</summary>${marks(record, { stage, progress, reader })}</details>${
    callTrouble(record, reader) || refusedBy(record, reader) || missing(stage, progress, reader)
  }`;
}

interface Standing {
  stage: Stage;
  progress: Progress;
  reader: Reader;
}

function bar(record: SignableSummary, { stage, progress, reader }: Standing): Html {
  const say = listWords[reader.language];
  const { signed, total, waitingFor } = progress;
  if (stage === 'signed-outside') return html`${say.people(total)}`;
  const bySignatory = record.signatories.map((signatory): ui.Segment => {
    if (signatory.signatureDate !== null) return 'done';
    if (record.refusal !== null && isNamed(signatory, record.refusal)) return 'failed';
    if (!waitingFor.includes(signatory)) return 'open';
    return stage === 'failed' ? 'failed' : 'now';
  });
  return ui.segmentBar(bySignatory, { text: `${signed}/${total}`, label: say.signedOf(signed, total) });
}

function marks({ signatories, refusal }: SignableSummary, { stage, progress, reader }: Standing): Html {
  const say = listWords[reader.language];
  return html`<ul class="marks">${signatories.map((signatory) => {
    const [mark, mood, meaning] =
      signatory.signatureDate !== null
        ? ['✓', 'good', say.hasSigned]
        : stage === 'signed-outside'
          ? ['✓', 'good', say.stages[stage]]
          : refusal !== null && isNamed(signatory, refusal)
            ? ['✗', 'bad', say.hasRefused]
            : progress.waitingFor.includes(signatory)
              ? ['▸', 'warning', say.isNext]
              : ['·', 'quiet', stage === 'draft' ? say.notSent : say.isLater];
    return html`<li class="${mood}"><span aria-hidden="true">${mark} </span>${signatory.givenName} ${signatory.name} <span class="unseen">${meaning}</span></li>`;
  })}</ul>`;
}

/** Who would not sign, and why. */
function refusedBy({ refusal, signatories }: SignableSummary, { language }: Reader): Html | false {
  if (refusal === null) return false;
  return html`<p class="help">${recordWords[language].refusedBy(personName({ signatories }, refusal))}${ui.colon(language)}${refusal.reason}</p>`;
}

/** Whose turn it is and since when, or what else is missing. */
function missing(
  stage: Stage,
  { waitingFor, waitingSince, documentDeposited }: Progress,
  reader: Reader,
): Html | false {
  if (stage !== 'signing') return false;
  const say = listWords[reader.language];
  if (waitingFor.length === 0) return html`<p class="help">${say.allSigned}</p>`;
  const named = waitingFor.slice(0, maxNamed).map(({ givenName, name }) => `${givenName} ${name}`);
  const others = waitingFor.length - named.length;
  return html`<p class="help">${named.join(', ')}${others > 0 && ` ${say.andMore(others)}`}${
    waitingSince !== null &&
    html`, <time datetime="${waitingSince.toISOString()}" title="${waitingSince.toISOString()}">${forHowLong(waitingSince, reader)}</time>`
  }${documentDeposited && html`. ${say.depositedEarly}`}</p>`;
}

/** Why the call has failed, and what follows. */
function callTrouble(
  row: Pick<SignableSummary, 'state' | 'round' | 'signedOutside' | 'deliveries'>,
  reader: Reader,
): Html | false {
  const stage = stageOf(row);
  if (stage !== 'failed' && stage !== 'retrying') return false;
  const delivery = deliveryOfRound(row);
  if (delivery === undefined) return false;
  const failure = lastFailureOf(delivery);
  return html`<p class="help">${failure !== null && callText(failure, reader.language)}</p>${nextAttempt(delivery, reader)}`;
}
