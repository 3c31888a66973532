import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { tokenFinder, tokenFingerprint } from '../src/index.ts';

describe('tokenFinder', () => {
  test('finds exactly the presented token, wherever it stands in the list', () => {
    const tokens = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1 });
    fc.assert(
      fc.property(tokens, fc.nat(), (known, seed) => {
        const presented = known[seed % known.length] ?? '';
        expect(tokenFinder(known)(presented)).toBe(known.indexOf(presented));
        expect(tokenFinder(known.filter((token) => token !== presented))(presented)).toBeUndefined();
      }),
    );
  });

  test.each([
    ['an empty list', 'abc', []],
    ['a prefix', 'abc', ['abcd']],
    ['a longer text', 'abcd', ['abc']],
    ['another case', 'ABC', ['abc']],
    ['an empty text', '', ['abc']],
  ])('Given %s, it finds nothing', (_case, presented, known) => {
    expect(tokenFinder(known)(presented)).toBeUndefined();
  });
});

describe('tokenFingerprint', () => {
  test('is short, stable and not the token', () => {
    expect(tokenFingerprint('password')).toBe('sha256:5e884898da28');
    expect(tokenFingerprint('passwore')).not.toBe(tokenFingerprint('password'));
  });
});
