import { visitsWith } from '@campus/accounts';
import type { RequestHandler } from 'express';
import { type ActorNames, findActorNames } from '../../../data/actor-names.ts';
import { type HistoryEvent, pagesOfHistory } from '../../../data/history.ts';
import { findSignable } from '../../../data/signables.ts';
import type { SignableKind } from '../../../domain/signable.ts';
import { signableNotFound } from '../../../signing/refusals.ts';
import { segments } from '../../../wire/api-addresses.ts';
import type { CsvColumn } from '../../answer/csv.ts';
import { refIn } from '../../asked/ref-in.ts';
import { actorName } from '../../said/actor-text.ts';
import { exportWords } from '../../said/export-words.ts';
import { type ConfiguredTokens, type TokenHolders, tokenHoldersOf } from '../../said/token-holders.ts';
import { instantText, type SaveDeps, saveTable } from '../save/save-table.ts';
import { type Reader, requesterOf, type Visit } from '../session/reader.ts';
import { eventName } from './history-list.ts';

/** Everything that happened to a record as a table for spreadsheets, the newest first. */
export function historyExport(deps: SaveDeps & ConfiguredTokens, kind: SignableKind): RequestHandler {
  const tokens = tokenHoldersOf(deps);
  return visitsWith(deps)(async (visit) => {
    const ref = refIn(visit.request, kind);
    const record = await findSignable(visit.db, ref, visit.reader.account.scope);
    if (record === null) throw signableNotFound(ref);
    await saveTable(visit, {
      name: `${segments[kind]}-${ref.number}`,
      pages: pagesOf(visit, record.id),
      columns: columnsFor(visit.reader, tokens),
    });
  });
}

interface Row {
  event: HistoryEvent;
  /** Of those who did what its page tells. */
  names: ActorNames;
}

async function* pagesOf(
  { db, reader, response }: SaveDeps & Visit,
  signableId: number,
): AsyncGenerator<Row[]> {
  const lookups = db.lookups.of(requesterOf(reader, response));
  for await (const events of pagesOfHistory(lookups, signableId)) {
    const names = await findActorNames(
      db.pool,
      events.map(({ actor }) => actor),
    );
    yield events.map((event) => ({ event, names }));
  }
}

function columnsFor(reader: Reader, tokens: TokenHolders): CsvColumn<Row>[] {
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
