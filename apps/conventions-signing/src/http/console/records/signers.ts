import { duration, type Html, html, time } from '@campus/pages';
import { type Progress, progressOf } from '../../../signing/progress.ts';
import { stageOf } from '../../../signing/stage.ts';
import type { Reader } from '../reader.ts';
import { words } from './words.ts';

type Followed = Parameters<typeof progressOf>[0] & Parameters<typeof stageOf>[0];

/** How far the signatures are, at a glance: `2/5`, who has signed, who is next and since when. */
export function signers(record: Followed, reader: Reader): Html {
  const say = words[reader.language];
  const progress = progressOf(record, reader.now);
  const { signed, total, waitingFor } = progress;
  return html`<strong>${signed}/${total}</strong> <ul class="marks">${record.signatories.map((signatory) => {
    const [mark, mood, meaning] =
      signatory.signatureDate !== null
        ? ['✓', 'good', say.hasSigned]
        : waitingFor.includes(signatory)
          ? ['▸', 'warning', say.isNext]
          : ['·', 'quiet', say.isLater];
    return html`<li class="${mood}"><span aria-hidden="true">${mark} </span>${signatory.givenName} ${signatory.name} <span class="unseen">${meaning}</span></li>`;
  })}</ul>${waiting(record, progress, reader)}`;
}

/** Since when it is somebody's turn, or what else is missing. */
function waiting(
  record: Followed,
  { waitingFor, waitingSince, documentDeposited }: Progress,
  reader: Reader,
): Html | false {
  if (stageOf(record) !== 'signing') return false;
  const say = words[reader.language];
  if (waitingFor.length === 0) return html`<p class="help">${say.allSigned}</p>`;
  return html`<p class="help">${waitingSince !== null && sinceWhen(waitingSince, reader)}${
    documentDeposited && html` ${say.depositedEarly}`
  }</p>`;
}

/** `for 4 days`, with the instant. */
export function sinceWhen(since: Date, reader: Reader): Html {
  const lastedMs = Math.max(0, reader.now.getTime() - since.getTime());
  // Seconds would make a page that follows look different at each look.
  const atLeastMinutes = duration(Math.max(lastedMs, 60_000), reader.language);
  return html`${words[reader.language].forLong(atLeastMinutes)} (${time(since, reader)})`;
}
