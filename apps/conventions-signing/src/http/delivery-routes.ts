import { callerOf } from '@campus/auth';
import express, { type Router } from 'express';
import { listDeliveries } from '../data/deliveries.ts';
import { redeliver } from '../signing/redeliver.ts';
import { askerOf } from './asker.ts';
import { deliveryIdIn } from './delivery-id-in.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import type { ManagementApiDeps } from './management-api.ts';
import { requireAccept } from './negotiate.ts';
import { withNext } from './page.ts';
import { queryIn } from './query-in.ts';
import { route } from './route.ts';
import { cacheControl } from './send-document.ts';
import { showDelivery, showListedDelivery } from './show.ts';
import { deliveriesQuery } from './wire/queries.ts';

/** The calls to the signing application, over all records. */
export function deliveryRoutes(deps: ManagementApiDeps): Router {
  const router = express.Router();

  route(router, '/', {
    get: async (request, response) => {
      requireAccept(request, 'application/json');
      const { page_size: size, ...filter } = queryIn(request, deliveriesQuery);
      const page = await deps.db.lookups.withPrisma(askerOf(request, response), (tx) =>
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
