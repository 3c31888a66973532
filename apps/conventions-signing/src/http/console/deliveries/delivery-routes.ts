import { visitsWith } from '@campus/accounts';
import { failureText } from '@campus/pages';
import express, { type Router } from 'express';
import { type ListedDelivery, pagesOfDeliveries } from '../../../data/deliveries.ts';
import { callMessages } from '../../../deliveries/call-failure.ts';
import { lastFailureOf } from '../../../signing/stage.ts';
import { registrationFields } from '../../../wire/registration-fields.ts';
import type { CsvColumn } from '../../answer/csv.ts';
import { route } from '../../route.ts';
import { exportWords } from '../../said/export-words.ts';
import { kindWords } from '../../said/kind-words.ts';
import { listWords } from '../../said/list-words.ts';
import { liveRoutes } from '../frame/live-page.ts';
import { instantText, type SaveDeps, saveTable } from '../save/save-table.ts';
import type { Reader, Visit } from '../session/reader.ts';
import { callFilterIn, callStateOf } from './calls-query.ts';
import { type DeliveryListDeps, deliveryList } from './delivery-list.ts';
import { deliveryPage } from './delivery-page.ts';
import { deliveryWords } from './delivery-words.ts';

/** What staff see of the calls to the signing application. */
export function deliveryRoutes(deps: DeliveryListDeps & SaveDeps): Router {
  const router = express.Router();
  liveRoutes(router, '/', { deps, shown: deliveryList });
  route(router, '/export', { get: visitsWith(deps)(saveList) });
  liveRoutes(router, '/:id', { deps, shown: deliveryPage });
  return router;
}

/** The list of the calls as filtered, all of it, as a table for spreadsheets. */
function saveList(visit: SaveDeps & Visit): Promise<void> {
  const { lookups, request, reader } = visit;
  const { before: _, size: __, ...filter } = callFilterIn(request, reader.timeZone);
  const pages = pagesOfDeliveries(lookups, { ...filter, scope: reader.account.scope });
  return saveTable(visit, { name: 'deliveries', pages, columns: columnsFor(reader) });
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
