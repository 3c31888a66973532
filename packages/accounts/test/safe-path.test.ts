import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { safePath } from '../src/session/sign-in-address.ts';

const origin = 'https://service.example.org';

test('A path of ours stays as it was asked for', () => {
  const path = '/rest/videos/?page=2&search=%C3%A9t%C3%A9#list';

  expect(safePath(path)).toBe(path);
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n\\evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  'https://evil.example/',
  'https:evil.example',
  'javascript:alert(1)',
  ' //evil.example',
  'evil',
  '',
  undefined,
  ['/a', '/b'],
])('%j leads nowhere', (given) => {
  expect(safePath(given)).toBeUndefined();
});

test('Whatever is given, a browser that is sent there stays with us', () => {
  const nasty = fc.array(
    fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '//',
      '\t',
      '\n',
      '\r',
      '@',
      ':',
      '?',
      '#',
      '%2f',
      '%5c',
      'a',
      '\0',
    ),
    { maxLength: 12 },
  );
  const given = fc.oneof(
    nasty.map((pieces) => `/${pieces.join('')}`),
    fc.string({ unit: 'binary' }),
  );

  fc.assert(
    fc.property(given, (text) => {
      const path = safePath(text);
      // Once more, as it stands in the address of the next page.
      return (
        path === undefined ||
        (new URL(path, `${origin}/accounts/login/`).origin === origin && safePath(path) === path)
      );
    }),
    { numRuns: 500 },
  );
});
