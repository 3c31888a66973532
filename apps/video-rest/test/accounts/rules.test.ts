import { describe, expect, test } from '@jest/globals';
import { AccountError } from '../../src/accounts/account-error.ts';
import { AuthenticationError } from '../../src/accounts/authenticate.ts';
import { hashTokenKey, isTokenKey, newTokenKey } from '../../src/accounts/tokens.ts';
import { parseExpiry } from '../../src/cli/token-command.ts';

describe('token keys', () => {
  test('A new key is 40 lower-case hexadecimal digits, and another each time', () => {
    const keys = Array.from({ length: 100 }, newTokenKey);

    expect(keys.every(isTokenKey)).toBe(true);
    expect(new Set(keys).size).toBe(100);
  });

  test('What is stored is the SHA-256 of the key', () => {
    expect(hashTokenKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

describe('expiry on the command line', () => {
  const now = new Date('2026-11-21T10:00:00Z');

  test.each([
    ['30d', '2026-12-21T10:00:00.000Z'],
    ['0d', '2026-11-21T10:00:00.000Z'],
    ['2027-01-31', '2027-02-01T00:00:00.000Z'],
    ['2028-02-29', '2028-03-01T00:00:00.000Z'],
  ])('%s is %s', (given, instant) => {
    expect(parseExpiry(given, now).toISOString()).toBe(instant);
  });

  test.each(['', '30', 'd', '-1d', '1.5d', '100000d', 'tomorrow', '2027-02-31', '2027-13-01', '31.01.2027'])(
    '%j is refused',
    (given) => {
      expect(() => parseExpiry(given, now)).toThrow(/30d/);
    },
  );
});

describe('messages', () => {
  test('Both languages have the same places for values', () => {
    const places = (text: string) => text.match(/\{\w+\}/g) ?? [];
    for (const { en, fr } of Object.values({ ...AccountError.messages, ...AuthenticationError.messages }))
      expect(places(fr)).toEqual(places(en));
  });

  test('An error says its values', () => {
    expect(new AccountError('user_not_found', { username: 'zoë' }).message).toBe('There is no user "zoë".');
  });
});
