import { badge, fileSize, type Html, type HtmlPart, html, table, time } from '@campus/pages';
import { roundCounts } from '../../../domain/signable.ts';
import { documentAddress } from '../../addresses.ts';
import { pdfLink } from '../../said/pdf-link.ts';
import { recordWords } from '../../said/record-words.ts';
import { term } from '../glossary/term.ts';
import type { Reader } from '../session/reader.ts';
import { byWhom } from './by-whom.ts';
import { signedVersionLink } from './deposit-step.ts';
import type { ShownRecord } from './shown-record.ts';

/** The registered document and every version that came back, of any round, the newest first, with their hashes. */
export function documentsTable(
  { record, landmarks: { registered }, actors }: ShownRecord,
  reader: Reader,
): Html {
  const say = recordWords[reader.language];
  const stored = ({ size, sha256 }: { size: number; sha256: string }) =>
    html`${fileSize(size, reader.language)}<br><code class="long">${sha256}</code>`;
  const arrived = (at: Date, actor: string | undefined) =>
    html`<br><span class="quiet">${time(at, reader, { seconds: true })}</span>${
      actor !== undefined && html` ${byWhom(actor, { actors, reader })}`
    }`;
  const deposits = record.deposits
    .toReversed()
    .map((deposit): HtmlPart[] => [
      html`${signedVersionLink(record, deposit.version, reader)}, ${say.detail.round(deposit.round)}${
        deposit.supersededSha256 !== null
          ? html` ${badge('bad', say.superseded)}`
          : !roundCounts(record, deposit.round) && html` ${badge('info', say.ofEndedRound)}`
      }${arrived(deposit.depositedAt, deposit.actor)}${
        deposit.supersededSha256 !== null &&
        html`<p class="help">${term('superseded-document', say.beginsWith)} <code class="long">${deposit.supersededSha256}</code></p>`
      }`,
      stored(deposit.document),
    ]);
  const asRegistered = (document: { size: number; sha256: string }) => [
    html`${pdfLink({ href: documentAddress(record), text: say.registeredDocument })}${arrived(registered?.at ?? record.createdAt, registered?.actor)}`,
    stored(document),
  ];
  return table({
    caption: say.documents,
    headings: [say.version, say.size],
    rows: [...deposits, ...(record.document === null ? [] : [asRegistered(record.document)])],
  });
}
