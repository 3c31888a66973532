import type { RequestHandler } from 'express';
import type { Tracer } from '../traces/tracing.ts';
import { methodOf, routeOf, statusOf } from './measure-requests.ts';

/** Makes a span of each request that is sampled; to stand before whatever is to be seen in it. */
export function traceRequests(tracer: Tracer): RequestHandler {
  return (request, response, next) => {
    if (request.path === '/healthz' || request.path === '/readyz') return next();
    const method = methodOf(request);
    const span = tracer.openFrom(request.headers.traceparent, { name: method, kind: 'SERVER' });
    if (span === undefined) return next();
    response.on('close', () => {
      const route = routeOf(request);
      const status = statusOf(response);
      span.note({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
      });
      span.end({ name: `${method} ${route}`, ...(status >= 500 && { failure: { code: String(status) } }) });
    });
    return span.within(next);
  };
}
