import express, { type Request, type Response, type Router } from 'express';
import { pagesOfDeliveries } from '../../data/deliveries.ts';
import { pagesOfSignables } from '../../data/list-signables.ts';
import type { Database } from '../../data/open-database.ts';
import { pagesOfOperations } from '../../data/operations.ts';
import { type SignableKind, signableKinds } from '../../domain/signable.ts';
import { ownAlone } from '../../operations/cancel.ts';
import { segments } from '../../wire/api-addresses.ts';
import { deliveryFilterOf } from '../../wire/delivery-filter.ts';
import { wholeDeliveriesQuery, wholeOperationsQuery } from '../../wire/queries.ts';
import { csvOf } from '../answer/csv.ts';
import type { ExportDeps } from '../answer/exports.ts';
import { answering } from '../answer/negotiate.ts';
import { signedArchive } from '../answer/signed-archive.ts';
import { wholeListIn } from '../asked/list-filter.ts';
import { queryIn } from '../asked/query-in.ts';
import { handlersWith, route } from '../route.ts';
import { scopeOf } from '../scope/program-scope.ts';
import { requesterOf } from './requester-of.ts';
import { type LastingDeps, recipientOf } from './still-open.ts';
import { deliveryColumns, operationColumns, signableColumns } from './table-columns.ts';

export interface FileRoutesDeps extends ExportDeps, LastingDeps {
  db: Database;
  now: () => Date;
  timeZone: string;
}

type OfKind = FileRoutesDeps & { kind: SignableKind };

/** Programs take what stands between commas, in the words of the JSON lists. */
const language = 'en';

const missingWords = {
  headings: ['id', 'reason'],
  reasons: { not_listed: 'not_listed', no_signed_document: 'no_signed_document' },
} as const;

/** Lists as files, whole, and the signed documents of what they show. */
export function fileRoutes(deps: FileRoutesDeps): Router {
  const router = express.Router();
  for (const kind of signableKinds) {
    const run = handlersWith({ ...deps, kind });
    route(router, `/${segments[kind]}.csv`, { get: [answering('text/csv'), run(sendTable)] });
    route(router, `/${segments[kind]}.zip`, { get: [answering('application/zip'), run(sendArchive)] });
  }
  route(router, '/deliveries.csv', { get: [answering('text/csv'), handlersWith(deps)(sendDeliveries)] });
  route(router, '/operations.csv', { get: [answering('text/csv'), handlersWith(deps)(sendOperations)] });
  return router;
}

async function sendTable(deps: OfKind, request: Request, response: Response): Promise<void> {
  const { db, exports, kind } = deps;
  const { filter, order } = wholeListIn(request, kind, { ...deps, scope: scopeOf(request) });
  const lookups = db.lookups.of(requesterOf(request, response));
  await exports.table(recipientOf(deps, request, response), {
    name: `${segments[kind]}.csv`,
    lines: csvOf(pagesOfSignables(lookups, kind, { ...filter, order }), {
      columns: signableColumns(kind),
      language,
    }),
  });
}

async function sendArchive(deps: OfKind, request: Request, response: Response): Promise<void> {
  const { db, exports, kind } = deps;
  const { filter, order } = wholeListIn(request, kind, { ...deps, scope: scopeOf(request) });
  const columns = signableColumns(kind);
  await exports.archive(recipientOf(deps, request, response), {
    name: `${segments[kind]}.zip`,
    pieces: await signedArchive(
      {
        db,
        lookups: db.lookups.of(requesterOf(request, response)),
        folder: exports.folder,
        madeAt: deps.now(),
      },
      { kind, filter, order, columns, fileHeading: 'file', missing: missingWords, language },
    ),
  });
}

async function sendDeliveries(deps: FileRoutesDeps, request: Request, response: Response): Promise<void> {
  const { state, ...asked } = queryIn(request, wholeDeliveriesQuery);
  const filter = { state, ...deliveryFilterOf(asked, deps.timeZone), scope: scopeOf(request) };
  const pages = pagesOfDeliveries(deps.db.lookups, requesterOf(request, response), filter);
  const lines = csvOf(pages, { columns: deliveryColumns, language });
  await deps.exports.table(recipientOf(deps, request, response), { name: 'deliveries.csv', lines });
}

async function sendOperations(deps: FileRoutesDeps, request: Request, response: Response): Promise<void> {
  queryIn(request, wholeOperationsQuery);
  const { caller: actor } = recipientOf(deps, request, response);
  const by = ownAlone({ actor, scope: scopeOf(request) });
  const pages = pagesOfOperations(deps.db.lookups, requesterOf(request, response), by);
  const lines = csvOf(pages, { columns: operationColumns(deps.now()), language });
  await deps.exports.table(recipientOf(deps, request, response), { name: 'operations.csv', lines });
}
