import { visitsWith } from '@campus/accounts';
import { failureText } from '@campus/pages';
import type { RequestHandler } from 'express';
import { type ListedDelivery, pagesOfDeliveries } from '../../../data/deliveries.ts';
import { callMessages } from '../../../deliveries/call-failure.ts';
import { lastFailureOf } from '../../../signing/stage.ts';
import { registrationFields } from '../../../wire/registration-fields.ts';
import type { CsvColumn } from '../../answer/csv.ts';
import { exportWords } from '../../said/export-words.ts';
import { kindWords } from '../../said/kind-words.ts';
import { listWords } from '../../said/list-words.ts';
import { instantText, type SaveDeps, saveTable } from '../save/save-table.ts';
import { type Reader, requesterOf } from '../session/reader.ts';
import { callFilterIn, callStateOf } from './calls-query.ts';
import { deliveryWords } from './delivery-words.ts';

/** The list of the calls as filtered, all of it, as a table for spreadsheets. */
export function deliveryExport(deps: SaveDeps): RequestHandler {
  return visitsWith(deps)((visit) => {
    const { db, request, response, reader } = visit;
    const { before: _, size: __, ...filter } = callFilterIn(request, reader.timeZone);
    const { scope } = reader.account;
    const pages = pagesOfDeliveries(db.lookups.of(requesterOf(reader, response)), { ...filter, scope });
    return saveTable(visit, { name: 'deliveries', pages, columns: columnsFor(reader) });
  });
}

function columnsFor(reader: Reader): CsvColumn<ListedDelivery>[] {
  const { language } = reader;
  const [say, list, kinds] = [deliveryWords[language], listWords[language], kindWords[language]];
  return [
    { heading: kinds.either, of: ({ signable }) => kinds.one[signable.kind] },
    { heading: list.number, of: ({ signable }) => signable.number },
    { heading: registrationFields.title.label[language], of: ({ signable }) => signable.title },
    { heading: exportWords[language].round, of: ({ round }) => round },
    { heading: list.state, of: (delivery) => say.states[callStateOf(delivery)] },
    { heading: say.reference, of: ({ reference }) => reference },
    { heading: say.promised, of: ({ createdAt }) => instantText(createdAt, reader) },
    { heading: say.nextAttempt, of: ({ nextAttemptAt }) => instantText(nextAttemptAt, reader) },
    { heading: say.attempts, of: ({ attempts }) => attempts.length },
    {
      heading: exportWords[language].failure,
      of(delivery) {
        const failure = lastFailureOf(delivery);
        return failure && failureText(callMessages[failure.code], failure, language);
      },
    },
  ];
}
