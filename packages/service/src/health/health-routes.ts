import express, { type Router } from 'express';
import type { Readiness } from './create-readiness.ts';

/** `GET /healthz`: the process is alive. `GET /readyz`: it can answer requests, else 503. */
export function healthRoutes(readiness: Pick<Readiness, 'report'>): Router {
  const router = express.Router();
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    const report = await readiness.report();
    response
      .status(report.status === 'ok' ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json(report);
  });
  return router;
}
