import express, { type Router } from 'express';
import { findDelivery } from '../../../data/deliveries.ts';
import { personActor } from '../../../data/history.ts';
import { SigningError } from '../../../signing/errors.ts';
import { redeliver } from '../../../signing/redeliver.ts';
import type { ConsoleDeps } from '../console-routes.ts';
import { readerOf } from '../reader.ts';
import { requireRight } from '../require-right.ts';
import { requestKeyOf } from './once-field.ts';
import { outcomeAddress } from './outcome.ts';

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Calls the signing application again, as the same delivery. */
export function redeliverRoute(deps: ConsoleDeps): Router {
  const { people } = deps;
  const router = express.Router();
  router.post(
    '/deliveries/:id/redeliver',
    requireRight(people, 'send'),
    ...people.readForm,
    async (request, response) => {
      const { account } = readerOf(deps, request);
      const deliveryId = String(request.params.id);
      const found = uuidForm.test(deliveryId) ? await findDelivery(deps.db.prisma, deliveryId) : null;
      if (found === null)
        throw new SigningError('delivery_not_found', 'the id in the path is not the id of a delivery');
      await redeliver(deps, {
        deliveryId,
        actor: personActor(account),
        key: requestKeyOf(request, account),
        show: ({ id }) => id,
      });
      response.redirect(303, outcomeAddress(found.signable, 'redelivered'));
    },
  );
  return router;
}
