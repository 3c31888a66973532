import { type Html, html } from '@campus/pages';
import type { SignableSummary } from '../../../data/signable-summaries.ts';
import { deliveryOfRound, lastFailureOf, stageOf } from '../../../signing/stage.ts';
import { callText, nextAttempt } from '../deliveries/delivery-parts.ts';
import type { Reader } from '../session/reader.ts';

/** Why the call has failed, and what follows. */
export function callTrouble(
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
