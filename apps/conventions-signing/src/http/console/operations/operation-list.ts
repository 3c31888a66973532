import { operationProgress } from '@campus/database';
import { html, table, time } from '@campus/pages';
import { type ActorNames, findActorNames } from '../../../data/actors.ts';
import { listOperations, type Operation, pagesOfOperations } from '../../../data/operations.ts';
import { ownAlone } from '../../../operations/cancel.ts';
import { operationsQuery } from '../../../wire/queries.ts';
import { addresses, operationAddress } from '../../addresses.ts';
import type { CsvColumn } from '../../answer/csv.ts';
import { formQuery } from '../../asked/query-in.ts';
import { actorName, actorText } from '../../said/actor-text.ts';
import type { TokenHolders } from '../../said/token-holders.ts';
import { olderPages } from '../frame/older-pages.ts';
import { instantText, type SaveDeps, saveLink, saveTable } from '../save/save-table.ts';
import { askingOf, type Visit } from '../session/reader.ts';
import { operationBadge, operationTitle, progressBar } from './operation-parts.ts';
import { operationWords } from './operation-words.ts';

type ListVisit = SaveDeps & Visit & { tokens: TokenHolders };

/** The operations, the newest first. */
export async function showList({ db, lookups, request, reader, tokens, answer }: ListVisit): Promise<void> {
  const { language } = reader;
  const say = operationWords[language];
  const { before, page_size: size } = formQuery(request, operationsQuery);
  const page = await listOperations(lookups, { before, size, by: ownAlone(askingOf(reader)) });
  const names = await findActorNames(
    db.pool,
    page.results.map(({ actor }) => actor),
  );
  const rows = page.results.map((operation) => [
    html`<a href="${operationAddress(operation.id)}">${operationTitle(operation, language)}</a>`,
    operationBadge(operation, reader),
    progressBar(operation, language),
    actorText(operation.actor, { actors: { names, tokens }, language }),
    time(operation.createdAt, reader),
  ]);
  const headings = [say.what, say.state, say.progress, say.by, say.asked];
  const main = html`${rows.length === 0 ? html`<p>${say.none}</p>` : html`${table({ caption: say.title, headings, rows })}<p>${saveLink(addresses.operationsExport, { language })}</p>`}
${olderPages(request, { schema: operationsQuery, path: addresses.operations, before: page.before, reader })}`;
  answer({ title: say.title, main, styles: ['lists.css'] });
}

/** The list of the operations as a table for spreadsheets. */
export function saveList(visit: ListVisit): Promise<void> {
  return saveTable(visit, { name: 'operations', pages: pagesOf(visit), columns: columnsFor(visit) });
}

interface Row {
  operation: Operation;
  /** Of those who have begun the operations of its page. */
  names: ActorNames;
}

async function* pagesOf({ db, lookups, reader }: ListVisit): AsyncGenerator<Row[]> {
  const by = ownAlone(askingOf(reader));
  for await (const page of pagesOfOperations(lookups, by)) {
    const actors = page.map(({ actor }) => actor);
    const names = await findActorNames(db.pool, actors);
    yield page.map((operation) => ({ operation, names }));
  }
}

function columnsFor({ reader, tokens }: ListVisit): CsvColumn<Row>[] {
  const { language, now } = reader;
  const say = operationWords[language];
  return [
    { heading: say.what, of: ({ operation }) => operationTitle(operation, language) },
    { heading: say.state, of: ({ operation }) => say.states[operationProgress(operation, now).state] },
    { heading: say.counts.done, of: ({ operation }) => operation.done },
    { heading: say.counts.refused, of: ({ operation }) => operation.refused },
    {
      heading: say.by,
      of: ({ operation: { actor }, names }) => actorName(actor, { actors: { names, tokens }, language }),
    },
    { heading: say.asked, of: ({ operation }) => instantText(operation.createdAt, reader) },
  ];
}
