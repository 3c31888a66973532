import { type Engine, type OwnRoute, ownRoute, patternOf } from '@campus/rest';
import { nameRoute } from '@campus/service';
import express, { type Router } from 'express';
import type { Services } from '../resources/services.ts';
import type { Exchange } from './exchange.ts';
import { exportRoute } from './export-route.ts';
import { importRoute } from './import-route.ts';
import { runResultRoute } from './run-routes.ts';

/** Objects as lines, out and in. */
export function exchangeRoutes(exchange: Exchange): readonly OwnRoute<Services>[] {
  return [exportRoute(exchange), importRoute(exchange), runResultRoute()];
}

export function exchangeRouter(engine: Engine<Services>, routes: readonly OwnRoute<Services>[]): Router {
  const router = express.Router();
  for (const declared of routes) {
    const answer = ownRoute(engine, declared);
    router.all(patternOf(declared.path), (request, response) => {
      nameRoute(request, declared.path);
      return answer(request, response);
    });
  }
  return router;
}
