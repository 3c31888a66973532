import type { ServerResponse } from 'node:http';
import type { Express, Request, RequestHandler } from 'express';
import type { Metrics, Sample } from '../metrics/create-metrics.ts';
import { routeLabel } from './route-label.ts';
import { statusOf } from './status-of.ts';

/** From an answer out of memory to an upload over a slow line. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const mountedAt = Symbol('where the route of a request is mounted');
const takenBy = Symbol('the route that took a request');

type Routed = Request & { [mountedAt]?: string; [takenBy]?: { path: unknown } };

/**
 * Declares the figures of HTTP and adds to them whatever comes by, to stand before all routes.
 *
 * Labels are few whatever is asked for: routes are patterns, addresses of no route count as one. Live streams, which
 * last as long as somebody looks, are counted while they run and not timed.
 */
export function measureRequests(app: Express, metrics: Metrics): RequestHandler {
  noteRoutes(app);
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
  return (request: Routed, response, next) => {
    const startedAt = performance.now();
    open.add(response);
    response.once('close', () => {
      open.delete(response);
      if (isStream(response)) return;
      const labels = {
        method: methods.has(request.method) ? request.method : 'other',
        route: request[takenBy] ? routeLabel(request[mountedAt] ?? '', request[takenBy].path) : 'other',
        status_code: String(statusOf(response)),
      };
      duration.observe(labels, (performance.now() - startedAt) / 1000);
    });
    next();
  };
}

/**
 * Tells the figures by which name a request goes that no route of Express takes, because it is served from a mounted
 * handler: `app.use('/files', namedRoute('/:name'), serveFiles)`.
 */
export function namedRoute(path: string): RequestHandler {
  return (request, _response, next) => {
    request.route = { path };
    next();
  };
}

/**
 * Notes where a route is mounted as Express says which one it is: both are needed at the end, and when an error has
 * left the router by then, Express has forgotten the one.
 */
function noteRoutes(app: Express): void {
  Object.defineProperty(app.request, 'route', {
    get(this: Routed) {
      return this[takenBy];
    },
    set(this: Routed, route: { path: unknown }) {
      this[takenBy] = route;
      this[mountedAt] = this.baseUrl;
    },
  });
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
