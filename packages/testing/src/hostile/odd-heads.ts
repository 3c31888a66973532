/** The head of a request, line by line. */
type RequestHead = readonly string[];

const oddCookies = [
  'sessionid=j:{"a":1}',
  'sessionid=j:1',
  'sessionid=%6A%3A%5B1%5D',
  'sessionid=j:{"a":"%zz"}',
  'sessionid=s:j:{"a":1}.signature',
  'sessionid=s%3A.; sessionid=s:',
  'csrftoken=j:{"split":1}; sessionid=j:true',
  'openidtrip=j:{"state":"x"}; openidtrip=s:j:{}.x',
  '__proto__=j:{"a":1}; constructor=j:{"a":1}',
  '=; ;;=j:{}; sessionid',
];

const oddHosts = [
  '[',
  '[::1',
  '[zz]',
  '[::1]x',
  'a:99999',
  'a:b',
  '999.1.2.3.4',
  'xn--a',
  '1.2.3.999',
  '@',
  "'",
  '%00',
  '<b>',
];

const evil = 'http://evil.example';

/**
 * Requests that anybody can send to this path and that no browser would: cookies, hosts, schemes and request lines
 * of odd forms, the path in other letters.
 */
export function oddHeads(path: string): RequestHead[] {
  const get = (target: string, ...lines: string[]) => [
    `GET ${target} HTTP/1.1`,
    'Accept: text/html',
    ...lines,
  ];
  return [
    ...[path.toUpperCase(), capitalised(path), `/${path}`, `${path}%`, `${path}%00`, `${path}/./..`].map(
      (target) => get(target, 'Host: localhost'),
    ),
    ...oddCookies.flatMap((cookie) => [
      get(path, 'Host: localhost', `Cookie: ${cookie}`),
      get(path, 'Host: localhost', `Cookie: ${cookie}`, 'Authorization: Bearer x'),
    ]),
    ...oddHosts.flatMap((host) => [
      get(path, `Host: ${host}`),
      get(path, 'Host: localhost', `X-Forwarded-Host: ${host}`),
    ]),
    get(path, 'Host: localhost', 'X-Forwarded-Proto: javascript'),
    get(path, 'Host:'),
    [`GET ${path} HTTP/1.0`],
    get(`${evil}${path}`, 'Host: localhost'),
    get(`http://[${path}`, 'Host: localhost'),
    get(evil, 'Host: localhost'),
  ];
}

/** `/console/` → `/Console/`. */
function capitalised(path: string): string {
  return path.replace(/[a-z]/, (letter) => letter.toUpperCase());
}
