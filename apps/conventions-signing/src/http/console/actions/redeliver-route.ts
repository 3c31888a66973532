import express, { type Router } from 'express';
import { findDelivery } from '../../../data/deliveries.ts';
import { personActor } from '../../../data/history.ts';
import type { SigningDeps } from '../../../signing/dependencies.ts';
import { SigningError } from '../../../signing/errors.ts';
import { redeliver } from '../../../signing/redeliver.ts';
import { outcomeAddress } from '../../addresses.ts';
import { route } from '../../route.ts';
import { deliveryIdIn } from '../../wire/delivery-id-in.ts';
import { requestKeyOf } from '../forms/once-field.ts';
import { type ReaderDeps, readerOf } from '../session/reader.ts';
import { requireRight } from '../session/require-right.ts';

/** Calls the signing application again, as the same delivery. */
export function redeliverRoute(deps: SigningDeps & ReaderDeps): Router {
  const { sessions } = deps;
  const router = express.Router();
  route(router, '/deliveries/:id/redeliver', {
    post: [
      requireRight(sessions, 'send'),
      ...sessions.readForm,
      async (request, response) => {
        const { account } = readerOf(deps, request);
        const deliveryId = deliveryIdIn(request);
        const found = await findDelivery(deps.db.prisma, deliveryId);
        if (found === null) throw new SigningError('delivery_not_found', 'there is no such delivery');
        await redeliver(deps, {
          deliveryId,
          actor: personActor(account),
          key: requestKeyOf(request, account),
          show: ({ id }) => id,
        });
        response.redirect(303, outcomeAddress(found.signable, 'redelivered'));
      },
    ],
  });
  return router;
}
