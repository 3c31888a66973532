import { httpUrl, isLoopback, ParameterError, parameter, port, text, wholeNumber } from '@campus/config';
import proxyaddr from 'proxy-addr';

/** Parameters that every service has, under the same names. */
export function serverParameters(defaults: { port: number; metricsPort: number }) {
  return {
    host: parameter({
      name: 'server.host',
      meaning: 'address to listen on',
      parse: text,
      default: { value: '127.0.0.1', text: '127.0.0.1' },
    }),
    port: parameter({
      name: 'server.port',
      meaning: 'port to listen on; 0 takes a free one',
      parse: port,
      default: { value: defaults.port, text: String(defaults.port) },
    }),
    baseUrl: parameter({
      name: 'server.base-url',
      meaning: 'public address, for links; required when listening beyond loopback',
      parse: (given) => httpUrl(given).replace(/\/+$/, ''),
    }),
    trustedProxies: parameter({
      name: 'server.trusted-proxies',
      meaning: 'whose forwarded headers are believed: addresses, networks, loopback, separated by commas',
      parse: proxyList,
      default: { value: ['loopback'], text: 'loopback' },
    }),
    processes: parameter({
      name: 'server.processes',
      meaning:
        'processes that answer requests, about one for each core; the work of the queue is done in the first',
      parse: wholeNumber({ min: 1, max: 64 }),
      default: { value: 1, text: '1' },
    }),
    metricsHost: parameter({
      name: 'metrics.host',
      meaning: 'address to listen on for the metrics; keep it from the public',
      parse: text,
      default: { value: '127.0.0.1', text: '127.0.0.1' },
    }),
    metricsPort: parameter({
      name: 'metrics.port',
      meaning: 'port of `GET /metrics` (Prometheus); 0 takes a free one',
      parse: port,
      default: { value: defaults.metricsPort, text: String(defaults.metricsPort) },
    }),
    tracesEndpoint: parameter({
      name: 'traces.endpoint',
      meaning:
        'where traces are sent by OTLP over HTTP, such as http://127.0.0.1:4318/v1/traces; absent: there are none',
      parse: httpUrl,
    }),
    tracesRatio: parameter({
      name: 'traces.ratio',
      meaning: 'of requests and jobs, the share that is traced, from 0 to 1',
      parse: share,
      default: { value: 0.05, text: '0.05' },
    }),
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
