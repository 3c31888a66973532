import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Express, RequestHandler } from 'express';
import { type Log, showError } from '../log/create-log.ts';
import { readTraceparent } from '../traces/traceparent.ts';
import { activeSpan } from '../traces/tracing.ts';
import { statusOf, unanswered } from './measure-requests.ts';

declare module 'http' {
  interface IncomingMessage {
    /** What the log calls the request, and `X-Request-Id` of its answer. */
    id: string;
    /** Writes lines that name the request. */
    readonly log: Log;
  }
}

/**
 * Gives each request a name, and writes one line when it is over; to stand before all routes.
 *
 * Our own, since pino-http makes four loggers for each request, which takes six times as long as this.
 *
 * @param options.showPath  the path as the log shows it
 */
export function logRequests(
  app: Express,
  { log, showPath }: { log: Log; showPath: (path: string) => string },
): RequestHandler {
  const lines = log.child({}, { serializers: { err: showError } });
  // For what goes wrong, which is rare: a logger of its own for each request is dear.
  Object.defineProperty(app.request, 'log', {
    get(this: IncomingMessage) {
      return lines.child({ reqId: this.id });
    },
  });
  return (request, response, next) => {
    const startedAt = Date.now();
    const traceId = activeSpan()?.traceId ?? readTraceparent(request.headers.traceparent)?.traceId;
    request.id = requestId(request, response, traceId);
    let isOver = false;
    const end = (error?: Error) => {
      if (isOver) return;
      isOver = true;
      const path = pathOf(request);
      const level = levelOf({ path, response, error });
      if (!lines.isLevelEnabled(level)) return;
      const shownPath = showPath(path);
      const milliseconds = Date.now() - startedAt;
      const status = statusOf(response);
      const members = {
        reqId: request.id,
        method: request.method,
        path: shownPath,
        trace_id: traceId,
        res: status,
        // Whoever answers 500 has logged why.
        err: error,
        responseTime: milliseconds,
      };
      lines[level](
        members,
        `${request.method} ${shownPath} ${ending({ response, error, status, milliseconds })}`,
      );
    };
    response.on('close', end);
    response.on('error', end);
    next();
  };
}

/** How a request ended, for people. */
function ending(options: {
  response: ServerResponse;
  error: Error | undefined;
  status: number;
  milliseconds: number;
}): string {
  const { response, error, status, milliseconds } = options;
  if (error !== undefined || response.statusCode >= 500) return String(status);
  const how = status === unanswered ? 'cut off before its answer, after' : `${status} in`;
  return `${how} ${milliseconds} ms`;
}

function levelOf(options: {
  path: string;
  response: ServerResponse;
  error: Error | undefined;
}): 'debug' | 'info' | 'warn' | 'error' {
  const { path, response, error } = options;
  const status = statusOf(response);
  // 503, 507: the service says what it lacks.
  if (status > 500) return 'warn';
  if (error !== undefined || status === 500) return 'error';
  return isAskedAllTheTime(path) ? 'debug' : 'info';
}

/** Probes, and pages that keep themselves up to date. */
function isAskedAllTheTime(path: string): boolean {
  return path === '/healthz' || path === '/readyz' || path.endsWith('/live/');
}

function pathOf({ originalUrl }: { originalUrl: string }): string {
  const end = originalUrl.indexOf('?');
  return end === -1 ? originalUrl : originalUrl.slice(0, end);
}

/** What the log calls a request: its `X-Request-Id` when that is harmless there, else its trace, else a new name. */
function requestId(request: IncomingMessage, response: ServerResponse, traceId: string | undefined): string {
  const given = request.headers['x-request-id'];
  const isHarmless = typeof given === 'string' && /^[\w.:-]{1,100}$/.test(given);
  const id = isHarmless ? given : (traceId ?? randomUUID());
  response.setHeader('X-Request-Id', id);
  return id;
}
