/**
 * Requests made from the operations of an OpenAPI document: some right, most wrong in one way or another. What is
 * peculiar to a service (its objects, its credentials, its bodies) comes as data; what breaks any service is here.
 */
import fc from 'fast-check';
import type { ApiDocument, ApiOperation } from './api-document.ts';
import { type HostileHeaders, type HostileHeaderValues, oddHeaders } from './odd-headers.ts';
import { mostly, oddText, urlEncoded } from './odd-values.ts';

export interface HostileRequest {
  method: string;
  /** Path and query, exactly as sent. */
  target: string;
  headers: HostileHeaders;
  body: Buffer | undefined;
}

export interface HostileContent {
  headers: Record<string, string>;
  body: Buffer;
}

/** What the requests know of the service that they meet. */
interface HostileTarget {
  document: ApiDocument;
  /** First segment of its paths, such as `/api/`. */
  root: string;
  /** What stands in the place of `{id}` for objects that exist, by the path before it: `/api/conventions/`. */
  keys: Record<string, readonly (string | number)[]>;
  /** Values of the `Authorization` header: those that let somebody in, and those that do not. */
  authorization: { right: readonly [string, ...string[]]; wrong: readonly string[] };
  /** What is worth asking for in a query, beside what is documented. */
  query: { names: readonly string[]; values: readonly string[] };
  /** Odd values of headers that mean something to this service alone. */
  headers?: HostileHeaderValues;
  /** The bodies of an operation. */
  contentOf: (operation: ApiOperation) => fc.Arbitrary<HostileContent | undefined>;
}

/** Any request to any operation of the document. */
export function hostileRequest(target: HostileTarget): fc.Arbitrary<HostileRequest> {
  const operations = Object.entries(target.document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([key]) => key !== 'parameters')
      .map(([method, operation]) => requestTo(target, { path, method, operation })),
  );
  return fc.oneof(...operations);
}

function requestTo(
  target: HostileTarget,
  { path, method, operation }: { path: string; method: string; operation: ApiOperation },
): fc.Arbitrary<HostileRequest> {
  return fc
    .record({
      method: mostly(method.toUpperCase(), fc.constantFrom(...otherMethods)),
      path: pathOf(path, target),
      query: queryOf(operation, target),
      authorization: authorizationOf(target),
      headers: oddHeaders(target.headers),
      content: target.contentOf(operation),
    })
    .map(({ method: sent, path: asked, query, authorization, headers, content }) => ({
      method: sent,
      target: asked + query,
      headers: { ...content?.headers, ...authorization, ...headers },
      body: content?.body,
    }));
}

const otherMethods = [
  ...['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  ...['TRACE', 'PROPFIND', 'QUERY', 'PURGE'],
];

const oddKeys = [
  ...['0', '-1', '01', '1.0', '1e3', '2147483647', '2147483648', '9'.repeat(20), '9'.repeat(5000), 'null'],
  ...['%20', '%00', '%2e%2e', '%2F', '%ff', '%', '1%0a', "1'--", '*', ':id', '{id}', '__proto__', 'me', 'ME'],
  ...['.json', '00000000-0000-0000-0000-000000000000'],
];

function pathOf(path: string, { keys, root }: HostileTarget): fc.Arbitrary<string> {
  const known = Object.entries(keys).find(([list]) => path.startsWith(`${list}{`))?.[1] ?? [1];
  const key = fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom(...known.map(String)) },
    { weight: 1, arbitrary: fc.constantFrom(...oddKeys) },
    { weight: 1, arbitrary: oddText.map(urlEncoded) },
  );
  const right = key.map((value) => path.replaceAll(/\{\w+\}/g, () => value));
  const rootName = root.slice(1, -1);
  const escapedRoot = `/%${rootName.charCodeAt(0).toString(16)}${rootName.slice(1)}/`;
  const twists: ((address: string) => string)[] = [
    (address) => address.replace(/\/$/, ''),
    (address) => address.replace(/\/?$/, '.json'),
    (address) => address.replaceAll('/', '//'),
    (address) => `/${address}`,
    (address) => `${address}/`,
    (address) => `${address}//`,
    (address) => address.replace(root, escapedRoot),
    (address) => address.replace(root, `/${rootName}%2F`),
    (address) => address.replace(root, `${root}..${root}./`),
    (address) => address.toUpperCase(),
    (address) => `${address};jsessionid=1`,
    (address) => `${address}%00`,
    (address) => `${address}%`,
    (address) => `${address}/${'a/'.repeat(2000)}`,
    // Behind a first slash: without one, Node's parser refuses the request.
    (address) => address.replace(/(?<=.)\//g, '\\'),
    (address) => `http://example.org${address}`,
  ];
  const twist = mostly((address: string) => address, fc.constantFrom(...twists));
  return fc.tuple(right, twist).map(([address, twisted]) => twisted(address));
}

function queryOf({ parameters = [] }: ApiOperation, { query }: HostileTarget): fc.Arbitrary<string> {
  const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const odd = fc.constantFrom(...query.names, 'a[b]', '__proto__', '%00', '', 'constructor');
  const name = names.length === 0 ? odd : fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...names) }, odd);
  const value = fc.oneof(
    fc.constantFrom(...query.values, '0', '1', '2', '-1', '50', 'true'),
    fc.constantFrom('%', '%zz', '%00', '%ff', '%ed%a0%80', '1e9', '9'.repeat(400)),
    fc.constantFrom('%25', '%5c', '_', '+', 'x&y'),
    oddText.map(urlEncoded),
  );
  const pair = fc.tuple(name, value).map(([key, text]) => `${key}=${text}`);
  const pairs = fc.array(pair, { minLength: 1, maxLength: 3 }).map((given) => `?${given.join('&')}`);
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant('') },
    { weight: names.length > 0 ? 6 : 1, arbitrary: pairs },
    { weight: 1, arbitrary: fc.constantFrom('?', '??', '?&&&', '?=', '?a', `?${'a=1&'.repeat(1500)}`) },
  );
}

function authorizationOf({ authorization }: HostileTarget): fc.Arbitrary<Record<string, string>> {
  const [first] = authorization.right;
  const [scheme = ''] = first.split(' ');
  const wrong = fc.constantFrom(
    ...authorization.wrong,
    ...['', scheme, `${first}x`, first.replace(' ', '  '), first.replace(scheme, 'Digest')],
    ...[`${scheme} ${'x'.repeat(5000)}`, `${scheme} \u00e9\u00ff`, 'Basic !'],
    `Basic ${Buffer.from('a\0b').toString('base64')}`,
  );
  const header = (Authorization: string): Record<string, string> => ({ Authorization });
  return fc.oneof(
    { weight: 28, arbitrary: fc.constantFrom(...authorization.right).map(header) },
    { weight: 2, arbitrary: wrong.map(header) },
    { weight: 1, arbitrary: fc.constant({}) },
  );
}
