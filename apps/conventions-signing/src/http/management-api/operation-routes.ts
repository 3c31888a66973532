import { callerOf } from '@campus/auth';
import express, { type Request, type Response, type Router } from 'express';
import { listOperations, pagesOfReported, type ReportedRecord } from '../../data/operations.ts';
import { findStandings, findStandingsOf, type StandingOf } from '../../data/standings.ts';
import { signableKinds } from '../../domain/signable.ts';
import { beginOperation, maxRecords, refuseTooMany } from '../../operations/begin-operation.ts';
import { cancel, operationOf, ownAlone } from '../../operations/cancel.ts';
import type { CallDeps } from '../../signing/enter-signing.ts';
import { apiOperationAddress, segments } from '../../wire/api-addresses.ts';
import { operationInput } from '../../wire/inputs.ts';
import { operationsQuery } from '../../wire/queries.ts';
import { showOperation, showReported } from '../../wire/show-operation.ts';
import { absoluteAddress, type BaseAddress } from '../answer/absolute-address.ts';
import { csvOf } from '../answer/csv.ts';
import type { ExportDeps } from '../answer/exports.ts';
import { answering, json, requireContentType } from '../answer/negotiate.ts';
import { withNext } from '../answer/page.ts';
import { cacheControl } from '../answer/send-document.ts';
import { operationIdIn } from '../asked/operation-id-in.ts';
import { queryIn } from '../asked/query-in.ts';
import { receiveJson } from '../receive/receive-json.ts';
import type { Uploads } from '../receive/uploads.ts';
import { handlersWith, route } from '../route.ts';
import { askingOf, scopeOf } from '../scope/program-scope.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { listNamedBy } from './list-named-by.ts';
import { requesterOf } from './requester-of.ts';
import { type LastingDeps, recipientOf } from './still-open.ts';
import { reportColumns } from './table-columns.ts';

type OperationRoutesDeps = CallDeps & BaseAddress & ExportDeps & LastingDeps & { uploads: Uploads };

/** What is done to many records at once. */
export function operationRoutes(deps: OperationRoutesDeps): Router {
  const router = express.Router();
  const run = handlersWith(deps);
  route(router, '/', { get: [json, run(list)], post: [json, run(begin)] });
  route(router, '/:id', { get: [json, run(one)] });
  route(router, '/:id/cancel', { post: [json, run(end)] });
  route(router, '/:id/report', { get: [json, run(report)] });
  route(router, '/:id/report.csv', { get: [answering('text/csv'), run(reportTable)] });
  return router;
}

async function list(deps: OperationRoutesDeps, request: Request, response: Response): Promise<void> {
  const { page_size: size, before } = queryIn(request, operationsQuery);
  const page = await deps.db.lookups.withPrisma(requesterOf(request, response), (tx) =>
    listOperations(tx, { before, size, by: ownAlone(askingOf(request)) }),
  );
  const { results, next } = withNext(page, { deps, request });
  const shown = results.map((operation) => showOperation(operation, deps.now()));
  response.set('Cache-Control', cacheControl).json({ results: shown, next });
}

async function begin(deps: OperationRoutesDeps, request: Request, response: Response): Promise<void> {
  const key = idempotencyKeyOf(request);
  requireContentType(request, ['application/json']);
  const asked = await receiveJson(request, response, { ...deps, schema: operationInput });
  const { action, newRounds, reason = null } = asked;
  const actor = callerOf(request).fingerprint;
  const records = await recordsOf(deps, asked, { request, response });
  const show = (operation: Parameters<typeof showOperation>[0]) => showOperation(operation, deps.now());
  const operation = await beginOperation(deps, {
    action,
    newRounds,
    reason,
    actor,
    records,
    asked,
    key,
    show,
  });
  const location = absoluteAddress(deps, request, apiOperationAddress(operation.id));
  response.status(202).location(location).json(operation);
}

/** Those that the request names, or that its list shows, as they stand now. */
async function recordsOf(
  { db, timeZone }: OperationRoutesDeps,
  { records, list: named = '' }: ReturnType<typeof operationInput.parse>,
  { request, response }: { request: Request; response: Response },
): Promise<StandingOf[]> {
  if (records !== undefined) {
    const refs = signableKinds.flatMap((kind) =>
      [...new Set(records[segments[kind]])].map((number) => ({ kind, number })),
    );
    refuseTooMany(refs.length);
    return findStandings(db.pool, refs, scopeOf(request));
  }
  const { kind, filter } = listNamedBy(named, { scope: scopeOf(request), timeZone });
  return findStandingsOf(db.lookups.of(requesterOf(request, response)), kind, {
    ...filter,
    most: maxRecords,
  });
}

async function one(deps: OperationRoutesDeps, request: Request, response: Response): Promise<void> {
  const operation = await operationOf(deps, operationIdIn(request), ownAlone(askingOf(request)));
  response.set('Cache-Control', cacheControl).json(showOperation(operation, deps.now()));
}

async function end(deps: OperationRoutesDeps, request: Request, response: Response): Promise<void> {
  const id = operationIdIn(request);
  const operation = await cancel(deps, { id, ...askingOf(request) });
  response.json(showOperation(operation, deps.now()));
}

async function report(deps: OperationRoutesDeps, request: Request, response: Response): Promise<void> {
  const { pages, recipient } = await reportedTo(deps, request, response);
  await deps.exports.json(recipient, reportOf(pages));
}

async function reportTable(deps: OperationRoutesDeps, request: Request, response: Response): Promise<void> {
  const { id, pages, recipient } = await reportedTo(deps, request, response);
  const lines = csvOf(pages, { columns: reportColumns, language: 'en' });
  await deps.exports.table(recipient, { name: `operation-${id}.csv`, lines });
}

/** What became of each record, and who gets it. */
async function reportedTo(deps: OperationRoutesDeps, request: Request, response: Response) {
  const { id } = await operationOf(deps, operationIdIn(request), ownAlone(askingOf(request)));
  const pages = pagesOfReported(deps.db.lookups.of(requesterOf(request, response)), id, scopeOf(request));
  return { id, pages, recipient: recipientOf(deps, request, response) };
}

async function* reportOf(pages: AsyncIterable<ReportedRecord[]>): AsyncGenerator<string> {
  let before = '{"results":[';
  for await (const page of pages) {
    let text = '';
    for (const record of page) {
      text += before + JSON.stringify(showReported(record));
      before = ',';
    }
    yield text;
  }
  yield before === ',' ? ']}' : '{"results":[]}';
}
