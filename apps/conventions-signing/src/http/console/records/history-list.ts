import { colon, day, type Html, html, type Language, time } from '@campus/pages';
import type { HistoryEvent, HistoryEventName } from '../../../data/history.ts';
import { callFailureOf } from '../../../deliveries/call-failure.ts';
import type { KnownActors } from '../../said/actor-text.ts';
import { type HistoryDetail, historyDetail } from '../../said/history-detail.ts';
import { recordWords } from '../../said/record-words.ts';
import { callText } from '../deliveries/delivery-parts.ts';
import type { Reader } from '../session/reader.ts';
import { byWhom } from './by-whom.ts';
import { type Step, stepList } from './steps.ts';

const states: Partial<Record<HistoryEventName, Step['state']>> = {
  'returned-to-draft': 'over',
  refused: 'failed',
  'superseded-deposited': 'trouble',
  'delivery-cancelled': 'over',
  'delivery-failed': 'failed',
  erased: 'over',
  deleted: 'over',
};

/** What happened to a record and who did it, in the order given. */
export function historyList(
  history: HistoryEvent[],
  { actors, reader }: { actors: KnownActors; reader: Reader },
): Html {
  const say = recordWords[reader.language];
  const steps = history.map(({ at, actor, event, detail }): Step => {
    const known = historyDetail(detail);
    return {
      state: (states as Record<string, Step['state']>)[event] ?? 'done',
      title: html`<strong>${eventName(event, reader.language)}</strong>${facts(known, reader)} ${byWhom(actor, { actors, reader })}`,
      at,
      details: notes(known, { at, reader }),
    };
  });
  return stepList(steps, { label: say.history, reader });
}

/** What an event is called; one that a later version of the service has written is shown as it is. */
export function eventName(event: string, language: Language): string {
  const names: Record<string, string> = recordWords[language].events;
  return names[event] ?? event;
}

function facts(detail: HistoryDetail, reader: Reader): Html {
  const say = recordWords[reader.language].detail;
  const { round, version, mail, signatureDate, date, replaced, reference, attempts, due } = detail;
  const instant = (date: Date | null | undefined) => time(date, reader, { seconds: true });
  const known = [
    version !== undefined && say.version(version),
    round !== undefined && say.round(round),
    mail !== undefined && html`${mail}${colon(reader.language)}${instant(signatureDate ?? date)}`,
    replaced !== undefined && html`${say.replaced} ${instant(replaced.signatureDate)}`,
    reference !== undefined &&
      (reference === null ? say.noReference : html`${say.reference}${colon(reader.language)}${reference}`),
    due !== undefined && (due === null ? say.noDue : html`${say.due} ${day(due, reader.language)}`),
    attempts !== undefined && say.attempts(attempts),
    detail.setAside && say.setAside(detail.setAside.round),
  ].filter((fact) => fact !== false && fact !== null && fact !== undefined);
  return html`${known.map((fact, index) => html`${index === 0 ? ' · ' : ', '}${fact}`)}`;
}

function notes(detail: HistoryDetail, { at, reader }: { at: Date; reader: Reader }): Step['details'] {
  const say = recordWords[reader.language].detail;
  const { signatureDate, note, reason } = detail;
  const failure = callFailureOf(detail);
  return [
    note !== undefined && ((signatureDate ?? at) > at ? say.inFuture : say.beforeRound),
    reason !== undefined && html`${say.reason}${colon(reader.language)}${reason}`,
    failure !== null && callText(failure, reader.language),
  ];
}
