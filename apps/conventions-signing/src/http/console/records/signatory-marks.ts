import { type Html, html } from '@campus/pages';
import type { SignableSummary } from '../../../data/signable-summaries.ts';
import { type Progress, progressOf } from '../../../signing/progress.ts';
import { stageOf } from '../../../signing/stage.ts';
import type { Reader } from '../session/reader.ts';
import { listWords } from './list-words.ts';
import { sinceWhen } from './since-when.ts';

/**
 * How far the signatures are, at a glance: `2/5`, who has signed, who is next and since when. Of what was signed
 * outside, dates may never be known: nothing is missing there.
 */
export function signatoryMarks(record: SignableSummary, reader: Reader): Html {
  const say = listWords[reader.language];
  const progress = progressOf(record, reader.now);
  const { signed, total, waitingFor } = progress;
  const stage = stageOf(record);
  return html`${stage !== 'signed-outside' && html`<strong>${signed}/${total}</strong> `}<ul class="marks">${record.signatories.map(
    (signatory) => {
      const [mark, mood, meaning] =
        signatory.signatureDate !== null
          ? ['✓', 'good', say.hasSigned]
          : stage === 'signed-outside'
            ? ['✓', 'good', say.stages[stage]]
            : waitingFor.includes(signatory)
              ? ['▸', 'warning', say.isNext]
              : ['·', 'quiet', stage === 'draft' ? say.notSent : say.isLater];
      return html`<li class="${mood}"><span aria-hidden="true">${mark} </span>${signatory.givenName} ${signatory.name} <span class="unseen">${meaning}</span></li>`;
    },
  )}</ul>${waiting(record, progress, reader)}`;
}

/** Since when it is somebody's turn, or what else is missing. */
function waiting(
  record: SignableSummary,
  { waitingFor, waitingSince, documentDeposited }: Progress,
  reader: Reader,
): Html | false {
  if (stageOf(record) !== 'signing') return false;
  const say = listWords[reader.language];
  if (waitingFor.length === 0) return html`<p class="help">${say.allSigned}</p>`;
  return html`<p class="help">${waitingSince !== null && sinceWhen(waitingSince, reader)}${
    documentDeposited && html` ${say.depositedEarly}`
  }</p>`;
}
