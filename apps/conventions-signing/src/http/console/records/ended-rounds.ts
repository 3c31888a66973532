import { facts, type Html, html, table, time } from '@campus/pages';
import type { Landmarks } from '../../../data/history.ts';
import type { SignableRecord } from '../../../data/whole-record.ts';
import { signedDocumentAddress } from '../../addresses.ts';
import { actorText, type KnownActors } from '../accounts/actor-text.ts';
import { deliveryWords } from '../deliveries/delivery-words.ts';
import type { Reader } from '../session/reader.ts';
import { historyDetail } from './history-detail.ts';
import { recordWords } from './record-words.ts';

/** What the latest rounds held when they were set aside, the latest first; nothing when there are none. */
export function endedRounds(
  record: SignableRecord,
  { landmarks, actors, reader }: { landmarks: Landmarks; actors: KnownActors; reader: Reader },
): Html | false {
  const say = recordWords[reader.language];
  const ended = landmarks.setAside.flatMap(({ at, actor, detail }) => {
    const { setAside, reason } = historyDetail(detail);
    return setAside ? [{ at, actor, reason, ...setAside }] : [];
  });
  if (ended.length === 0) return false;
  return html`<h2>${say.endedRounds}</h2>${ended.map(
    ({ at, actor, reason, round, reference, dates, deposits }) => html`<h3>${say.endedRound(round)}</h3>
<div class="sheet">${facts([
      [say.ended, html`${time(at, reader)}, ${actorText(actor, { actors, language: reader.language })}`],
      reason !== undefined && [say.detail.reason, reason],
      [
        say.versions,
        deposits.length === 0
          ? say.none
          : html`<ul class="marks">${deposits.map(
              (version) =>
                html`<li><a href="${signedDocumentAddress(record, version)}" type="application/pdf">${say.signedDocument(version)}</a></li>`,
            )}</ul>`,
      ],
      reference !== null && [
        deliveryWords[reader.language].reference,
        html`${reference}<p class="help">${say.openReference}</p>`,
      ],
    ])}${
      dates.length > 0 &&
      table({
        caption: say.datesOf(round),
        headings: [say.order, say.mail, say.transmitted, say.signed],
        rows: dates.map(({ order, mail, submissionDate, signatureDate }) => [
          order,
          mail,
          time(submissionDate, reader),
          time(signatureDate, reader),
        ]),
      })
    }</div>`,
  )}`;
}
