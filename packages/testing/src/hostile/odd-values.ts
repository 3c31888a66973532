import fc from 'fast-check';

/** The right thing six times out of seven. */
export function mostly<Value>(right: Value, odd: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 6, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: odd });
}

/** Texts that have broken parsers, databases, logs and pages before. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...['', ' ', '\u0000', 'a\u0000b', '\ud800', 'x\udfff', '\u202ecnesrever\u202c', '\ufeff', '\u2028'],
    ...['__proto__', 'constructor', 'toString', 'null', 'NaN', '-0', '1e3', '0x10', '١', '2147483648'],
    ...["'; drop table users; --", '%00%s%n', '{{7*7}}', '../../etc/passwd', '\r\nSet-Cookie: a=b'],
    ...['<script>alert(1)</script>', 'é\u0301\u0301'.repeat(50), '👩‍👩‍👧‍👦', 'ﷺ'.repeat(80), '9'.repeat(400)],
    ...['x'.repeat(251), 'x'.repeat(1001), 'y'.repeat(100_000)],
    ...['https://[::1', 'http://', 'http://a b/', 'rtmp://', 'javascript:alert(1)', '/a/%00/'],
    ...['0001-01-01', '9999-12-31', '2026-02-30', '10000-01-01', '0000-00-00', '2026-01-01T24:00'],
    ...['9999-12-31T23:59:59.999-23:59', '0001-01-01T00:00:00+23:59', '2026-03-29T02:30:00'],
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
);

/** Values that JSON can hold and few expect. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 2, arbitrary: oddText },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      ...[0, -1, 0.5, 1e-320, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 1e308, -1e308, 999_999_999_999],
      ...[null, true, false, [], {}, [[[[]]]], [null], ['a', 'b'], Array(101).fill(null)],
      ...[{ $ref: '#' }, { length: 1e9 }, { toString: 1 }],
    ),
  },
);

/** A text as a part of an address, no longer than a request line allows. */
export function urlEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).slice(0, 3000);
}
