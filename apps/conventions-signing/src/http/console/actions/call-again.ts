import type { Request, Response } from 'express';
import { findDelivery } from '../../../data/deliveries.ts';
import { personActor } from '../../../data/history.ts';
import { SigningError } from '../../../signing/errors.ts';
import { redeliver } from '../../../signing/redeliver.ts';
import { recordAddress } from '../../addresses.ts';
import { deliveryIdIn } from '../../wire/delivery-id-in.ts';
import { requestKeyOf } from '../forms/once-field.ts';
import { type ActionDeps, readerOf } from '../session/reader.ts';

/** Calls the signing application again, as the same delivery. */
export async function callAgain(deps: ActionDeps, request: Request, response: Response): Promise<void> {
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
  response.redirect(303, recordAddress(found.signable, 'redelivered'));
}
