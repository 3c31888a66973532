import { colon, facts, type Html, type HtmlPart, html, notice, table, time } from '@campus/pages';
import type { Landmarks } from '../../../data/history.ts';
import type { SignableSummary } from '../../../data/signable-summaries.ts';
import type { SignableRecord } from '../../../data/whole-record.ts';
import { progressOf } from '../../../signing/progress.ts';
import { deliveryOfRound, lastFailureOf, stageOf } from '../../../signing/stage.ts';
import { historyAddress, recordAddress } from '../../addresses.ts';
import { fieldsShownIn } from '../../registration-fields.ts';
import type { KnownActors } from '../accounts/actor-text.ts';
import { attemptsOf, callText, deliveryBadge } from '../deliveries/delivery-parts.ts';
import { deliveryWords } from '../deliveries/delivery-words.ts';
import type { Reader } from '../session/reader.ts';
import { documentsTable } from './documents-table.ts';
import { endedRounds } from './ended-rounds.ts';
import { historyTable } from './history-table.ts';
import { kindWords } from './kind-words.ts';
import { listWords } from './list-words.ts';
import { recordTable } from './record-table.ts';
import { recordWords } from './record-words.ts';
import { sinceWhen } from './since-when.ts';
import { stageBadge } from './stage-badge.ts';

/** A record with what stands elsewhere about it. */
export interface ShownRecord {
  record: SignableRecord;
  landmarks: Landmarks;
  /** To an agreement. */
  amendments: SignableSummary[];
  actors: KnownActors;
}

/** Everything about a record that may change while somebody looks at it; without any form, since it is sent anew. */
export function recordPart({ record, landmarks, amendments, actors }: ShownRecord, reader: Reader): Html {
  const say = recordWords[reader.language];
  if (record.state === 'erased')
    return html`${notice('info', say.erased)}<h2>${say.history}</h2>${history(record, { actors, reader })}`;
  return html`${callNotice(record, reader)}
<div class="sheet">${facts(factsOf(record, { landmarks, reader }))}</div>
<h2>${say.signatories}</h2>
${signatories(record, reader)}
<h2>${say.documents}</h2>
${documentsTable(record, { landmarks, actors, reader })}
${amendments.length > 0 && html`<h2>${kindWords[reader.language].many.amendment}</h2>${recordTable(amendments, { caption: kindWords[reader.language].many.amendment, reader })}`}
<h2>${say.deliveries}</h2>
${deliveries(record, reader)}
${endedRounds(record, { landmarks, actors, reader })}
<h2>${say.history}</h2>
${history(record, { actors, reader })}`;
}

/** The newest events, and the way to the earlier ones. */
function history(record: SignableRecord, { actors, reader }: { actors: KnownActors; reader: Reader }): Html {
  const { results, before } = record.history;
  return html`${historyTable(results, { actors, reader })}${
    before !== null &&
    html`<p><a href="${historyAddress(record, before)}">${recordWords[reader.language].earlier}</a></p>`
  }`;
}

/** Why nobody can sign yet. */
function callNotice(record: SignableRecord, reader: Reader): Html | false {
  const say = recordWords[reader.language];
  const stage = stageOf(record);
  const delivery = deliveryOfRound(record);
  const failure = delivery === undefined ? null : lastFailureOf(delivery);
  if (stage === 'calling') return notice('info', say.calling);
  if (stage === 'failed')
    return notice(
      'bad',
      html`${say.failedCall} ${failure === null ? say.noAttemptInTime : callText(failure, reader.language)}`,
    );
  return (
    stage === 'retrying' &&
    notice('warning', html`${say.retryingCall} ${failure !== null && callText(failure, reader.language)}`)
  );
}

function factsOf(
  record: SignableRecord,
  { landmarks, reader }: { landmarks: Landmarks; reader: Reader },
): (readonly [string, HtmlPart] | false)[] {
  const say = recordWords[reader.language];
  const common = listWords[reader.language];
  const { agreement, round, state } = record;
  return [
    [common.state, stageBadge(record, reader.language)],
    state === 'signing' && [say.lastHeard, lastHeard(record, { landmarks, reader })],
    agreement !== null && [
      kindWords[reader.language].one.agreement,
      html`<a href="${recordAddress({ kind: 'agreement', number: agreement.number })}">${agreement.number}</a>`,
    ],
    ...fieldsShownIn('record').map(
      ({ name, label }) => [label[reader.language], record[name] || '–'] as const,
    ),
    [say.watchers, record.watchers.join(', ') || '–'],
    [say.registered, time(record.createdAt, reader)],
    round > 0 && [say.round, round],
  ];
}

/** When the other side last did something, which stands for asking it how things are. */
function lastHeard(
  record: SignableRecord,
  { landmarks: { lastHeard: event }, reader }: { landmarks: Landmarks; reader: Reader },
): HtmlPart {
  const say = recordWords[reader.language];
  const { roundStartedAt } = record;
  if (event !== null && roundStartedAt !== null && event.at >= roundStartedAt)
    return sinceWhen(event.at, reader);
  return deliveryOfRound(record) === undefined ? say.noVendor : say.neverHeard;
}

function signatories(record: SignableRecord, reader: Reader): Html {
  const say = recordWords[reader.language];
  const common = listWords[reader.language];
  const { waitingFor, waitingSince, signed, total } = progressOf(record, reader.now);
  const stage = stageOf(record);
  const isKnown = stage === 'signing';
  const outside = stage === 'signed-outside' && signed < total && html`<p>${common.datesUnknown}</p>`;
  return html`${
    outside ||
    html`<p><strong>${signed}/${total}</strong> ${
      isKnown && waitingFor.length === 0 && common.allSigned
    }${isKnown && waitingSince !== null && html`${waitingFor.map(({ givenName, name }) => `${givenName} ${name}`).join(', ')}: ${common.isNext}, ${sinceWhen(waitingSince, reader)}.`}</p>`
  }
${table({
  caption: say.signatories,
  headings: [say.order, say.name, say.mail, say.phone, say.transmitted, say.signed],
  rows: record.signatories.map(({ order, givenName, name, mail, phone, submissionDate, signatureDate }) => [
    order,
    `${givenName} ${name}`,
    mail,
    phone,
    time(submissionDate, reader),
    time(signatureDate, reader),
  ]),
})}
<p class="help">${say.transmittedHelp}</p>`;
}

function deliveries(record: SignableRecord, reader: Reader): Html {
  const say = deliveryWords[reader.language];
  if (record.deliveries.length === 0)
    return html`<p class="quiet">${recordWords[reader.language].noDeliveries}</p>`;
  return html`${record.deliveries.toReversed().map(
    (
      delivery,
    ) => html`<div class="sheet"><p>${deliveryBadge(delivery.state, reader.language)} ${say.round(delivery.round)}${
      delivery.reference !== null && html` · ${say.reference}${colon(reader.language)}${delivery.reference}`
    } · ${say.promised} ${time(delivery.createdAt, reader)}</p>
${attemptsOf(delivery, { about: say.round(delivery.round), reader })}</div>`,
  )}`;
}
