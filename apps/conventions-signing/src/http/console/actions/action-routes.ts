import express, { type Router } from 'express';
import { signableKinds } from '../../../signing/signable.ts';
import { segments } from '../../addresses.ts';
import { handlersWith, route } from '../../route.ts';
import type { ActionDeps } from '../session/reader.ts';
import { requireRight } from '../session/require-right.ts';
import { callAgain } from './call-again.ts';
import { askToSend, send } from './send.ts';
import { sendMany } from './send-many.ts';
import { askToTakeBack, takeBack } from './take-back.ts';

/** What staff do with records that are there; needs the right to send. */
export function actionRoutes(deps: ActionDeps): Router {
  const router = express.Router();
  const right = requireRight(deps.sessions, 'send');
  const posted = [right, ...deps.sessions.readForm];
  for (const kind of signableKinds) {
    const record = `/${segments[kind]}/:id`;
    const run = handlersWith({ ...deps, kind });
    route(router, `${record}/send`, { get: [right, run(askToSend)], post: [...posted, run(send)] });
    route(router, `${record}/take-back`, {
      get: [right, run(askToTakeBack)],
      post: [...posted, run(takeBack)],
    });
  }
  const run = handlersWith(deps);
  route(router, '/deliveries/:id/redeliver', { post: [...posted, run(callAgain)] });
  route(router, '/send', { post: [...posted, run(sendMany)] });
  return router;
}
