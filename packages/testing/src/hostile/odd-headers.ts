import fc from 'fast-check';

export type HostileHeaders = Record<string, string | string[]>;

const oddHeaderValues: HostileHeaderValues = {
  Accept: ['text/html', 'application/xml', '*/*;q=0', 'application/json;q=0', ',,,', 'a/b;q=x', 'text/xml'],
  'Accept-Language': ['fr', 'xx', '*', 'fr;q=0, en;q=0', ',,,', '\u00e9', 'x'.repeat(2000), 'fr-'],
  'If-None-Match': ['*', '"', 'W/"x"', '"a", "b",', 'x'.repeat(2000)],
  'If-Match': ['*'],
  'If-Modified-Since': ['Thu, 01 Jan 1970 00:00:00 GMT', 'never'],
  Range: ['bytes=0-0', 'bytes=-1', 'bytes=99999999-', 'bytes=5-1', 'bytes=0-0,1-1', 'items=1', 'bytes=a'],
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

/** Values by the header that has them; a list among them is a header sent more than once. */
export type HostileHeaderValues = Record<string, readonly (string | string[])[]>;

/** No header more, or one or two that are odd; `more` are those that mean something to one service alone. */
export function oddHeaders(more: HostileHeaderValues = {}): fc.Arbitrary<HostileHeaders> {
  const known = [...Object.entries(oddHeaderValues), ...Object.entries(more)];
  const header: fc.Arbitrary<HostileHeaders> = fc.oneof(
    // What a header may hold at all (RFC 9110 §5.5).
    fc
      .string({ unit: 'binary', maxLength: 40 })
      .map((text): HostileHeaders => ({ Accept: text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '') })),
    ...known.map(([name, values]) =>
      fc.constantFrom(...values).map((value): HostileHeaders => ({ [name]: value })),
    ),
  );
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    {
      weight: 2,
      arbitrary: fc
        .array(header, { minLength: 1, maxLength: 2 })
        .map((headers): HostileHeaders => Object.assign({}, ...headers)),
    },
  );
}
