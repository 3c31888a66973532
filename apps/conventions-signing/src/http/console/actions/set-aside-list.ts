import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import type { SignableRecord } from '../../../data/whole-record.ts';
import type { SetAside } from '../../../domain/restorable-round.ts';
import type { SignableRef } from '../../../domain/signable.ts';
import type { Counting } from '../../../signing/what-counts.ts';
import { signedDocumentAddress } from '../../addresses.ts';
import { historyDetail } from '../../said/history-detail.ts';
import { pdfLink, personName } from '../../said/record-name.ts';
import { actionWords } from './action-words.ts';

type ListReader = { language: ui.Language; timeZone: string };

/** Names what a new round or the way back to draft sets aside: whose signatures, which documents, what is still open. */
export function setAsideList(
  { reference, signed, deposits, hasPendingDelivery, signedOutside, isRefused }: Counting,
  { ref, reader }: { ref: SignableRef; reader: ListReader },
): Html {
  const say = actionWords[reader.language];
  const items = [
    ...signed.map(({ givenName, name, signatureDate }) =>
      signatureItem(`${givenName} ${name}`, signatureDate, reader),
    ),
    ...deposits.map((version) => depositItem(ref, version, reader)),
    hasPendingDelivery && html`<li>${say.pending}</li>`,
    signedOutside && html`<li>${say.outside}</li>`,
    isRefused && html`<li>${say.refusal}</li>`,
  ].filter((item) => item !== false);
  return html`${items.length === 0 ? html`<p>${say.nothingYet}</p>` : html`<ul>${items}</ul>`}
${ui.notice('warning', reference === null ? say.maybeOpenThere : say.closeThere(reference))}`;
}

/** Names what a round held that can count again. */
export function restoredList(
  restored: SetAside,
  { record, reader }: { record: SignableRecord; reader: ListReader },
): Html {
  const { dates = [], deposits = [], refusal } = historyDetail({ setAside: restored }).setAside ?? {};
  const say = actionWords[reader.language];
  const items = [
    ...dates.map(({ signatureDate, ...person }) =>
      signatureItem(personName(record, person), signatureDate, reader),
    ),
    ...deposits.map((version) => depositItem(record, version, reader)),
    refusal !== undefined && html`<li>${say.refusal}</li>`,
  ].filter((item) => item !== false);
  return items.length === 0 ? html`<p>${say.nothingCame}</p>` : html`<ul>${items}</ul>`;
}

function signatureItem(person: string, at: Date | null, reader: ListReader): Html {
  const when = at && html` (${ui.time(at, reader, { seconds: true })})`;
  return html`<li>${actionWords[reader.language].signatureOf(person)}${when}</li>`;
}

function depositItem(ref: SignableRef, version: number, { language }: ListReader): Html {
  const text = actionWords[language].signedVersion(version);
  return html`<li>${pdfLink({ href: signedDocumentAddress(ref, version), text })}</li>`;
}
