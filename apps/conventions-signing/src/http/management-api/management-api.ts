import { type FindToken, requireBearer } from '@campus/auth';
import express, { type Router } from 'express';
import { signableKinds } from '../../domain/signable.ts';
import type { SealingDeps } from '../../ledger/keep-sealing.ts';
import { segments } from '../../wire/api-addresses.ts';
import { notFound } from '../answer/not-found.ts';
import { deliveryInScope, recordInScope } from '../scope/in-scope.ts';
import { scopeOf } from '../scope/program-scope.ts';
import { changeRoutes } from './change-routes.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { type FileRoutesDeps, fileRoutes } from './file-routes.ts';
import { operationRoutes } from './operation-routes.ts';
import { type SignableRoutesDeps, signableRoutes } from './signable-routes.ts';
import { createStillOpen, type LastingDeps } from './still-open.ts';

export interface ManagementApiDeps
  extends Omit<SignableRoutesDeps, keyof LastingDeps>,
    Omit<FileRoutesDeps, keyof LastingDeps>,
    SealingDeps {
  managementTokens: readonly string[];
  /** Finds tokens that are records. */
  findManagementToken: FindToken;
}

/** The routes of the institution's own application, for agreements and amendments alike. */
export function managementApi(given: ManagementApiDeps): Router {
  const deps = { ...given, isStillOpen: createStillOpen(given) };
  const router = express.Router();
  router.use(
    requireBearer({
      realm: 'conventions-signing management API',
      tokens: deps.managementTokens,
      find: deps.findManagementToken,
    }),
  );
  for (const kind of signableKinds) {
    router.use(`/${segments[kind]}/:id`, recordInScope({ ...deps, kind, scopeOf }));
    router.use(`/${segments[kind]}`, signableRoutes({ ...deps, kind }));
  }
  router.use(fileRoutes(deps));
  router.use('/deliveries/:id', deliveryInScope({ ...deps, scopeOf }));
  router.use('/changes', changeRoutes(deps));
  router.use('/deliveries', deliveryRoutes(deps));
  router.use('/operations', operationRoutes(deps));
  router.use(notFound);
  return router;
}
