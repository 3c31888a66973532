import express, { type ErrorRequestHandler, type Express } from 'express';
import type { Readiness } from '../health/create-readiness.ts';
import { healthRoutes } from '../health/health-routes.ts';
import type { Log } from '../log/create-log.ts';
import type { Metrics } from '../metrics/create-metrics.ts';
import { type Listening, listen } from './listen.ts';

/** What it tells. */
interface Told {
  metrics: Pick<Metrics, 'scrape'>;
  readiness: Pick<Readiness, 'report'>;
}

/**
 * Opens the operators' door of a process, on a port of its own: `GET /metrics` for Prometheus, `/healthz`, `/readyz`.
 *
 * It opens before the service and closes after it: what starts or stops is watched most of all. It asks for no
 * credentials, so it is for the machine or the network of the operators alone.
 *
 * @throws ListenError
 */
export async function openMetricsPort(
  options: Told & { host: string; port: number; log: Log },
): Promise<Listening> {
  const { host, port, log, ...told } = options;
  const app = metricsApp({ ...told, log });
  // It is the last to stop, and no scrape may use up what the rest has left of the time (see `runUntilStopped`).
  const listening = await listen(app, { host, port, parameters: 'metrics', graceMs: 1_000 });
  log.info(`metrics on ${listening.url}/metrics`);
  return listening;
}

function metricsApp({ metrics, readiness, log }: Told & { log: Log }): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use((_request, response, next) => {
    response.set({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' });
    next();
  });
  app.use(healthRoutes(readiness));
  app.get('/metrics', async (_request, response) => {
    const { text, contentType } = await metrics.scrape();
    response.set('Content-Type', contentType).send(text);
    // For the next scrape: in this one the checks would be seen at work on the connections that it tells of.
    await readiness.report();
  });
  app.use((_request, response) => {
    response.status(404).type('text').send('here are /metrics, /healthz and /readyz\n');
  });
  const answerBug: ErrorRequestHandler = (error, _request, response, _next) => {
    log.error({ err: error }, 'the metrics port cannot answer');
    response.status(500).type('text').send('the log tells what is wrong\n');
  };
  app.use(answerBug);
  return app;
}
