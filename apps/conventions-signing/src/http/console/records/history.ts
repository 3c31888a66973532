import { html } from '@campus/pages';
import { type ActorNames, findActorNames } from '../../../data/actor-names.ts';
import { findHistory, type HistoryEvent, pagesOfHistory } from '../../../data/history.ts';
import { findSignable } from '../../../data/signables.ts';
import type { SignableKind } from '../../../domain/signable.ts';
import { signableNotFound } from '../../../signing/conditions.ts';
import { segments } from '../../../wire/api-addresses.ts';
import { historyQuery } from '../../../wire/queries.ts';
import { historyAddress, historyExportAddress } from '../../addresses.ts';
import type { CsvColumn } from '../../answer/csv.ts';
import { formQuery } from '../../asked/form-query.ts';
import { refIn } from '../../asked/ref-in.ts';
import { actorName } from '../../said/actor-text.ts';
import { exportWords } from '../../said/export-words.ts';
import { recordWords } from '../../said/record-words.ts';
import type { TokenHolders } from '../../said/token-holders.ts';
import { breadcrumbsTo } from '../frame/breadcrumbs.ts';
import { olderPages } from '../frame/older-pages.ts';
import { instantText, type SaveDeps, saveLink, saveTable } from '../save/save-table.ts';
import type { Visit } from '../session/reader.ts';
import { eventName, historyList } from './history-list.ts';

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

function columnsFor({ reader, tokens }: HistoryVisit): CsvColumn<Row>[] {
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
