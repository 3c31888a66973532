import { visitsWith } from '@campus/accounts';
import express, { type Router } from 'express';
import { signableKinds } from '../../../domain/signable.ts';
import { cancel } from '../../../operations/cancel.ts';
import { segments } from '../../../wire/api-addresses.ts';
import { operationAddress } from '../../addresses.ts';
import { uuidIn } from '../../asked/uuid-in.ts';
import { route } from '../../route.ts';
import { type ConfiguredTokens, tokenHoldersOf } from '../../said/token-holders.ts';
import { type LivePageDeps, liveRoutes } from '../frame/live-page.ts';
import { requireRight } from '../frame/require-right.ts';
import type { SaveDeps } from '../save/save-table.ts';
import { type ActionDeps, askingOf, type Visit } from '../session/reader.ts';
import { eraseMany } from './erase-many.ts';
import { saveList, showList } from './operation-list.ts';
import { operationPage, saveReport } from './operation-page.ts';
import { sendMany } from './send-many.ts';
import { askAboutList, eraseList, sendList } from './whole-list.ts';

/** What staff do with many records at once, which needs the right to send, and how far it is. */
export function operationRoutes(deps: ActionDeps & LivePageDeps & SaveDeps & ConfiguredTokens): Router {
  const router = express.Router();
  const right = requireRight(deps.sessions, 'send');
  const posted = [right, ...deps.sessions.readForm];
  const known = { ...deps, tokens: tokenHoldersOf(deps) };
  const run = visitsWith(known);
  route(router, '/send', { post: [...posted, run(sendMany)] });
  route(router, '/erase', { post: [...posted, run(eraseMany)] });
  for (const kind of signableKinds) {
    const ofKind = visitsWith({ ...deps, kind });
    const all = `/${segments[kind]}/all`;
    route(router, all, { get: [right, ofKind(askAboutList)] });
    route(router, `${all}/send`, { post: [...posted, ofKind(sendList)] });
    route(router, `${all}/erase`, { post: [...posted, ofKind(eraseList)] });
  }
  route(router, '/operations', { get: run(showList) });
  route(router, '/operations/export', { get: run(saveList) });
  liveRoutes(router, '/operations/:id', { deps: known, shown: operationPage });
  route(router, '/operations/:id/report', { get: run(saveReport) });
  route(router, '/operations/:id/cancel', { post: [...posted, run(end)] });
  return router;
}

/** Ends an operation where it is. */
async function end(visit: ActionDeps & Visit): Promise<void> {
  const { request, response, reader } = visit;
  const { id } = await cancel(visit, { id: uuidIn(request, 'operation'), ...askingOf(reader) });
  response.redirect(303, operationAddress(id));
}
