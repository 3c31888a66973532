import { visitsWith } from '@campus/accounts';
import type { RequestHandler } from 'express';
import { type ActorNames, findActorNames } from '../../../data/actor-names.ts';
import { type Operation, pagesOfOperations } from '../../../data/operations.ts';
import { ownAlone } from '../../../operations/cancel.ts';
import { operationProgress } from '../../../operations/progress.ts';
import type { CsvColumn } from '../../answer/csv.ts';
import { actorName } from '../../said/actor-text.ts';
import { type ConfiguredTokens, type TokenHolders, tokenHoldersOf } from '../../said/token-holders.ts';
import { instantText, type SaveDeps, saveTable } from '../save/save-table.ts';
import { askingOf, type Reader, requesterOf, type Visit } from '../session/reader.ts';
import { operationTitle } from './operation-parts.ts';
import { operationWords } from './operation-words.ts';

/** The list of the operations as a table for spreadsheets. */
export function operationExport(deps: SaveDeps & ConfiguredTokens): RequestHandler {
  const tokens = tokenHoldersOf(deps);
  return visitsWith(deps)((visit) =>
    saveTable(visit, {
      name: 'operations',
      pages: pagesOf(visit),
      columns: columnsFor(visit.reader, tokens),
    }),
  );
}

interface Row {
  operation: Operation;
  /** Of those who have begun the operations of its page. */
  names: ActorNames;
}

async function* pagesOf({ db, response, reader }: SaveDeps & Visit): AsyncGenerator<Row[]> {
  const by = ownAlone(askingOf(reader));
  for await (const page of pagesOfOperations(db.lookups.of(requesterOf(reader, response)), by)) {
    const actors = page.map(({ actor }) => actor);
    const names = await findActorNames(db.pool, actors);
    yield page.map((operation) => ({ operation, names }));
  }
}

function columnsFor(reader: Reader, tokens: TokenHolders): CsvColumn<Row>[] {
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
