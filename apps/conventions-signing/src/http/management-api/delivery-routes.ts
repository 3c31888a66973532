import { callerOf } from '@campus/auth';
import express, { type Router } from 'express';
import { listDeliveries } from '../../data/deliveries.ts';
import type { SigningDeps } from '../../signing/dependencies.ts';
import { redeliver } from '../../signing/redeliver.ts';
import type { BaseAddress } from '../answer/absolute-address.ts';
import { requireAccept } from '../answer/negotiate.ts';
import { withNext } from '../answer/page.ts';
import { cacheControl } from '../answer/send-document.ts';
import { route } from '../route.ts';
import { deliveryIdIn } from '../wire/delivery-id-in.ts';
import { deliveriesQuery } from '../wire/queries.ts';
import { queryIn } from '../wire/query-in.ts';
import { showDelivery, showListedDelivery } from '../wire/show.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { requesterOf } from './requester-of.ts';

/** The calls to the signing application, over all records. */
export function deliveryRoutes(deps: SigningDeps & BaseAddress): Router {
  const router = express.Router();

  route(router, '/', {
    get: async (request, response) => {
      requireAccept(request, 'application/json');
      const { page_size: size, ...filter } = queryIn(request, deliveriesQuery);
      const page = await deps.db.lookups.withPrisma(requesterOf(request, response), (tx) =>
        listDeliveries(tx, { ...filter, size }),
      );
      const { results, next } = withNext(page, { deps, request });
      response.set('Cache-Control', cacheControl).json({ results: results.map(showListedDelivery), next });
    },
  });

  route(router, '/:id/redeliver', {
    post: async (request, response) => {
      requireAccept(request, 'application/json');
      const deliveryId = deliveryIdIn(request);
      const key = idempotencyKeyOf(request);
      const actor = callerOf(request).fingerprint;
      response.status(202).json(await redeliver(deps, { deliveryId, actor, key, show: showDelivery }));
    },
  });

  return router;
}
