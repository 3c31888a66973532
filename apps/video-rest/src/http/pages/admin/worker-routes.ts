import { html, outcomeNotice } from '@campus/pages';
import express, { type RequestHandler, type Router } from 'express';
import { findHoursOfEncoding, findWaiting } from '../../../data/throughput.ts';
import { findWorkers } from '../../../data/workers.ts';
import { drainWorkers, NoSuchWorker } from '../../../videos/drain-workers.ts';
import { addresses } from '../../addresses.ts';
import { requesterOf } from '../sign-in/signed-in.ts';
import { adminBreadcrumbs } from './admin-breadcrumbs.ts';
import type { AdminDeps } from './admin-deps.ts';
import { onlyIds } from './only-ids.ts';
import { chartedHours, throughputCharts } from './throughput-charts.ts';
import { maxShownWorkers, shownHours, stintList, workerList } from './worker-list.ts';
import { workerWords } from './worker-words.ts';

/** The processes that encode: what they did, and draining. */
export function workerRoutes(deps: AdminDeps): Router {
  const { readForm } = deps.sessions;
  const router = express.Router();
  router.param('id', onlyIds);
  router.get('/', listStints(deps));
  router.post('/:id/drain', ...readForm, drain(deps, { isDraining: true }));
  router.post('/:id/undrain', ...readForm, drain(deps, { isDraining: false }));
  return router;
}

function listStints({ sessions, db, timeZone }: AdminDeps): RequestHandler {
  return async (request, response) => {
    const language = sessions.languageOf(request);
    const csrf = sessions.csrfField(request, response);
    const say = workerWords[language];
    const requester = requesterOf(sessions, request, response);
    const [shown, hours, waiting] = await db.lookups.withPrisma(requester, async (tx) => [
      await findWorkers(tx, { hours: shownHours, limit: maxShownWorkers }),
      await findHoursOfEncoding(tx, { hours: chartedHours }),
      await findWaiting(tx),
    ]);
    const main = html`${outcomeNotice(request.query.done, say.outcomes)}
${workerList(shown, { language, timeZone, csrf })}
${throughputCharts({ hours, waiting }, { language, timeZone })}
<h2>${say.stintsLately(shownHours)}</h2>${stintList(shown, { language, timeZone })}`;
    const breadcrumbs = adminBreadcrumbs(language, 'encodings');
    sessions.sendPage(request, response, { title: say.workers, breadcrumbs, main, styles: ['charts.css'] });
  };
}

function drain({ db }: AdminDeps, { isDraining }: { isDraining: boolean }): RequestHandler {
  return async (request, response) => {
    const which = { id: Number(request.params.id) };
    const told = await drainWorkers(db, { which, isDraining }).catch((error: unknown) => {
      if (error instanceof NoSuchWorker) return null;
      throw error;
    });
    const done = told === null ? 'notThere' : isDraining ? 'drained' : 'undrained';
    response.redirect(303, `${addresses.workers}?done=${done}`);
  };
}
