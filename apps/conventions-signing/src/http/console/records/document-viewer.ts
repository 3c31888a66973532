import { attributes, type Html, html } from '@campus/pages';
import type { SignableRecord } from '../../../data/whole-record.ts';
import { roundCounts } from '../../../domain/signable.ts';
import { documentAddress, signedDocumentAddress } from '../../addresses.ts';
import { pdfLink } from '../../said/pdf-link.ts';
import { recordWords } from '../../said/record-words.ts';
import type { Reader } from '../session/reader.ts';

/**
 * The documents that count, the newest first, as links. `document-viewer.js` shows them beside the page in the browser's
 * own viewer, where there is one; undefined for what was erased.
 */
export function documentViewer(record: SignableRecord, reader: Reader): Html | undefined {
  if (record.document === null) return undefined;
  const say = recordWords[reader.language];
  const counting = record.deposits
    .toReversed()
    .filter(({ round, supersededSha256 }) => supersededSha256 === null && roundCounts(record, round));
  const links = [
    ...counting.map(({ version }) =>
      pdfLink({ href: signedDocumentAddress(record, version), text: say.signedDocument(version) }),
    ),
    pdfLink({ href: documentAddress(record), text: say.registeredDocument }),
  ];
  const alone = { hidden: true, 'data-alone': true, href: documentAddress(record) };
  return html`<section class="document" data-viewer="" aria-label="${say.documentShown}">
<nav class="versions" aria-label="${say.documents}"><ul role="list">${links.map((link) => html`<li>${link}</li>`)}</ul><a${attributes(alone)}>${say.openAlone}</a></nav>
</section>`;
}
