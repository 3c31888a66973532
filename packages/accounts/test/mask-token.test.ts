import { expect, test } from '@jest/globals';
import { assert, property, string } from 'fast-check';
import { maskToken, unmaskToken } from '../src/session/csrf.ts';

test('What is masked comes out again, and looks different each time', () => {
  assert(
    property(string({ minLength: 8, unit: 'grapheme-ascii' }), (token) => {
      expect(unmaskToken(maskToken(token))).toBe(token);
      expect(maskToken(token)).not.toBe(maskToken(token));
    }),
  );
});

test('Any text can be unmasked', () => {
  assert(property(string({ unit: 'binary' }), (text) => typeof unmaskToken(text) === 'string'));
});
