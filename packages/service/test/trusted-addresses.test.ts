import { expect, test } from '@jest/globals';
import { trustedAddresses } from '../src/http/create-shell.ts';

test('The forwarded headers of a client that is gone are not believed, and nothing goes wrong', () => {
  const isTrusted = trustedAddresses(['loopback']);

  expect(isTrusted(undefined, 0)).toBe(false);
  expect(isTrusted('127.0.0.1', 0)).toBe(true);
});
