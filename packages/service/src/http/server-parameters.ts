import { httpUrl, isLoopback, ParameterError, parameter, port, text, wholeNumber } from '@campus/config';
import proxyaddr from 'proxy-addr';

/** Parameters that every service has, under the same names. */
export function serverParameters(defaults: { port: number; metricsPort: number }) {
  return {
    host: parameter('server.host', 'address to listen on', text, { default: '127.0.0.1' }),
    port: parameter('server.port', 'port to listen on; 0 takes a free one', port, { default: defaults.port }),
    baseUrl: parameter(
      'server.base-url',
      'public address, for links; required when listening beyond loopback',
      (given) => httpUrl(given).replace(/\/+$/, ''),
    ),
    trustedProxies: parameter(
      'server.trusted-proxies',
      'whose forwarded headers are believed: addresses, networks, loopback, separated by commas',
      proxyList,
      { default: ['loopback'] },
    ),
    processes: parameter(
      'server.processes',
      'processes that answer requests, about one for each core; the work of the queue is done in the first',
      wholeNumber({ min: 1, max: 64 }),
      { default: 1 },
    ),
    metricsHost: parameter(
      'metrics.host',
      'address to listen on for the metrics; keep it from the public',
      text,
      { default: '127.0.0.1' },
    ),
    metricsPort: parameter('metrics.port', 'port of `GET /metrics` (Prometheus); 0 takes a free one', port, {
      default: defaults.metricsPort,
    }),
    tracesEndpoint: parameter(
      'traces.endpoint',
      'where traces are sent by OTLP over HTTP, such as http://127.0.0.1:4318/v1/traces; absent: there are none',
      httpUrl,
    ),
    tracesRatio: parameter(
      'traces.ratio',
      'of requests and jobs, the share that is traced, from 0 to 1',
      share,
      { default: 0.05 },
    ),
  };
}

/** The rule across them: links from beyond this machine need an address that holds there. */
export function checkServerAddress({ host, baseUrl }: { host: string; baseUrl: string | undefined }) {
  if (isLoopback(host) || baseUrl !== undefined) return [];
  const message = `server.base-url is required when server.host is not a loopback address; set it to the public address, such as https://service.example.org`;
  return [{ parameters: ['host', 'baseUrl'], message }] as const;
}

function share(given: string): number {
  if (!/^(0(\.\d+)?|1(\.0+)?)$/.test(given.trim()))
    throw new ParameterError('must be a number from 0 to 1, such as 0.05');
  return Number(given);
}

function proxyList(given: string): string[] {
  const proxies = given
    .split(',')
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
  try {
    proxyaddr.compile(proxies);
  } catch {
    throw new ParameterError(
      'must be IP addresses, networks such as 10.0.0.0/8, or loopback, separated by commas',
    );
  }
  return proxies;
}
