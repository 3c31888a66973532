import express, { type Express } from 'express';
import proxyaddr from 'proxy-addr';
import { createReadiness, type Readiness } from '../health/create-readiness.ts';
import { healthRoutes } from '../health/health-routes.ts';
import type { Log } from '../log/create-log.ts';
import { createMetrics, type Metrics } from '../metrics/create-metrics.ts';
import { tracerOfProcess } from '../traces/tracing.ts';
import { compressAnswers, entityTag } from './compress.ts';
import { logRequests } from './log-requests.ts';
import { measureRequests } from './measure-requests.ts';
import { refuseOddHost } from './refuse-odd-host.ts';
import { traceRequests } from './trace-requests.ts';

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
 * figure a request, compressed texts, `GET /healthz` (the process is alive) and `GET /readyz` (it can do its work, else 503). Whatever
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
  app.set('trust proxy', trustedAddresses(trustedProxies));
  // As those who guard paths before us, and cookies, tell them apart.
  app.set('case sensitive routing', true);
  // A repeated name in a query stays a string or a list of strings: no nested objects from the outside.
  app.set('query parser', 'simple');
  app.set('etag', entityTag);
  compressAnswers(app);
  app.use(measureRequests(metrics));
  const tracer = tracerOfProcess();
  if (tracer !== undefined) app.use(traceRequests(tracer));
  app.use(logRequests(app, { log, showPath }));
  app.use((_request, response, next) => {
    // An answer is what it says it is; for pages `@campus/pages` says more.
    response.set('X-Content-Type-Options', 'nosniff');
    next();
  });
  app.use(healthRoutes(readiness));
  app.use(refuseOddHost());
  return app;
}

/** More than there are proxies; clients whose addresses they forward come and go. */
const maxRemembered = 1000;
/** Of IPv6 with IPv4 inside and a zone; what is longer is none, and was made to fill memory. */
const maxLength = 64;

/**
 * Whether an address is one whose forwarded headers are believed, as Express's `trust proxy` takes it. Remembered, since
 * Express asks four times a request, and reading an address anew takes 2 µs each time.
 *
 * @param proxies  addresses, networks, and names of networks such as `loopback`
 */
export function trustedAddresses(proxies: string[]): (address: string | undefined, hop: number) => boolean {
  const isTrusted = proxyaddr.compile(proxies);
  const remembered = new Map<string, boolean>();
  return (address, hop) => {
    // Node has none of a connection that was reset.
    if (address === undefined) return false;
    if (address.length > maxLength) return isTrusted(address, hop);
    const known = remembered.get(address);
    if (known !== undefined) return known;
    if (remembered.size >= maxRemembered) remembered.clear();
    const answer = isTrusted(address, hop);
    remembered.set(address, answer);
    return answer;
  };
}
