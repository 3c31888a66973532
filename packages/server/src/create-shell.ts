import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Express } from 'express';
import { pinoHttp } from 'pino-http';
import type { Log } from './create-log.ts';

export interface ShellOptions {
  log: Log;
  /** Whose forwarded headers are believed, as Express's `trust proxy` takes it. */
  trustedProxies: string[];
  /** Resolves when the service can do its work; rejects with the reason when it cannot. */
  checkReady: () => Promise<void>;
  /** The path as the log shows it, without credentials that are part of it; as it is when absent. */
  showPath?: (path: string) => string;
}

/**
 * The Express application that every service starts from: request ids, one log line a request,
 * `GET /healthz` (the process is alive) and `GET /readyz` (it can do its work, else 503).
 *
 * The line names the path without its query, since a query may hold personal data.
 */
export function createShell({
  log,
  trustedProxies,
  checkReady,
  showPath = (path) => path,
}: ShellOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', trustedProxies);
  // A repeated name in a query stays a string or a list of strings: no nested objects from the outside.
  app.set('query parser', 'simple');
  app.use(
    pinoHttp({
      logger: log,
      genReqId: requestId,
      quietReqLogger: true,
      customProps: (request) => ({ method: request.method, path: showPath(pathOf(request)) }),
      serializers: { req: () => undefined, res: (response: { statusCode: number }) => response.statusCode },
      customSuccessMessage: (request, response, milliseconds) =>
        `${request.method} ${showPath(pathOf(request))} ${response.statusCode} in ${Math.round(milliseconds)} ms`,
      customErrorMessage: (request, response) =>
        `${request.method} ${showPath(pathOf(request))} ${response.statusCode}`,
      // Whoever answers 500 has logged why; the error that is made up here for every 5xx says nothing more.
      customErrorObject: (_request, _response, error, given) =>
        error.message.startsWith('failed with status code') ? { ...given, err: undefined } : given,
      customLogLevel: (request, response, error) => {
        // 503, 507: the service says what it lacks.
        if (response.statusCode > 500) return 'warn';
        if (error !== undefined || response.statusCode === 500) return 'error';
        return isAskedAllTheTime(pathOf(request)) ? 'debug' : 'info';
      },
    }),
  );
  app.use((_request, response, next) => {
    // An answer is what it says it is; for pages `@campus/pages` says more.
    response.set('X-Content-Type-Options', 'nosniff');
    next();
  });
  app.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  app.get('/readyz', async (request, response) => {
    try {
      await checkReady();
      response.json({ status: 'ok' });
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      response.status(503).json({ status: 'unavailable' });
    }
  });
  return app;
}

/** Probes, and pages that keep themselves up to date. */
function isAskedAllTheTime(path: string): boolean {
  return ['/healthz', '/readyz'].includes(path) || path.endsWith('/live/');
}

/** The caller's `X-Request-Id` when it is harmless in a log line and a header, else a new one. */
function requestId(request: IncomingMessage, response: ServerResponse): string {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
  response.setHeader('X-Request-Id', id);
  return id;
}

function pathOf(request: IncomingMessage & { originalUrl?: string }): string {
  return (request.originalUrl ?? request.url ?? '').split('?', 1)[0] ?? '';
}
