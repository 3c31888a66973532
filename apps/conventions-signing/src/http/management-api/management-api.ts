import { requireBearer } from '@campus/auth';
import express, { type Router } from 'express';
import { signableKinds } from '../../signing/signable.ts';
import { segments } from '../addresses.ts';
import { notFound } from '../answer/not-found.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { type SignableRoutesDeps, signableRoutes } from './signable-routes.ts';

export interface ManagementApiDeps extends SignableRoutesDeps {
  managementTokens: readonly string[];
}

/** The routes of the institution's own application, for agreements and amendments alike. */
export function managementApi(deps: ManagementApiDeps): Router {
  const router = express.Router();
  router.use(requireBearer({ realm: 'conventions-signing management API', tokens: deps.managementTokens }));
  for (const kind of signableKinds) router.use(`/${segments[kind]}`, signableRoutes({ ...deps, kind }));
  router.use('/deliveries', deliveryRoutes(deps));
  router.use(notFound);
  return router;
}
