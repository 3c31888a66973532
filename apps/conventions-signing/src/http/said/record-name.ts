import type * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import type { SignableRef, Signatory } from '../../domain/signable.ts';
import { isNamed, type SignatoryName } from '../../signing/named-signatory.ts';
import { recordAddress } from '../addresses.ts';
import { kindWords } from './record-words.ts';

/** A record with what it is called; the title is empty once it was erased. */
export type Named = SignableRef & { title: string };

/** How pages call a record: `Agreement 7 · Internship of Ada`. Titles alone are not unique. */
export function nameOf(record: Named, language: ui.Language): string {
  return `${kindWords[language].one[record.kind]} ${titleOf(record, language)}`;
}

/** The same where the kind is plain: `7 · Internship of Ada`. */
export function titleOf({ number, title }: Pick<Named, 'number' | 'title'>, language: ui.Language): string {
  return `${number} · ${title || kindWords[language].erased}`;
}

/** The way to the page of a record, by its name. */
export function recordLink(record: Named, language: ui.Language): Html {
  return html`<a href="${recordAddress(record)}">${nameOf(record, language)}</a>`;
}

/** Of whoever has signed or refused the mail is kept; the name is that of the registered list, as long as it has them. */
export function personName(
  { signatories }: { signatories: readonly Pick<Signatory, 'name' | 'givenName' | 'mail' | 'order'>[] },
  { mail, order }: SignatoryName,
): string {
  const known = signatories.find((one) => isNamed(one, { mail, order }));
  return known === undefined ? mail : `${known.givenName} ${known.name}`;
}

/** The way to a PDF, which `document-viewer.js` knows by its type. */
export function pdfLink({ href, text }: ui.Link): Html {
  return html`<a href="${href}" type="application/pdf">${text}</a>`;
}
