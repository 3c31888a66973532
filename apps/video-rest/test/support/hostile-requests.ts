/** Requests made from the operations of the service's OpenAPI document: some right, most wrong in some way. */
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { silence } from './sound.ts';

/** What is used of the document. */
export interface ApiDocument {
  paths: Record<string, Record<string, unknown>>;
  components: { schemas: Record<string, { properties?: Record<string, object> }> };
}

interface Operation {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: { $ref: string } }> };
}

export interface HostileRequest {
  method: string;
  /** Path and query, exactly as sent. */
  target: string;
  headers: Record<string, string | string[]>;
  body: Buffer | undefined;
}

/** What the requests may know of the service that they meet. */
export interface Surroundings {
  /** Values of the `Authorization` header that let somebody in. */
  credentials: string[];
  /** What stands in the place of `{id}` or `{slug}` of objects that exist, by path: `/rest/users/`. */
  keys: Record<string, string[]>;
}

/** Any request to any operation of the document. */
export function hostileRequest(
  document: ApiDocument,
  surroundings: Surroundings,
): fc.Arbitrary<HostileRequest> {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([key]) => key !== 'parameters')
      .map(([method, operation]) =>
        requestTo(document, surroundings, { path, method, operation: operation as Operation }),
      ),
  );
  return fc.oneof(...operations);
}

function requestTo(
  document: ApiDocument,
  surroundings: Surroundings,
  { path, method, operation }: { path: string; method: string; operation: Operation },
): fc.Arbitrary<HostileRequest> {
  return fc
    .record({
      method: mostly(method.toUpperCase(), fc.constantFrom(...otherMethods)),
      path: pathOf(path, surroundings),
      query: queryOf(operation, surroundings),
      authorization: authorizationOf(surroundings),
      headers: oddHeaders,
      content: contentOf(document, surroundings, operation),
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

/** The right thing eight times out of nine. */
function mostly<Value>(right: Value, odd: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 8, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: odd });
}

/** Texts that have broken parsers, databases, logs and pages before. */
const oddText = fc.oneof(
  fc.constantFrom(
    ...['', ' ', '\u0000', 'a\u0000b', '\ud800', 'x\udfff', '\u202ecnesrever\u202c', '\ufeff', '\u2028'],
    ...['__proto__', 'constructor', 'toString', 'null', 'NaN', '-0', 'me', 'last', '1e3', '0x10', '١'],
    ...["'; drop table users; --", '%00%s%n', '{{7*7}}', '../../etc/passwd', '\r\nSet-Cookie: a=b'],
    ...['<script>alert(1)</script>', 'é\u0301\u0301'.repeat(50), '👩‍👩‍👧‍👦', 'ﷺ'.repeat(80)],
    ...['https://[::1', 'http://', '//x/rest/users/1/', '/rest/users/', '/rest/users/%00/', '/rest/a/b/c/'],
    ...[
      '/rest/users/1/?a#b',
      'javascript:alert(1)',
      'rtmp://',
      'http://a b/',
      'http://x:99999/rest/users/1/',
    ],
    ...['x'.repeat(251), 'y'.repeat(100_000), '2147483648', '9'.repeat(400)],
    ...['0001-01-01', '9999-12-31', '2026-02-30', '10000-01-01', '0000-00-00'],
    ...[
      '9999-12-31T23:59:59.999-23:59',
      '0001-01-01T00:00:00+23:59',
      '2026-03-29T02:30:00',
      '2026-01-01T24:00',
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
);

const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: oddText },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      ...[0, -1, 0.5, 1e-320, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e308],
      ...[null, true, false, [], {}, [[[[]]]], [null], ['a', 'b'], { length: 1e9 }, { toString: 1 }],
      { $ref: '#' },
    ),
  },
);

const encoded = (text: string) => encodeURIComponent(text.toWellFormed()).slice(0, 3000);

const oddKeys = [
  ...['0', '-1', '01', '1.0', '1e3', '2147483647', '2147483648', '9'.repeat(5000), 'null', '%20', '%00'],
  ...['%2e%2e', '%2F', '%ff', '%', '1%0a', "1'--", '*', ':id', '{id}', '__proto__', 'me', 'ME', '.json'],
];

function pathOf(path: string, { keys }: Surroundings): fc.Arbitrary<string> {
  const known = Object.entries(keys).find(([list]) => path.startsWith(`${list}{`))?.[1] ?? ['1'];
  const key = fc.oneof(
    { weight: 14, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: fc.constantFrom(...oddKeys) },
    { weight: 1, arbitrary: oddText.map(encoded) },
  );
  const right = key.map((value) => path.replaceAll(/\{\w+\}/g, () => value));
  const twists: ((address: string) => string)[] = [
    (address) => address.replace(/\/$/, ''),
    (address) => address.replace(/\/$/, '.json'),
    (address) => address.replaceAll('/', '//'),
    (address) => `/${address}`,
    (address) => `${address}/`,
    (address) => address.replace('/rest', '/%72est'),
    (address) => address.replace('/rest/', '/rest%2F'),
    (address) => address.replace('/rest/', '/rest/../rest/./'),
    (address) => address.toUpperCase(),
    (address) => `${address};jsessionid=1`,
    (address) => `${address}%00`,
    (address) => `${address}%`,
    (address) => `${address}${'a/'.repeat(2000)}`,
    // Behind a first slash: without one, Node's parser refuses the request.
    (address) => address.replace(/(?<=.)\//g, '\\'),
    (address) => `http://example.org${address}`,
  ];
  const twist = mostly((address: string) => address, fc.constantFrom(...twists));
  return fc.tuple(right, twist).map(([address, twisted]) => twisted(address));
}

function queryOf({ parameters = [] }: Operation, { keys }: Surroundings): fc.Arbitrary<string> {
  const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const [first = '_', ...others] = names;
  const name = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(first, ...others) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'format',
        'limit',
        '_',
        'a[b]',
        '__proto__',
        '%00',
        '',
        'constructor',
        'page',
      ),
    },
  );
  const value = fc.oneof(
    fc.constantFrom(...Object.values(keys).flat(), 'true', 'json', 'last', '1', '2', '-title,id', 'fr'),
    fc.constantFrom('%', '%zz', '%00', '%ff', '%ed%a0%80', '1e9', '9'.repeat(400), '%25', '%5c', '_', 'x&y'),
    oddText.map(encoded),
  );
  const pair = fc.tuple(name, value).map(([key, text]) => `${key}=${text}`);
  const pairs = fc.array(pair, { minLength: 1, maxLength: 3 }).map((given) => `?${given.join('&')}`);
  return fc.oneof(
    { weight: names.length > 0 ? 4 : 8, arbitrary: fc.constant('') },
    { weight: names.length > 0 ? 6 : 1, arbitrary: pairs },
    { weight: 1, arbitrary: fc.constantFrom('?', '??', '?&&&', '?=', '?a', `?${'a=1&'.repeat(1500)}`) },
  );
}

function authorizationOf({ credentials }: Surroundings): fc.Arbitrary<Record<string, string>> {
  const right = fc.constantFrom(...credentials).map((value) => ({ Authorization: value }));
  const [first = ''] = credentials;
  const wrong = fc.constantFrom<Record<string, string>>(
    {},
    { Authorization: '' },
    { Authorization: 'Token' },
    { Authorization: `${first}x` },
    { Authorization: first.replace(' ', '  ') },
    { Authorization: first.replace('Token', 'Bearer') },
    { Authorization: `Token ${'x'.repeat(5000)}` },
    { Authorization: 'Token \u00e9\u00ff' },
    { Authorization: 'Basic !' },
    { Authorization: `Basic ${Buffer.from('a\0b').toString('base64')}` },
  );
  return fc.oneof({ weight: 14, arbitrary: right }, { weight: 1, arbitrary: wrong });
}

type Headers = HostileRequest['headers'];

const oddHeaderValues: Record<string, (string | string[])[]> = {
  Accept: ['text/html', 'application/xml', '*/*;q=0', 'application/json;q=0', ',,,', 'a/b;q=x', 'text/xml'],
  'Accept-Language': ['fr', 'xx', '*', 'fr;q=0, en;q=0', ',,,', '\u00e9', 'x'.repeat(2000), 'fr-'],
  'If-None-Match': ['*', '"', 'W/"x"', 'x'.repeat(2000)],
  Range: ['bytes=0-0', 'bytes=a'],
  Origin: ['https://evil.example', 'null'],
  'Sec-Fetch-Site': ['cross-site', '', 'x'],
  'X-Request-Id': ['', 'a b', '\u00e9', 'x'.repeat(500), 'id-1'],
  'X-Forwarded-For': ['', 'a, b', '\u00e9', '::1%eth0', '[::1]:80', '1.2.3.4:80'],
  'X-Forwarded-Proto': ['', 'javascript', 'a b', 'https', 'https, http'],
  'X-Forwarded-Host': ['', '@', '[::1', 'x/y', 'evil.example'],
  Host: ['evil.example', '[::1', 'a b', '', '@:', 'x:99999999', '<script>'],
  'Content-Encoding': ['gzip', 'br', 'deflate', 'nonsense', 'gzip, gzip', 'identity'],
  'Content-Type': ['text/plain', 'application/json; charset=utf-16', 'application/json;;;', '/', ''],
  'X-HTTP-Method-Override': ['DELETE'],
  Upgrade: ['websocket'],
  Expect: ['100-continue'],
};

const oddHeader: fc.Arbitrary<Headers> = fc.oneof(
  // What a header may hold at all (RFC 9110 §5.5).
  fc
    .string({ unit: 'binary', maxLength: 40 })
    .map((text): Headers => ({ Accept: text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '') })),
  ...Object.entries(oddHeaderValues).map(([name, values]) =>
    fc.constantFrom(...values).map((value): Headers => ({ [name]: value })),
  ),
);

const oddHeaders: fc.Arbitrary<Headers> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  {
    weight: 2,
    arbitrary: fc
      .array(oddHeader, { minLength: 1, maxLength: 2 })
      .map((headers): Headers => Object.assign({}, ...headers)),
  },
);

interface Content {
  headers: Record<string, string>;
  body: Buffer;
}

/** The members of a body by name: most of them right, some odd, some missing, and some that nobody knows. */
type Members = Record<string, unknown>;

function contentOf(
  document: ApiDocument,
  surroundings: Surroundings,
  { requestBody }: Operation,
): fc.Arbitrary<Content | undefined> {
  const none = fc.constant(undefined);
  const forms = Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => {
    const properties = document.components.schemas[schema.$ref.split('/').at(-1) ?? '']?.properties ?? {};
    const members = membersOf(Object.keys(properties), surroundings);
    if (type === 'multipart/form-data') return multipart(members);
    if (type === 'application/x-www-form-urlencoded') return urlEncoded(members);
    return json(members);
  });
  if (forms.length === 0) return fc.oneof({ weight: 9, arbitrary: none }, json(fc.constant({ title: 'x' })));
  return fc.oneof(
    { weight: 1, arbitrary: none },
    ...forms.map((arbitrary) => ({ weight: 4, arbitrary })),
    // Where only a form is documented, JSON comes all the same.
    { weight: 1, arbitrary: json(fc.constant({ title: 'x', video: 'y' })) },
  );
}

function membersOf(names: readonly string[], { keys }: Surroundings): fc.Arbitrary<Members> {
  const known = names.map((name) => {
    const right = rightValue(name, keys);
    return [name, fc.oneof({ weight: 15, arbitrary: right }, { weight: 1, arbitrary: oddValue })] as const;
  });
  const whole = fc.record(Object.fromEntries(known));
  const missing = fc.record(Object.fromEntries(known), { requiredKeys: [] });
  const more = fc.dictionary(
    fc.constantFrom('__proto__', 'id', 'passwordHash', 'password_hash', 'x'),
    oddValue,
    {
      maxKeys: 2,
    },
  );
  return fc.tuple(fc.oneof(whole, missing), fc.oneof(fc.constant({}), more)).map(([some, others]) => {
    const members: Members = { ...some };
    // Own members, also the one named __proto__.
    for (const [name, value] of Object.entries(others))
      Object.defineProperty(members, name, { value, enumerable: true, configurable: true, writable: true });
    return members;
  });
}

function rightValue(name: string, keys: Surroundings['keys']): fc.Arbitrary<unknown> {
  const address = (list: string) => fc.constantFrom(...(keys[list] ?? ['1'])).map((key) => `${list}${key}/`);
  const unique = fc.uuid();
  switch (name) {
    case 'owner':
      return address('/rest/users/');
    case 'type':
      return address('/rest/types/');
    case 'building':
      return address('/rest/buildings/');
    case 'url':
    case 'broadcaster_url':
      return unique.map((id) => `rtmp://stream.example.org/${id}`);
    case 'gmapurl':
      return fc.constantFrom('https://map.example.org/', null, '');
    case 'username':
    case 'name':
    case 'title':
      return unique;
    case 'email':
      return fc.constantFrom('ada@example.org', '');
    // Each one that is taken costs a hash; most are refused.
    case 'password':
      return fc.constantFrom<unknown>(
        'short',
        'short',
        'short',
        null,
        12_345_678,
        'x'.repeat(2000),
        undefined,
      );
    case 'date_added':
      return fc.constantFrom('2026-01-02T03:04:05Z', '2026-01-02 03:04');
    case 'date_evt':
      return fc.constantFrom('2026-01-02', null);
    case 'main_lang':
      return fc.constantFrom('en', 'fr');
    case 'video':
      return fc.constant(undefined);
    default:
      return name.startsWith('is_') || name === 'status' || name === 'allow_downloading'
        ? fc.constantFrom<unknown>(true, false, 'on', 'off', 1)
        : oddText;
  }
}

function json(members: fc.Arbitrary<Members>): fc.Arbitrary<Content> {
  const bytes = members.map((value) => Buffer.from(JSON.stringify(value)));
  const broken = fc.oneof(
    fc.tuple(bytes, fc.nat()).map(([whole, at]) => whole.subarray(0, at % (whole.length + 1))),
    fc
      .constantFrom(
        ...[
          '[',
          '[]',
          '"a"',
          '1',
          'null',
          '{"a":1e999}',
          '{"title":"a","title":"b"}',
          '\ufeff{}',
          '"\\ud800"',
        ],
        ...['['.repeat(50_000), '{"a":'.repeat(20_000), '\u0000', 'undefined', "{'a':1}"],
        ...[' '.repeat(2 ** 21 + 1), `{"title":"${'x'.repeat(2 ** 21)}"}`],
      )
      .map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 200 }).map((content) => Buffer.from(content)),
  );
  const type = { 'Content-Type': 'application/json' };
  return fc.oneof(
    { weight: 6, arbitrary: bytes.map((body) => ({ headers: type, body })) },
    { weight: 2, arbitrary: broken.map((body) => ({ headers: type, body })) },
    {
      weight: 1,
      arbitrary: bytes.map((body) => ({
        headers: { ...type, 'Content-Encoding': 'gzip' },
        body: gzipSync(body),
      })),
    },
  );
}

function urlEncoded(members: fc.Arbitrary<Members>): fc.Arbitrary<Content> {
  const whole = members.map((values) =>
    textsOf(values)
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`)
      .join('&'),
  );
  const odd = fc.constantFrom('&&&', '=', 'a', '%', '%zz=%zz', 'a[b][c]=1', 'title=%ff', 'a=1&'.repeat(5000));
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  return fc
    .oneof({ weight: 4, arbitrary: whole }, { weight: 1, arbitrary: odd })
    .map((text) => ({ headers, body: Buffer.from(text) }));
}

const boundary = 'hostile-boundary';

function multipart(members: fc.Arbitrary<Members>): fc.Arbitrary<Content> {
  const file = mostly<Buffer>(
    silence(),
    fc.constantFrom(
      Buffer.alloc(0),
      Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'),
      Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n"),
      silence().subarray(0, 30),
      Buffer.alloc(100_000, 1),
    ),
  );
  const fileHead = mostly<string | undefined>(
    'Content-Disposition: form-data; name="video"; filename="a.wav"\r\nContent-Type: audio/wav',
    fc.constantFrom(
      undefined,
      'Content-Disposition: form-data; name="video"',
      'Content-Disposition: form-data; name="other"; filename="a.wav"',
      'Content-Disposition: form-data; name="__proto__"; filename="a.wav"',
      'Content-Disposition: form-data; name=""; filename=""',
      'Content-Disposition: form-data; name="video"; filename=""',
      'Content-Disposition: form-data; name="video"; filename="../../\u0000"',
      'Content-Disposition: form-data; name="video"; filename*=utf-8\'\'%ff%fe',
      'Content-Disposition: attachment',
      `Content-Disposition: form-data; name="${'d'.repeat(3000)}"; filename="a"`,
      'Content-Type: multipart/mixed; boundary=inner',
      '',
      `X-Many: ${'y'.repeat(90_000)}`,
    ),
  );
  const whole = fc
    .record({ values: members, file, fileHead, copies: mostly(1, fc.constantFrom(0, 2, 40)) })
    .map(({ values, file: content, fileHead: head, copies }) => {
      const texts = textsOf(values).map(([name, value]) =>
        part(`Content-Disposition: form-data; name="${name}"`, Buffer.from(value)),
      );
      const files = head === undefined ? [] : Array.from({ length: copies }, () => part(head, content));
      return Buffer.concat([...texts, ...files, Buffer.from(`--${boundary}--\r\n`)]);
    });
  const cut = fc.tuple(whole, fc.nat()).map(([bytes, at]) => bytes.subarray(0, at % (bytes.length + 1)));
  const type = mostly(
    `multipart/form-data; boundary=${boundary}`,
    fc.constantFrom(
      ...['multipart/form-data', 'multipart/form-data; boundary=other', 'multipart/form-data; boundary='],
      ...['multipart/form-data; boundary="', `multipart/form-data; boundary=${'b'.repeat(300)}`],
      ...['multipart/mixed; boundary=hostile-boundary', 'Multipart/Form-Data; Boundary=hostile-boundary'],
    ),
  );
  return fc
    .tuple(type, fc.oneof({ weight: 5, arbitrary: whole }, { weight: 1, arbitrary: cut }))
    .map(([contentType, body]) => ({ headers: { 'Content-Type': contentType }, body }));
}

function part(head: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), content, Buffer.from('\r\n')]);
}

/** Members as the boxes of a form; what has no text is left out. */
function textsOf(members: Members): [string, string][] {
  return Object.entries(members).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return [[name, typeof value === 'string' ? value : JSON.stringify(value)]];
  });
}
