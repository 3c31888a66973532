import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import { type ActorNames, findActorNames } from '../../../data/actors.ts';
import {
  findHistory,
  type HistoryEvent,
  type HistoryEventName,
  pagesOfHistory,
} from '../../../data/history.ts';
import { findSignable } from '../../../data/signables.ts';
import { callFailureOf } from '../../../deliveries/call-failure.ts';
import type { SignableKind } from '../../../domain/signable.ts';
import { signableNotFound } from '../../../signing/conditions.ts';
import { segments } from '../../../wire/api-addresses.ts';
import { historyQuery } from '../../../wire/queries.ts';
import { historyAddress, historyExportAddress } from '../../addresses.ts';
import { formQuery } from '../../asked/query-in.ts';
import { refIn } from '../../asked/ref-in.ts';
import { actorName, type KnownActors } from '../../said/actor-text.ts';
import { type HistoryDetail, historyDetail } from '../../said/history-detail.ts';
import { exportWords } from '../../said/list-words.ts';
import { recordWords } from '../../said/record-words.ts';
import type { TokenHolders } from '../../said/token-holders.ts';
import { callText } from '../deliveries/delivery-parts.ts';
import { olderPages } from '../frame/older-pages.ts';
import { breadcrumbsTo } from '../frame/record-in.ts';
import { instantText, type SaveDeps, saveLink, saveTable } from '../save/save-table.ts';
import type { Reader, Visit } from '../session/reader.ts';
import { byWhom, type Step, stepList } from './steps.ts';

type HistoryVisit = SaveDeps & Visit & { kind: SignableKind; tokens: TokenHolders };

/** Everything that happened to a record, page by page. */
export async function showHistory(visit: HistoryVisit): Promise<void> {
  const { db, lookups, request, reader, tokens, answer } = visit;
  const { before, page_size: size } = formQuery(request, historyQuery);
  const { ref, record } = await recordOf(visit);
  const page = await findHistory(lookups, record.id, { before, size });
  const acting = page.results.map(({ actor }) => actor);
  const names = await findActorNames(db.pool, acting);
  const main = html`<div class="sheet">${historyList(page.results, { actors: { names, tokens }, reader })}</div>
${olderPages(request, { schema: historyQuery, path: historyAddress(ref), before: page.before, reader })}
<p>${saveLink(historyExportAddress(ref), { language: reader.language })}</p>`;
  const title = recordWords[reader.language].history;
  const breadcrumbs = breadcrumbsTo(record, reader.language);
  answer({ title, breadcrumbs, main, styles: ['record.css'] });
}

/** The same as a table for spreadsheets, the newest first. */
export async function saveHistory(visit: HistoryVisit): Promise<void> {
  const { ref, record } = await recordOf(visit);
  const name = `${segments[ref.kind]}-${ref.number}`;
  await saveTable(visit, { name, pages: pagesOf(visit, record.id), columns: columnsFor(visit) });
}

/** @throws SigningError  `signable_not_found` */
async function recordOf({ db, kind, request, reader }: HistoryVisit) {
  const ref = refIn(request, kind);
  const record = await findSignable(db, ref, reader.account.scope);
  if (record === null) throw signableNotFound(ref);
  return { ref, record };
}

interface Row {
  event: HistoryEvent;
  /** Of those who did what its page tells. */
  names: ActorNames;
}

async function* pagesOf({ db, lookups }: HistoryVisit, signableId: number): AsyncGenerator<Row[]> {
  for await (const events of pagesOfHistory(lookups, signableId)) {
    const names = await findActorNames(
      db.pool,
      events.map(({ actor }) => actor),
    );
    yield events.map((event) => ({ event, names }));
  }
}

function columnsFor({ reader, tokens }: HistoryVisit): ui.CsvColumn<Row>[] {
  const { language } = reader;
  const say = exportWords[language];
  return [
    { heading: say.when, of: ({ event: { at } }) => instantText(at, reader) },
    { heading: say.event, of: ({ event: { event } }) => eventName(event, language) },
    { heading: say.detail, of: ({ event: { detail } }) => JSON.stringify(detail) },
    {
      heading: say.by,
      of: ({ event: { actor }, names }) => actorName(actor, { actors: { names, tokens }, language }),
    },
  ];
}

const states: Partial<Record<HistoryEventName, Step['state']>> = {
  'returned-to-draft': 'over',
  refused: 'failed',
  'reminder-failed': 'trouble',
  'reminder-dropped': 'over',
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
function eventName(event: string, language: ui.Language): string {
  const names: Record<string, string> = recordWords[language].events;
  return names[event] ?? event;
}

function facts(detail: HistoryDetail, reader: Reader): Html {
  const say = recordWords[reader.language].detail;
  const { round, version, mail, signatureDate, date, replaced, reference, attempts, due } = detail;
  const signed = signatureDate ?? date;
  const instant = (date: Date | null | undefined) => ui.time(date, reader, { seconds: true });
  const known = [
    version !== undefined && say.version(version),
    round !== undefined && say.round(round),
    mail !== undefined && signed === undefined && mail,
    mail !== undefined && signed !== undefined && html`${mail}${ui.colon(reader.language)}${instant(signed)}`,
    replaced !== undefined && html`${say.replaced} ${instant(replaced.signatureDate)}`,
    reference !== undefined &&
      (reference === null ? say.noReference : html`${say.reference}${ui.colon(reader.language)}${reference}`),
    due !== undefined && (due === null ? say.noDue : html`${say.due} ${ui.day(due, reader.language)}`),
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
    reason !== undefined && html`${say.reason}${ui.colon(reader.language)}${reason}`,
    failure !== null && callText(failure, reader.language),
  ];
}
