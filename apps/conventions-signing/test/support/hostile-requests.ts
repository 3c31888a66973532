/** Requests made from the operations of an OpenAPI document: some right, most wrong in one way or another. */
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { type JsonSchema, oddText, spoiled, valueFor } from './hostile-values.ts';

/** What is used of an OpenAPI document. */
export interface ApiDocument {
  paths?: Record<string, Record<string, OperationObject>>;
  components?: { schemas?: Record<string, JsonSchema> };
}

interface OperationObject {
  parameters?: { name: string; in: string; schema?: JsonSchema }[];
  requestBody?: { content: Record<string, { schema?: JsonSchema }> };
}

export interface HostileRequest {
  /** The operation that it was made from. */
  operation: string;
  method: string;
  /** Path and query, exactly as sent. */
  target: string;
  headers: Record<string, string | string[]>;
  body: Buffer | undefined;
}

/** What the requests may know of the service that they meet. */
export interface Surroundings {
  /** Right token of the API that the document describes, and other ones. */
  token: string;
  otherTokens: string[];
  /** Values of `{id}` that exist, by the path of the collection, such as `/api/conventions`. */
  ids: Record<string, (string | number)[]>;
  /** A readable PDF. */
  pdf: Uint8Array;
}

/** Any request to any operation of the document. */
export function hostileRequest(
  document: ApiDocument,
  surroundings: Surroundings,
): fc.Arbitrary<HostileRequest> {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([key]) => key !== 'parameters')
      .map(([method, operation]) => requestTo(document, surroundings, { path, method, operation })),
  );
  return fc.oneof(...operations);
}

function requestTo(
  document: ApiDocument,
  surroundings: Surroundings,
  { path, method, operation }: { path: string; method: string; operation: OperationObject },
): fc.Arbitrary<HostileRequest> {
  return fc
    .record({
      method: mostly(method.toUpperCase(), fc.constantFrom(...otherMethods)),
      path: pathOf(path, surroundings),
      query: queryOf(operation),
      authorization: authorizationOf(surroundings),
      headers: oddHeaders,
      content: contentOf(document, surroundings, operation),
    })
    .map(({ method: sent, path: asked, query, authorization, headers, content }) => ({
      operation: `${method.toUpperCase()} ${path}`,
      method: sent,
      target: asked + query,
      headers: { ...content?.headers, ...authorization, ...headers },
      body: content?.body,
    }));
}

const otherMethods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
];

/** The right thing four times out of five. */
function mostly<Value>(right: Value, odd: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 4, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: odd });
}

const oddIds = [
  '0',
  '-1',
  '01',
  '1.0',
  '1e3',
  '2147483647',
  '2147483648',
  '99999999999999999999',
  '9'.repeat(5000),
  'null',
  '%20',
  '%00',
  '%2e%2e',
  '%2F',
  '%ff',
  '%',
  '1%0a',
  "1'--",
  '*',
  ':id',
  '{id}',
  '__proto__',
  '00000000-0000-0000-0000-000000000000',
];

function pathOf(path: string, { ids }: Surroundings): fc.Arbitrary<string> {
  const known = Object.entries(ids).find(([collection]) => path.startsWith(`${collection}/{`))?.[1] ?? [1];
  const id = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...known.map(String)) },
    { weight: 1, arbitrary: fc.constantFrom(...oddIds) },
    { weight: 1, arbitrary: oddText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 5000)) },
  );
  const right = id.map((value) => path.replaceAll(/\{\w+\}/g, () => value));
  const twists: ((address: string) => string)[] = [
    (address) => address.replaceAll('/', '//'),
    (address) => `/${address}`,
    (address) => `${address}/`,
    (address) => `${address}//`,
    (address) => address.replace('/api', '/%61pi'),
    (address) => address.replace('/api/', '/api%2F'),
    (address) => address.replace('/api/', '/api/../api/./'),
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

function queryOf({ parameters = [] }: OperationObject): fc.Arbitrary<string> {
  const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const name = fc.constantFrom(...names, ...names, 'before', 'a[b]', '__proto__', '%00', '', 'constructor');
  const value = fc.oneof(
    fc.constantFrom(
      '1',
      '2',
      '0',
      '-1',
      '50',
      'true',
      'failed',
      'signing',
      'draft',
      'martin',
      'a@example.org',
    ),
    fc.constantFrom(
      '%',
      '%zz',
      '%00',
      '%ff',
      '%ed%a0%80',
      '1e9',
      '9'.repeat(400),
      '%25',
      '%5c',
      '_',
      '+',
      'x&y',
    ),
    oddText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 3000)),
  );
  const pair = fc.tuple(name, value).map(([key, text]) => `${key}=${text}`);
  const given = fc.array(pair, { minLength: 1, maxLength: 3 }).map((pairs) => `?${pairs.join('&')}`);
  const known =
    names.length === 0
      ? []
      : [
          {
            weight: 3,
            arbitrary: fc.tuple(fc.constantFrom(...names), value).map(([key, text]) => `?${key}=${text}`),
          },
        ];
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant('') },
    ...known,
    { weight: 1, arbitrary: given },
    { weight: 1, arbitrary: fc.constantFrom('?', '??', '?&&&', '?=', '?a', `?${'a=1&'.repeat(1500)}`) },
  );
}

function authorizationOf({ token, otherTokens }: Surroundings): fc.Arbitrary<Record<string, string>> {
  const right = { Authorization: `Bearer ${token}` };
  const wrong = fc.constantFrom<Record<string, string>>(
    {},
    ...otherTokens.map((other) => ({ Authorization: `Bearer ${other}` })),
    { Authorization: `Bearer  ${token}` },
    { Authorization: `Basic ${Buffer.from(`a:${token}`).toString('base64')}` },
    { Authorization: `Bearer ${token}x` },
    { Authorization: 'Bearer' },
    { Authorization: `Bearer ${'x'.repeat(5000)}` },
    { Authorization: 'Bearer \u00e9\u00ff' },
  );
  return fc.oneof({ weight: 14, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: wrong });
}

type Headers = HostileRequest['headers'];

const oddHeaderValues: Record<string, (string | string[])[]> = {
  Accept: [
    'text/html',
    'application/xml',
    '*/*;q=0',
    'application/json;q=0',
    ',,,',
    'application/pdf',
    'a/b;q=x',
  ],
  'Idempotency-Key': ['key-1', 'key-2', 'key-3', '', 'a b', 'x'.repeat(256), '\u00e9', ['a', 'b']],
  'If-None-Match': ['*', '"', 'W/"x"', '"a", "b",', 'x'.repeat(2000)],
  'If-Match': ['*'],
  'If-Modified-Since': ['Thu, 01 Jan 1970 00:00:00 GMT', 'never'],
  Range: ['bytes=0-0', 'bytes=-1', 'bytes=99999999-', 'bytes=5-1', 'bytes=0-0,1-1', 'items=1', 'bytes=a'],
  'X-Request-Id': ['', 'a b', '\u00e9', 'x'.repeat(500), 'id-1'],
  'X-Forwarded-For': ['', 'a, b', '\u00e9'],
  'X-Forwarded-Proto': ['', 'javascript', 'a b'],
  'X-Forwarded-Host': ['', '@', '[::1'],
  Host: ['evil.example', '[::1', 'a b', '', '@:', 'x:99999999'],
  'Content-Encoding': ['gzip', 'br', 'deflate', 'nonsense', 'gzip, gzip', 'identity'],
  'Content-Type': [
    'text/plain',
    'application/json; charset=utf-16',
    'application/json;;;',
    'multipart/form-data',
    '/',
    '',
  ],
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

const oddHeaders = fc.oneof(
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

function contentOf(
  document: ApiDocument,
  { pdf }: Surroundings,
  { requestBody }: OperationObject,
): fc.Arbitrary<Content | undefined> {
  const resolve = (ref: string) => document.components?.schemas?.[ref.split('/').at(-1) ?? ''] ?? {};
  const pdf64 = Buffer.from(pdf).toString('base64');
  const known = {
    pdf64: fc.oneof(
      { weight: 5, arbitrary: fc.constant(pdf64) },
      fc.base64String(),
      fc.constant(pdf64.slice(0, 400)),
    ),
    mail: fc.constantFrom(
      'signatory1@example.org',
      'signatory2@example.org',
      'SIGNATORY1@example.org',
      'x@example.org',
    ),
    order: fc.constantFrom(1, 2, 3),
    signatureDate: fc.constantFrom(
      '2026-03-01T10:00:00.000+0100',
      '2026-02-30T10:00:00.000+0000',
      '9999-12-31T23:59:59.999-1200',
      '0001-01-01T00:00:00.000+0100',
    ),
  };
  const forms = Object.entries(requestBody?.content ?? {}).map(([type, { schema = {} }]) => {
    const resolved = schema.$ref === undefined ? schema : resolve(schema.$ref);
    if (type !== 'multipart/form-data') return jsonContent(valueFor(schema, { resolve, known }));
    const texts = Object.entries(resolved.properties ?? {})
      .filter(([, member]) => member.format !== 'binary')
      .map(([name, member]) => [name, valueFor(member, { resolve, known }, name)] as const);
    return multipartContent(fc.record(Object.fromEntries(texts)), pdf);
  });
  const none = fc.constant(undefined);
  if (forms.length === 0)
    return fc.oneof({ weight: 9, arbitrary: none }, jsonContent(fc.constant({ reason: 'none' })));
  return fc.oneof({ weight: 1, arbitrary: none }, ...forms.map((arbitrary) => ({ weight: 6, arbitrary })));
}

function jsonContent(value: fc.Arbitrary<unknown>): fc.Arbitrary<Content> {
  const asBytes = (arbitrary: fc.Arbitrary<unknown>) =>
    arbitrary.map((each) => Buffer.from(JSON.stringify(each) ?? ''));
  const broken = fc.oneof(
    fc.tuple(asBytes(value), fc.nat()).map(([bytes, at]) => bytes.subarray(0, at % (bytes.length + 1))),
    fc
      .constantFrom(
        '[',
        '{"a":1e999}',
        '[1e999]',
        '{"__proto__":{"reason":"x"}}',
        '{"reason":"a","reason":"b"}',
        '\ufeff{}',
        '"\\ud800"',
        '['.repeat(50_000),
        `${'['.repeat(5000)}${']'.repeat(5000)}`,
        '{"a":'.repeat(20_000),
        '\u0000',
        'undefined',
        "{'a':1}",
        ' '.repeat(2 ** 20 + 1),
      )
      .map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  );
  const type = { 'Content-Type': 'application/json' };
  return fc.oneof(
    { weight: 3, arbitrary: asBytes(value).map((body) => ({ headers: type, body })) },
    { weight: 4, arbitrary: asBytes(spoiled(value)).map((body) => ({ headers: type, body })) },
    { weight: 2, arbitrary: broken.map((body) => ({ headers: type, body })) },
    {
      weight: 1,
      arbitrary: asBytes(value).map((body) => ({
        headers: { ...type, 'Content-Encoding': 'gzip' },
        body: gzipSync(body),
      })),
    },
  );
}

const boundary = 'hostile-boundary';

function multipartContent(
  texts: fc.Arbitrary<Record<string, unknown>>,
  pdf: Uint8Array,
): fc.Arbitrary<Content> {
  const file = mostly<Uint8Array>(
    pdf,
    fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.constant(pdf.slice(0, 300)),
      fc.constant(Buffer.concat([pdf, Buffer.alloc(100_000)])),
    ),
  );
  const fileHead = mostly(
    'Content-Disposition: form-data; name="doc"; filename="a.pdf"\r\nContent-Type: application/pdf',
    fc.constantFrom(
      'Content-Disposition: form-data; name="doc"',
      'Content-Disposition: form-data; name="__proto__"; filename="a.pdf"',
      'Content-Disposition: form-data; name=""; filename=""',
      'Content-Disposition: form-data; name="doc"; filename="../../\u0000"',
      'Content-Disposition: form-data; name="doc"; filename*=utf-8\'\'%ff%fe',
      'Content-Disposition: attachment',
      'Content-Disposition: form-data; name="doc[a][b]"; filename="a"',
      `Content-Disposition: form-data; name="${'d'.repeat(3000)}"; filename="a"`,
      'Content-Type: multipart/mixed; boundary=inner',
      '',
      `X-Many: ${'y'.repeat(90_000)}`,
    ),
  );
  const textName = mostly<string | undefined>(
    undefined,
    fc.constantFrom('__proto__', 'doc', 'a[b]', 'toString', ''),
  );
  const whole = fc
    .record({
      values: fc.oneof(texts, spoiled(texts)),
      file,
      fileHead,
      textName,
      copies: mostly(1, fc.constantFrom(0, 2, 40)),
    })
    .map(({ values, file: bytes, fileHead: head, textName: name, copies }) => {
      const textParts = Object.entries(values ?? {}).map(([key, value]) =>
        part(
          `Content-Disposition: form-data; name="${name ?? key}"`,
          Buffer.from(JSON.stringify(value) ?? ''),
        ),
      );
      const fileParts = Array.from({ length: copies }, () => part(head, bytes));
      return Buffer.concat([...textParts, ...fileParts, Buffer.from(`--${boundary}--\r\n`)]);
    });
  const cut = fc.tuple(whole, fc.nat()).map(([bytes, at]) => bytes.subarray(0, at % (bytes.length + 1)));
  const type = mostly(
    `multipart/form-data; boundary=${boundary}`,
    fc.constantFrom(
      'multipart/form-data; boundary=other',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary="',
      `multipart/form-data; boundary=${'b'.repeat(300)}`,
      'multipart/mixed; boundary=hostile-boundary',
      'Multipart/Form-Data; Boundary=hostile-boundary; charset=\u00e9',
    ),
  );
  return fc
    .tuple(fc.oneof({ weight: 4, arbitrary: whole }, { weight: 1, arbitrary: cut }), type)
    .map(([body, contentType]) => ({ headers: { 'Content-Type': contentType }, body }));
}

function part(head: string, content: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), content, Buffer.from('\r\n')]);
}
