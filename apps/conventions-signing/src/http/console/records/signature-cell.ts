import { colon, type Html, html, type Segment, segmentBar } from '@campus/pages';
import type { SignableSummary } from '../../../data/signable-summaries.ts';
import { isNamed } from '../../../signing/named-signatory.ts';
import { type Progress, progressOf } from '../../../signing/progress.ts';
import { type Stage, stageOf } from '../../../signing/stage.ts';
import { segments } from '../../../wire/api-addresses.ts';
import { listWords } from '../../said/list-words.ts';
import { personName } from '../../said/record-name.ts';
import { recordWords } from '../../said/record-words.ts';
import type { Reader } from '../session/reader.ts';
import { callTrouble } from './call-trouble.ts';
import { forHowLong } from './since-when.ts';

/** So many of those who sign at the same time are named at once. */
const maxNamed = 2;

/**
 * How far the signatures are, at a glance: a bar that unfolds to everybody's name, and below it who is next and since
 * when, or what else is missing. Of what was signed outside, dates may never be known: nothing is missing there.
 */
export function signatureCell(record: SignableSummary, reader: Reader): Html {
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
  const bySignatory = record.signatories.map((signatory): Segment => {
    if (signatory.signatureDate !== null) return 'done';
    if (record.refusal !== null && isNamed(signatory, record.refusal)) return 'failed';
    if (!waitingFor.includes(signatory)) return 'open';
    return stage === 'failed' ? 'failed' : 'now';
  });
  return segmentBar(bySignatory, { text: `${signed}/${total}`, label: say.signedOf(signed, total) });
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
  return html`<p class="help">${recordWords[language].refusedBy(personName({ signatories }, refusal))}${colon(language)}${refusal.reason}</p>`;
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
