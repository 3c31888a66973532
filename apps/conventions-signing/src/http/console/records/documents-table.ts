import { badge, fileSize, type Html, type HtmlPart, html, table, time } from '@campus/pages';
import type { Landmarks } from '../../../data/history.ts';
import type { SignableRecord } from '../../../data/whole-record.ts';
import { storedFindings } from '../../../pdf/inspect.ts';
import { roundCounts } from '../../../signing/signable.ts';
import { documentAddress, signedDocumentAddress } from '../../addresses.ts';
import { actorText, type KnownActors } from '../accounts/actor-text.ts';
import type { Reader } from '../session/reader.ts';
import { findingsOf } from './findings.ts';
import { recordWords } from './record-words.ts';

/** The registered document and every version that came back, of any round, the newest first. */
export function documentsTable(
  record: SignableRecord,
  {
    landmarks: { registered },
    actors,
    reader,
  }: { landmarks: Landmarks; actors: KnownActors; reader: Reader },
): Html {
  const say = recordWords[reader.language];
  const stored = ({ size, sha256 }: { size: number; sha256: string }) =>
    html`${fileSize(size, reader.language)}<br><code class="long">${sha256}</code>`;
  const link = (address: string, text: string) =>
    html`<a href="${address}" type="application/pdf">${text}</a>`;
  const deposits = record.deposits
    .toReversed()
    .map((deposit): HtmlPart[] => [
      html`${link(signedDocumentAddress(record, deposit.version), say.signedDocument(deposit.version))}${
        deposit.supersededSha256 !== null
          ? html` ${badge('bad', say.superseded)}`
          : !roundCounts(record, deposit.round) && html` ${badge('info', say.ofEndedRound)}`
      }<br><span class="quiet">${say.detail.round(deposit.round)}</span>${
        deposit.supersededSha256 !== null &&
        html`<p class="help">${say.beginsWith} <code class="long">${deposit.supersededSha256}</code></p>`
      }`,
      time(deposit.depositedAt, reader),
      actorText(deposit.actor, { actors, language: reader.language }),
      findingsOf(storedFindings.parse(deposit.signatures), { id: `findings-${deposit.version}`, reader }),
      stored(deposit.document),
    ]);
  return html`${table({
    caption: say.documents,
    headings: [say.version, say.arrived, say.by, say.findings, say.size],
    rows: [
      ...deposits,
      ...(record.document === null
        ? []
        : [
            [
              link(documentAddress(record), say.registeredDocument),
              time(registered?.at ?? record.createdAt, reader),
              registered !== null && actorText(registered.actor, { actors, language: reader.language }),
              '',
              stored(record.document),
            ],
          ]),
    ],
  })}${deposits.length === 0 && html`<p class="quiet">${say.noSignedDocument}</p>`}`;
}
