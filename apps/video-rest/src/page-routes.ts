import { createSharedPasswordCheck } from '@campus/accounts';
import { createLiveParts } from '@campus/pages';
import express, { type ErrorRequestHandler, type Router } from 'express';
import { addresses, paths } from './http/addresses.ts';
import { type OaiDeps, oaiRoutes } from './http/oai/oai-routes.ts';
import { adminRoutes } from './http/pages/admin/admin-routes.ts';
import type { AdminDeps } from './http/pages/admin/admin-visit.ts';
import { editRoutes } from './http/pages/edit/edit-routes.ts';
import { exchangePages } from './http/pages/exchange/exchange-routes.ts';
import type { ExchangeDeps } from './http/pages/exchange/exchange-visit.ts';
import { findRoutes } from './http/pages/find/find-routes.ts';
import { manageRoutes } from './http/pages/manage/chunk-routes.ts';
import { liveRoutes } from './http/pages/watch/live-pages.ts';
import type { WatchDeps } from './http/pages/watch/opened-video.ts';
import { watchRoutes } from './http/pages/watch/watch-routes.ts';

type PageDeps = Omit<AdminDeps & ExchangeDeps & WatchDeps & OaiDeps, 'live' | 'checkPassword'> & {
  showError: ErrorRequestHandler;
};

/** All pages but those of an account, and what strangers and harvesters find; to be mounted at the root. */
export function pageRoutes({ showError, ...given }: PageDeps): Router {
  const deps = { ...given, live: createLiveParts(), checkPassword: createSharedPasswordCheck() };
  const router = express.Router();
  router.use(addresses.exchange, exchangePages(deps));
  router.use(paths.admin, adminRoutes(deps));
  router.use(paths.video, manageRoutes(deps), editRoutes(deps), watchRoutes(deps));
  router.use(paths.live, liveRoutes(deps));
  if (deps.configuration.publicPages)
    router.use(express.Router().use(findRoutes(deps), oaiRoutes(deps), showError));
  return router;
}
