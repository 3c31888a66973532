import { visitsWith } from '@campus/accounts';
import express, { type Router } from 'express';
import { findDelivery } from '../../../data/deliveries.ts';
import { personActor } from '../../../data/history.ts';
import { signableKinds } from '../../../domain/signable.ts';
import { SigningError } from '../../../signing/errors.ts';
import { redeliver } from '../../../signing/redeliver.ts';
import { segments } from '../../../wire/api-addresses.ts';
import { recordAddress } from '../../addresses.ts';
import { uuidIn } from '../../asked/uuid-in.ts';
import { route } from '../../route.ts';
import { requestKeyOf } from '../forms/once-field.ts';
import { requireRight } from '../frame/require-right.ts';
import type { ActionDeps, Visit } from '../session/reader.ts';
import { askToCallMany, callMany, callSelected } from './call-selected.ts';
import { askForDue, setDue } from './due.ts';
import { askToErase, erase } from './erase.ts';
import { askToRestore, restoreRound } from './restore.ts';
import { askToSend, send } from './send.ts';
import { askToTakeBack, takeBack } from './take-back.ts';

/** What staff do with records that are there; needs the right to send. */
export function actionRoutes(deps: ActionDeps): Router {
  const router = express.Router();
  const right = requireRight(deps.sessions, 'send');
  const posted = [right, ...deps.sessions.readForm];
  for (const kind of signableKinds) {
    const record = `/${segments[kind]}/:id`;
    const run = visitsWith({ ...deps, kind });
    route(router, `${record}/send`, {
      get: [right, run((visit) => askToSend(visit))],
      post: [...posted, run(send)],
    });
    route(router, `${record}/due`, {
      get: [right, run((visit) => askForDue(visit))],
      post: [...posted, run(setDue)],
    });
    route(router, `${record}/take-back`, {
      get: [right, run((visit) => askToTakeBack(visit))],
      post: [...posted, run(takeBack)],
    });
    route(router, `${record}/restore`, {
      get: [right, run((visit) => askToRestore(visit))],
      post: [...posted, run(restoreRound)],
    });
    route(router, `${record}/erase`, {
      get: [right, run((visit) => askToErase(visit))],
      post: [...posted, run(erase)],
    });
  }
  const run = visitsWith(deps);
  route(router, '/deliveries/again', {
    get: [right, run(askToCallMany)],
    post: [...posted, run(callMany)],
  });
  route(router, '/deliveries/:id/redeliver', { post: [...posted, run(callAgain)] });
  route(router, '/call', { post: [...posted, run(callSelected)] });
  return router;
}

/** Calls the signing application again, as the same delivery. */
async function callAgain(visit: ActionDeps & Visit): Promise<void> {
  const { db, request, response, reader } = visit;
  const deliveryId = uuidIn(request, 'delivery');
  const found = await findDelivery(db.pool, deliveryId);
  if (found === null) throw new SigningError('delivery_not_found', 'there is no such delivery');
  const [actor, key] = [personActor(reader.account), requestKeyOf(request, reader.account)];
  await redeliver(visit, { deliveryId, actor, key, show: ({ id }) => id });
  response.redirect(303, recordAddress(found.signable, 'redelivered'));
}
