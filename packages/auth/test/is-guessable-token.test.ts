import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isGuessableToken } from '../src/index.ts';

describe('isGuessableToken', () => {
  test.each([
    '',
    'aaaaaaaaaaaaaaaa',
    '1212312312131231',
    'abcdef-abcdef-abcdef',
    'sesame-open-sesame-open-ses',
  ])('finds %j guessable', (token) => {
    expect(isGuessableToken(token)).toBe(true);
  });

  test.each([
    'public-token-0123456789',
    '0123456789abcdef',
    'token-that-the-vendor-gave-us',
    'webhook-token-0123',
  ])('has nothing against %j', (token) => {
    expect(isGuessableToken(token)).toBe(false);
  });

  test('has nothing against what is random, and something against each repetition', () => {
    const random = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes));
    fc.assert(
      fc.property(random, fc.integer({ min: 2, max: 5 }), (bytes, times) => {
        fc.pre(new Set(bytes).size > 16);
        expect(isGuessableToken(bytes.toString('base64url'))).toBe(false);
        expect(isGuessableToken(bytes.toString('hex').repeat(times))).toBe(true);
      }),
    );
  });
});
