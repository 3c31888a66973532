import express, { type Router } from 'express';
import type { SignableKind } from '../../../signing/signable.ts';
import { route } from '../../route.ts';
import { historyPage } from './history-page.ts';
import { recordDocuments } from './record-documents.ts';
import { recordList } from './record-list.ts';
import { type RecordPageDeps, recordPage } from './record-page.ts';

/** What staff look at of agreements, or of amendments. */
export function recordRoutes(deps: RecordPageDeps, kind: SignableKind): Router {
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
