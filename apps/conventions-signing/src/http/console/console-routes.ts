import { factorGlossaryWords, readerOf, visitsWith } from '@campus/accounts';
import { glossaryPage, securityHeaders } from '@campus/pages';
import express, { type Request, type Router } from 'express';
import type { RetentionRules } from '../../domain/retention-rules.ts';
import { type SignableKind, signableKinds } from '../../domain/signable.ts';
import { addresses, listAddress, paths } from '../addresses.ts';
import { notFound } from '../answer/not-found.ts';
import { route } from '../route.ts';
import { deliveryInScope, recordInScope } from '../scope/in-scope.ts';
import { accountRoutes } from './accounts/account-routes.ts';
import { actionRoutes } from './actions/action-routes.ts';
import { deliveryExport } from './deliveries/delivery-export.ts';
import { deliveryList } from './deliveries/delivery-list.ts';
import { deliveryPage } from './deliveries/delivery-page.ts';
import { answerPageError } from './errors/answer-page-error.ts';
import { firstPage } from './first-page/first-page.ts';
import type { FormDeps } from './forms/receive-form.ts';
import { registrationRoutes } from './forms/registration-routes.ts';
import { signedOutsideRoutes } from './forms/signed-outside-routes.ts';
import { glossaryWords } from './glossary/glossary-words.ts';
import { type OwnMailDeps, ownMailRoutes } from './mail/own-mail-routes.ts';
import { operationRoutes } from './operations/operation-routes.ts';
import { historyExport } from './records/history-export.ts';
import { historyPage } from './records/history-page.ts';
import { recordDocuments } from './records/record-documents.ts';
import { type RecordEvidenceDeps, recordEvidence } from './records/record-evidence.ts';
import { recordExport } from './records/record-export.ts';
import { recordList } from './records/record-list.ts';
import { type RecordPageDeps, recordPage } from './records/record-page.ts';
import { retentionExport } from './retention/retention-export.ts';
import { retentionPage } from './retention/retention-page.ts';
import type { SaveDeps } from './save/save-table.ts';
import { templateRoutes } from './templates/template-routes.ts';
import { tokenRoutes } from './tokens/token-routes.ts';

/** What the pages of the console work with. */
export type ConsoleDeps = FormDeps &
  RecordPageDeps &
  RecordEvidenceDeps &
  SaveDeps &
  OwnMailDeps & { retention: RetentionRules };

/** The pages for the institution's staff, below `/console`. */
export function consoleRoutes(deps: ConsoleDeps): Router {
  const { sessions } = deps;
  const router = express.Router();
  router.use(securityHeaders());
  router.use(below(paths.assets), sessions.site.assets);
  router.use(sessions.handle);
  router.use(below(paths.own), sessions.routes);
  router.use(sessions.requireAccount);
  const scoped = { ...deps, scopeOf: (request: Request) => readerOf(deps.sessions, request).account.scope };
  for (const kind of signableKinds)
    router.use(`${below(listAddress(kind))}:id`, recordInScope({ ...scoped, kind }));
  router.use(`${below(addresses.deliveries)}:id`, deliveryInScope(scoped));
  if (deps.hasMail) router.use(ownMailRoutes(deps));
  // What staff do comes before what they look at: `/conventions/new/` and `/conventions/all/` are no numbers of records.
  router.use(below(paths.accounts), accountRoutes(deps));
  router.use(below(paths.tokens), tokenRoutes(deps));
  router.use(below(paths.templates), templateRoutes(deps));
  router.use(operationRoutes(deps), actionRoutes(deps), registrationRoutes(deps), signedOutsideRoutes(deps));
  const first = firstPage(deps);
  route(router, below(addresses.words), {
    get: visitsWith(deps)(({ reader: { language }, answer }) =>
      answer(glossaryPage({ ...glossaryWords[language], ...factorGlossaryWords[language] }, language)),
    ),
  });
  route(router, below(addresses.home), { get: first.page });
  route(router, below(addresses.homeLive), { get: first.part });
  for (const kind of signableKinds) router.use(below(listAddress(kind)), recordRoutes(deps, kind));
  route(router, below(addresses.retention), { get: retentionPage(deps) });
  route(router, below(addresses.retentionExport), { get: retentionExport(deps) });
  const deliveries = deliveryList(deps);
  route(router, below(addresses.deliveries), { get: deliveries.page });
  route(router, below(addresses.deliveriesLive), { get: deliveries.part });
  route(router, below(addresses.deliveriesExport), { get: deliveryExport(deps) });
  const delivery = deliveryPage(deps);
  route(router, `${below(addresses.deliveries)}:id`, { get: delivery.page });
  route(router, `${below(addresses.deliveries)}:id/live`, { get: delivery.part });
  router.use(notFound);
  router.use(answerPageError(sessions));
  return router;
}

/** What staff look at of agreements, or of amendments. */
function recordRoutes(deps: ConsoleDeps, kind: SignableKind): Router {
  const router = express.Router();
  const list = recordList(deps, kind);
  const one = recordPage(deps, kind);
  const documents = recordDocuments(deps, kind);
  route(router, '/', { get: list.page });
  route(router, '/live', { get: list.part });
  const exported = recordExport(deps, kind);
  for (const [path, file] of [
    ['/export', exported.table] as const,
    ['/signed-pdfs', exported.archive] as const,
  ])
    route(router, path, { get: file.filtered, post: [...deps.sessions.readForm, file.selected] });
  route(router, '/:id', { get: one.page });
  route(router, '/:id/live', { get: one.part });
  route(router, '/:id/history', { get: historyPage(deps, kind) });
  route(router, '/:id/history/export', { get: historyExport(deps, kind) });
  route(router, '/:id/pdf', { get: documents.registered });
  route(router, '/:id/signed-pdf', { get: documents.signed });
  route(router, '/:id/evidence', { get: recordEvidence(deps, kind) });
  return router;
}

/** A path of the console as its router sees it. */
function below(path: string): string {
  return path.slice(paths.console.length);
}
