import type { IncomingMessage } from 'node:http';
import express, { type Express } from 'express';
import { pinoHttp } from 'pino-http';
import { createReadiness, type Readiness } from '../health/create-readiness.ts';
import { healthRoutes } from '../health/health-routes.ts';
import { createMetrics, type Metrics } from '../metrics/create-metrics.ts';
import type { Log } from '../process/create-log.ts';
import { measureRequests } from './measure-requests.ts';
import { refuseOddHost } from './refuse-odd-host.ts';
import { requestId, traceIdOf } from './request-id.ts';
import { showError } from './show-error.ts';
import { statusOf, unanswered } from './status-of.ts';

interface ShellOptions {
  log: Log;
  /** Whose forwarded headers are believed, as Express's `trust proxy` takes it. */
  trustedProxies: string[];
  /** What `GET /readyz` tells; never ready when absent. */
  readiness?: Pick<Readiness, 'report'> | undefined;
  /** Where requests are counted; nobody sees it when absent. */
  metrics?: Metrics | undefined;
  /** The path as the log shows it, without credentials that are part of it; as it is when absent. */
  showPath?: (path: string) => string;
}

/**
 * The Express application that every service starts from: request ids, one log line and one
 * figure a request, `GET /healthz` (the process is alive) and `GET /readyz` (it can do its work, else 503). Whatever
 * else names an impossible host ends as a `HostError`.
 *
 * The line names the path without its query, since a query may hold personal data.
 */
export function createShell({
  log,
  trustedProxies,
  readiness = createReadiness({ log }),
  metrics = createMetrics(),
  showPath = (path) => path,
}: ShellOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', trustedProxies);
  // As those who guard paths before us, and cookies, tell them apart.
  app.set('case sensitive routing', true);
  // A repeated name in a query stays a string or a list of strings: no nested objects from the outside.
  app.set('query parser', 'simple');
  app.use(measureRequests(metrics));
  app.use(
    pinoHttp({
      logger: log,
      genReqId: requestId,
      quietReqLogger: true,
      customProps: (request) => ({
        method: request.method,
        path: showPath(pathOf(request)),
        trace_id: traceIdOf(request),
      }),
      serializers: {
        // pino-http has one of its own, which would come before the log's.
        err: showError,
        req: () => undefined,
        res: statusOf,
      },
      // They take what there is, not what pino-http would make of it.
      wrapSerializers: false,
      customSuccessMessage: (request, response, milliseconds) => {
        const status = statusOf(response);
        const how = status === unanswered ? 'cut off before its answer, after' : `${status} in`;
        return `${request.method} ${showPath(pathOf(request))} ${how} ${Math.round(milliseconds)} ms`;
      },
      customErrorMessage: (request, response) =>
        `${request.method} ${showPath(pathOf(request))} ${statusOf(response)}`,
      // Whoever answers 500 has logged why; the error that is made up here for every 5xx says nothing more.
      customErrorObject: (_request, _response, error, given) =>
        error.message.startsWith('failed with status code') ? { ...given, err: undefined } : given,
      customLogLevel: (request, response, error) => {
        const status = statusOf(response);
        // 503, 507: the service says what it lacks.
        if (status > 500) return 'warn';
        if (error !== undefined || status === 500) return 'error';
        return isAskedAllTheTime(pathOf(request)) ? 'debug' : 'info';
      },
    }),
  );
  app.use((_request, response, next) => {
    // An answer is what it says it is; for pages `@campus/pages` says more.
    response.set('X-Content-Type-Options', 'nosniff');
    next();
  });
  app.use(healthRoutes(readiness));
  app.use(refuseOddHost);
  return app;
}

/** Probes, and pages that keep themselves up to date. */
function isAskedAllTheTime(path: string): boolean {
  return ['/healthz', '/readyz'].includes(path) || path.endsWith('/live/');
}

function pathOf(request: IncomingMessage & { originalUrl?: string }): string {
  return (request.originalUrl ?? request.url ?? '').split('?', 1)[0] ?? '';
}
