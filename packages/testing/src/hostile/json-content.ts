import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { HostileContent } from './hostile-request.ts';

const brokenTexts = [
  ...['[', '[]', '"a"', '1', 'null', '{"a":1e999}', '[1e999]', '{"title":"a","title":"b"}', '\ufeff{}'],
  ...['"\\ud800"', '{"__proto__":{"reason":"x"}}', '\u0000', 'undefined', "{'a':1}"],
  ...['['.repeat(50_000), `${'['.repeat(5000)}${']'.repeat(5000)}`, '{"a":'.repeat(20_000)],
  ...[' '.repeat(2 ** 21 + 1), `{"title":"${'x'.repeat(2 ** 21)}"}`],
];

/**
 * A JSON body: a value as it should be, one that is not (`odd`), a text that is no JSON, or one that is compressed.
 */
export function jsonContent(
  right: fc.Arbitrary<unknown>,
  odd: fc.Arbitrary<unknown> = right,
): fc.Arbitrary<HostileContent> {
  const asBytes = (value: fc.Arbitrary<unknown>) =>
    value.map((each) => Buffer.from(JSON.stringify(each) ?? ''));
  const broken = fc.oneof(
    fc.tuple(asBytes(right), fc.nat()).map(([whole, at]) => whole.subarray(0, at % (whole.length + 1))),
    fc.constantFrom(...brokenTexts).map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  );
  const headers = { 'Content-Type': 'application/json' };
  const plain = (body: Buffer): HostileContent => ({ headers, body });
  const zipped = (body: Buffer): HostileContent => ({
    headers: { ...headers, 'Content-Encoding': 'gzip' },
    body: gzipSync(body),
  });
  return fc.oneof(
    { weight: 3, arbitrary: asBytes(right).map(plain) },
    { weight: 3, arbitrary: asBytes(odd).map(plain) },
    { weight: 2, arbitrary: broken.map(plain) },
    { weight: 1, arbitrary: asBytes(right).map(zipped) },
  );
}
