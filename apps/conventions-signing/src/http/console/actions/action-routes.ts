import express, { type Router } from 'express';
import type { SigningDeps } from '../../../signing/dependencies.ts';
import { signableKinds } from '../../../signing/signable.ts';
import { segments } from '../../addresses.ts';
import type { ReaderDeps } from '../session/reader.ts';
import { redeliverRoute } from './redeliver-route.ts';
import { sendManyRoutes } from './send-many-routes.ts';
import { sendRoutes } from './send-routes.ts';
import { takeBackRoutes } from './take-back-routes.ts';

/** What staff do with records that are there; needs the right to send. */
export function actionRoutes(deps: SigningDeps & ReaderDeps): Router {
  const router = express.Router();
  for (const kind of signableKinds) {
    router.use(`/${segments[kind]}`, sendRoutes(deps, kind), takeBackRoutes(deps, kind));
  }
  router.use(redeliverRoute(deps), sendManyRoutes(deps));
  return router;
}
