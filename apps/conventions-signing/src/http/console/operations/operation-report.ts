import { visitsWith } from '@campus/accounts';
import type { RequestHandler } from 'express';
import { pagesOfReported, type ReportedRecord } from '../../../data/operations.ts';
import { operationOf, ownAlone } from '../../../operations/cancel.ts';
import type { CsvColumn } from '../../answer/csv.ts';
import { operationIdIn } from '../../asked/operation-id-in.ts';
import { kindWords } from '../../said/kind-words.ts';
import { instantText, type SaveDeps, saveTable } from '../save/save-table.ts';
import { askingOf, type Reader, requesterOf } from '../session/reader.ts';
import { outcomeText, remarkOf } from './operation-parts.ts';
import { operationWords } from './operation-words.ts';

/** What became of each record of an operation, as a table for spreadsheets. */
export function operationReport(deps: SaveDeps): RequestHandler {
  return visitsWith(deps)(async (visit) => {
    const { db, request, response, reader } = visit;
    const { id, endedAt } = await operationOf(visit, operationIdIn(request), ownAlone(askingOf(reader)));
    await saveTable(visit, {
      name: 'operation',
      pages: pagesOfReported(db.lookups.of(requesterOf(reader, response)), id, reader.account.scope),
      columns: columnsFor(reader, { isOver: endedAt !== null }),
    });
  });
}

function columnsFor(reader: Reader, { isOver }: { isOver: boolean }): CsvColumn<ReportedRecord>[] {
  const { language } = reader;
  const { columns, ...say } = operationWords[language];
  return [
    { heading: columns.kind, of: ({ kind }) => kindWords[language].one[kind] },
    { heading: columns.number, of: ({ number }) => number },
    { heading: columns.title, of: ({ title }) => title },
    { heading: say.outcome, of: (record) => outcomeText(record, { isOver, language }) },
    { heading: columns.code, of: ({ code }) => code },
    { heading: say.remark, of: (record) => remarkOf(record, language) },
    { heading: say.when, of: ({ at }) => instantText(at, reader) },
  ];
}
