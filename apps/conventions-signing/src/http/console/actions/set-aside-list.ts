import { type Html, html, type Language, notice, time } from '@campus/pages';
import type { Counting } from '../../../signing/what-counts.ts';
import { actionWords } from './action-words.ts';

/** Names what a new round or the way back to draft sets aside: whose signatures, which documents, what is still open. */
export function setAsideList(
  { reference, signed, deposits, hasPendingDelivery, signedOutside }: Counting,
  reader: { language: Language; timeZone: string },
): Html {
  const say = actionWords[reader.language];
  const items = [
    ...signed.map(
      ({ givenName, name, signatureDate }) =>
        html`<li>${say.signatureOf(`${givenName} ${name}`)} (${time(signatureDate, reader)})</li>`,
    ),
    ...deposits.map((version) => html`<li>${say.signedVersion(version)}</li>`),
    hasPendingDelivery && html`<li>${say.pending}</li>`,
    signedOutside && html`<li>${say.outside}</li>`,
  ].filter((item) => item !== false);
  return html`${items.length === 0 ? html`<p>${say.nothingYet}</p>` : html`<ul>${items}</ul>`}
${notice('warning', reference === null ? say.maybeOpenThere : say.closeThere(reference))}`;
}
