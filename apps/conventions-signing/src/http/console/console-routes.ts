import { securityHeaders } from '@campus/pages';
import express, { type Router } from 'express';
import { type SignableKind, signableKinds } from '../../signing/signable.ts';
import { addresses, listAddress, paths } from '../addresses.ts';
import { notFound } from '../answer/not-found.ts';
import { route } from '../route.ts';
import { accountRoutes } from './accounts/account-routes.ts';
import { actionRoutes } from './actions/action-routes.ts';
import { deliveryList } from './deliveries/delivery-list.ts';
import { answerPageError } from './errors/answer-page-error.ts';
import { firstPage } from './first-page/first-page.ts';
import type { FormDeps } from './forms/receive-form.ts';
import { registrationRoutes } from './forms/registration-routes.ts';
import { signedOutsideRoutes } from './forms/signed-outside-routes.ts';
import { historyPage } from './records/history-page.ts';
import { recordDocuments } from './records/record-documents.ts';
import { recordList } from './records/record-list.ts';
import { type RecordPageDeps, recordPage } from './records/record-page.ts';

/** What the pages of the console work with. */
export type ConsoleDeps = FormDeps & RecordPageDeps;

/** The pages for the institution's staff, below `/console`. */
export function consoleRoutes(deps: ConsoleDeps): Router {
  const { sessions } = deps;
  const router = express.Router();
  router.use(securityHeaders());
  router.use(below(paths.assets), sessions.site.assets);
  router.use(sessions.handle);
  router.use(below(paths.own), sessions.routes);
  router.use(sessions.requireAccount);
  // What staff do comes before what they look at: `/conventions/new/` is no number of a record.
  router.use(below(paths.accounts), accountRoutes(deps));
  router.use(actionRoutes(deps), registrationRoutes(deps), signedOutsideRoutes(deps));
  const first = firstPage(deps);
  route(router, below(addresses.home), { get: first.page });
  route(router, below(addresses.homeLive), { get: first.part });
  for (const kind of signableKinds) router.use(below(listAddress(kind)), recordRoutes(deps, kind));
  const deliveries = deliveryList(deps);
  route(router, below(addresses.deliveries), { get: deliveries.page });
  route(router, below(addresses.deliveriesLive), { get: deliveries.part });
  router.use(notFound);
  router.use(answerPageError(sessions));
  return router;
}

/** What staff look at of agreements, or of amendments. */
function recordRoutes(deps: RecordPageDeps, kind: SignableKind): Router {
  const router = express.Router();
  const list = recordList(deps, kind);
  const one = recordPage(deps, kind);
  const documents = recordDocuments(deps, kind);
  route(router, '/', { get: list.page });
  route(router, '/live', { get: list.part });
  route(router, '/:id', { get: one.page });
  route(router, '/:id/live', { get: one.part });
  route(router, '/:id/history', { get: historyPage(deps, kind) });
  route(router, '/:id/pdf', { get: documents.registered });
  route(router, '/:id/signed-pdf', { get: documents.signed });
  return router;
}

/** A path of the console as its router sees it. */
function below(path: string): string {
  return path.slice(paths.console.length);
}
