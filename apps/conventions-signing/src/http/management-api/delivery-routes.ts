import { callerOf } from '@campus/auth';
import express, { type Request, type Response, type Router } from 'express';
import { listDeliveries, newestAttempts } from '../../data/deliveries.ts';
import { findCall } from '../../data/find-call.ts';
import type { CallDeps } from '../../signing/enter-signing.ts';
import { SigningError } from '../../signing/errors.ts';
import { redeliver } from '../../signing/redeliver.ts';
import { deliveryFilterOf } from '../../wire/delivery-filter.ts';
import { deliveriesQuery } from '../../wire/queries.ts';
import { showDelivery, showListedDelivery, showWholeDelivery } from '../../wire/show.ts';
import type { BaseAddress } from '../answer/absolute-address.ts';
import { json } from '../answer/negotiate.ts';
import { withNext } from '../answer/page.ts';
import { cacheControl } from '../answer/send-document.ts';
import { deliveryIdIn } from '../asked/delivery-id-in.ts';
import { queryIn } from '../asked/query-in.ts';
import { handlersWith, route } from '../route.ts';
import { scopeOf } from '../scope/program-scope.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { requesterOf } from './requester-of.ts';

type DeliveryRoutesDeps = CallDeps & BaseAddress;

/** The calls to the signing application, over all records. */
export function deliveryRoutes(deps: DeliveryRoutesDeps): Router {
  const router = express.Router();
  const run = handlersWith(deps);
  route(router, '/', { get: [json, run(list)] });
  route(router, '/:id', { get: [json, run(one)] });
  route(router, '/:id/redeliver', { post: [json, run(callAgain)] });
  return router;
}

async function list(deps: DeliveryRoutesDeps, request: Request, response: Response): Promise<void> {
  const { state, before, page_size: size, ...asked } = queryIn(request, deliveriesQuery);
  const filter = { state, before, size, ...deliveryFilterOf(asked, deps.timeZone) };
  const page = await deps.db.lookups.withPrisma(requesterOf(request, response), (tx) =>
    listDeliveries(tx, { ...filter, scope: scopeOf(request) }),
  );
  const { results, next } = withNext(page, { deps, request });
  response.set('Cache-Control', cacheControl).json({ results: results.map(showListedDelivery), next });
}

async function one(deps: DeliveryRoutesDeps, request: Request, response: Response): Promise<void> {
  const id = deliveryIdIn(request);
  const lookups = deps.db.lookups.of(requesterOf(request, response));
  const call = await findCall(lookups, id, { size: newestAttempts.take });
  if (call === null) throw new SigningError('delivery_not_found', `there is no delivery with the id ${id}`);
  response.set('Cache-Control', cacheControl).json(showWholeDelivery(call));
}

async function callAgain(deps: CallDeps, request: Request, response: Response): Promise<void> {
  const deliveryId = deliveryIdIn(request);
  const key = idempotencyKeyOf(request);
  const actor = callerOf(request).fingerprint;
  response.status(202).json(await redeliver(deps, { deliveryId, actor, key, show: showDelivery }));
}
