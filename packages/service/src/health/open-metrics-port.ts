import express, { type ErrorRequestHandler, type Express } from 'express';
import { listen } from '../http/listen.ts';
import { createMetrics, type Metrics } from '../metrics/create-metrics.ts';
import type { Log } from '../process/create-log.ts';
import { createReadiness, type Readiness } from './create-readiness.ts';
import { healthRoutes } from './health-routes.ts';

/** What a process is watched by. */
interface MetricsPort {
  metrics: Metrics;
  readiness: Readiness;
  /** Address on this machine, `http://127.0.0.1:9081`. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Opens the operators' door of a process, on a port of its own: `GET /metrics` for Prometheus, `/healthz`, `/readyz`.
 *
 * It opens before the service and closes after it: what starts or stops is watched most of all. It asks for no
 * credentials, so it is for the machine or the network of the operators alone.
 *
 * @throws ListenError
 */
export async function openMetricsPort({
  host,
  port,
  log,
}: {
  host: string;
  port: number;
  log: Log;
}): Promise<MetricsPort> {
  const metrics = createMetrics({ ofProcess: true });
  const readiness = createReadiness({ log });
  metrics.gauge({
    name: 'readiness_check_ok',
    help: 'The checks of /readyz, as of the last look or scrape: 1 when well, 0 when failed, or degraded, which leaves the process ready.',
    labels: ['check'],
    read: () =>
      Object.entries(readiness.lastChecks()).map(([check, result]) => ({
        labels: { check },
        value: Number(result === 'ok'),
      })),
  });
  const app = metricsApp({ metrics, readiness, log });
  // It is the last to stop, and no scrape may use up what the rest has left of the time (see `runUntilStopped`).
  const { url, stop } = await listen(app, { host, port, parameters: 'metrics', graceMs: 1_000 });
  log.info(`metrics on ${url}/metrics`);
  return { metrics, readiness, url, stop };
}

function metricsApp({
  metrics,
  readiness,
  log,
}: Pick<MetricsPort, 'metrics' | 'readiness'> & { log: Log }): Express {
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
