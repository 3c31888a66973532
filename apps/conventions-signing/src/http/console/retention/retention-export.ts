import { visitsWith } from '@campus/accounts';
import type { RequestHandler } from 'express';
import type { DueRecord } from '../../../data/due-records.ts';
import type { RetentionRules } from '../../../domain/retention-rules.ts';
import { findAnnounced } from '../../../retention/announce.ts';
import { registrationFields } from '../../../wire/registration-fields.ts';
import type { CsvColumn } from '../../answer/csv.ts';
import { kindWords } from '../../said/kind-words.ts';
import { listWords } from '../../said/list-words.ts';
import { instantText, type SaveDeps, saveTable } from '../save/save-table.ts';
import { type Reader, requesterOf } from '../session/reader.ts';
import { retentionWords } from './retention-words.ts';

/** Whom retention will concern within the next days, as a table for spreadsheets. */
export function retentionExport(deps: SaveDeps & { retention: RetentionRules }): RequestHandler {
  return visitsWith(deps)((visit) => {
    const { db, retention, reader, response } = visit;
    const lookups = db.lookups.of(requesterOf(reader, response));
    const { scope } = reader.account;
    async function* pages() {
      yield await findAnnounced(lookups, retention, { now: reader.now, scope });
    }
    return saveTable(visit, { name: 'retention', pages: pages(), columns: columnsFor(reader) });
  });
}

function columnsFor(reader: Reader): CsvColumn<DueRecord>[] {
  const { language } = reader;
  const [say, kinds] = [retentionWords[language], kindWords[language]];
  return [
    { heading: kinds.either, of: ({ kind }) => kinds.one[kind] },
    { heading: listWords[language].number, of: ({ number }) => number },
    { heading: registrationFields.title.label[language], of: ({ title }) => title },
    { heading: say.rules, of: ({ rule }) => say.states[rule] },
    { heading: say.since, of: ({ since }) => instantText(new Date(since), reader) },
    { heading: say.goes, of: ({ dueAt }) => instantText(new Date(dueAt), reader) },
  ];
}
