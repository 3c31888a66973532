import { colon, type Html, html, table, time } from '@campus/pages';
import type { HistoryEvent, HistoryEventName } from '../../../data/history.ts';
import { callFailureOf } from '../../../webhook/call-failure.ts';
import { actorText, type KnownActors } from '../accounts/actor-text.ts';
import { callText } from '../deliveries/delivery-parts.ts';
import type { Reader } from '../session/reader.ts';
import { type HistoryDetail, historyDetail } from './history-detail.ts';
import { recordWords } from './record-words.ts';

/** What happened to a record and who did it, in the order given. */
export function historyTable(
  history: HistoryEvent[],
  { actors, reader }: { actors: KnownActors; reader: Reader },
): Html {
  const say = recordWords[reader.language];
  return table({
    caption: say.history,
    headings: [say.when, say.who, say.what],
    rows: history.map(({ at, actor, event, detail }) => [
      time(at, reader),
      actorText(actor, { actors, language: reader.language }),
      html`${eventName(event, say.events)}${details(historyDetail(detail), { at, reader })}`,
    ]),
  });
}

/** The name of an event that a later version of the service has written is shown as it is. */
function eventName(event: string, names: Record<HistoryEventName, string>): string {
  return (names as Record<string, string>)[event] ?? event;
}

function details(detail: HistoryDetail, { at, reader }: { at: Date; reader: Reader }): Html {
  const say = recordWords[reader.language].detail;
  const { round, version, mail, signatureDate, replaced, note, reason, reference, attempts } = detail;
  const failure = callFailureOf(detail);
  const facts = [
    version !== undefined && say.version(version),
    round !== undefined && say.round(round),
    mail !== undefined && html`${mail}${colon(reader.language)}${time(signatureDate, reader)}`,
    replaced !== undefined && html`${say.replaced} ${time(replaced.signatureDate, reader)}`,
    reference !== undefined &&
      (reference === null ? say.noReference : html`${say.reference}${colon(reader.language)}${reference}`),
    attempts !== undefined && say.attempts(attempts),
    detail.setAside && say.setAside(detail.setAside.round),
  ].filter((fact) => fact !== false && fact !== null && fact !== undefined);
  return html`${facts.map((fact, index) => html`${index === 0 ? ' · ' : ', '}${fact}`)}${
    note !== undefined &&
    html`<p class="help">${(signatureDate ?? at) > at ? say.inFuture : say.beforeRound}</p>`
  }${reason !== undefined && html`<p class="help">${say.reason}${colon(reader.language)}${reason}</p>`}${
    failure !== null && html`<p class="help">${callText(failure, reader.language)}</p>`
  }`;
}
