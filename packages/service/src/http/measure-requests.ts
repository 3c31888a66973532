import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, RequestHandler } from 'express';
import type { Metrics, Sample } from '../metrics/create-metrics.ts';

/** From an answer out of memory to an upload over a slow line. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The names of requests that whoever answers them has given. */
const named = new WeakMap<IncomingMessage, string>();

/**
 * Declares the figures of HTTP and adds to them whatever comes by, to stand before all routes.
 *
 * Labels are few whatever is asked for: routes are patterns, addresses of no route count as one. Live streams, which
 * last as long as somebody looks, are counted while they run and not timed.
 */
export function measureRequests(metrics: Metrics): RequestHandler {
  const duration = metrics.histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer, live streams left out. 499: the client went away before its answer.',
    labels: ['method', 'route', 'status_code'],
    buckets,
  });
  const open = new Set<ServerResponse>();
  metrics.gauge({
    name: 'http_requests_in_flight',
    help: 'Requests at work (answer), and live streams that somebody follows (stream).',
    labels: ['kind'],
    read: () => countKinds(open),
  });
  return (request, response, next) => {
    const startedAt = performance.now();
    open.add(response);
    response.on('close', () => {
      open.delete(response);
      if (isStream(response)) return;
      const labels = {
        method: methodOf(request),
        route: routeOf(request),
        status_code: String(statusOf(response)),
      };
      duration.observe(labels, (performance.now() - startedAt) / 1000);
    });
    next();
  };
}

/**
 * Tells the figures by which name a request goes, where that is not the pattern of a route of Express: a handler that
 * is mounted, `app.use('/files', namedRoute('/:name'), serveFiles)`, or a route of several patterns.
 */
export function namedRoute(path: string): RequestHandler {
  return (request, _response, next) => {
    nameRoute(request, `${request.baseUrl.toLowerCase()}${path}`);
    next();
  };
}

/** @param name  path and pattern, `/rest/videos/:id/` */
export function nameRoute(request: IncomingMessage, name: string): void {
  named.set(request, name);
}

/** As figures and traces name it. */
export function methodOf({ method }: Pick<Request, 'method'>): string {
  return methods.has(method) ? method : 'other';
}

/** The name of the route that took a request, as figures and traces have it; known when its answer is over. */
export function routeOf(request: Request): string {
  return named.get(request) ?? routeLabel(request);
}

function countKinds(open: ReadonlySet<ServerResponse>): Sample<'kind'>[] {
  const streams = [...open].filter(isStream).length;
  return [
    { labels: { kind: 'answer' }, value: open.size - streams },
    { labels: { kind: 'stream' }, value: streams },
  ];
}

function isStream(response: ServerResponse): boolean {
  return String(response.getHeader('Content-Type') ?? '').startsWith('text/event-stream');
}

/**
 * The name of the route that took a request, in the figures: `/api/conventions/:id`, `other` for none.
 *
 * Express forgets where a router is mounted when an error leaves it, and the mount is what stands in the address before
 * the parts that the route's own pattern is about.
 */
function routeLabel({ route, originalUrl }: Pick<Request, 'route' | 'originalUrl'>): string {
  if (route === undefined) return 'other';
  const names = [route.path].flat().map(String);
  const [address = ''] = originalUrl.split('?', 1);
  // A proxy may name the address with a host before (RFC 9112 §3.2.2).
  const parts = partsOf(address.replace(/^https?:\/\/[^/]*/i, ''));
  const mount = parts.slice(0, Math.max(0, parts.length - partsOf(names[0] ?? '').length));
  // Express matches in any case; one route has one name.
  return mount.map((part) => `/${part.toLowerCase()}`).join('') + names.join('|');
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

/** What nginx calls a request whose client went away before its answer; also one that was cut at the stop. */
export const unanswered = 499;

/** The status of an answer that is over: the one that was sent, or `unanswered`. */
export function statusOf(response: Pick<ServerResponse, 'headersSent' | 'statusCode'>): number {
  return response.headersSent ? response.statusCode : unanswered;
}
