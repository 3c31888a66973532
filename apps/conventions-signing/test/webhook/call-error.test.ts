import { expect, test } from '@jest/globals';
import { callError, readCallError } from '../../src/webhook/call-error.ts';

test.each([
  ['no_answer', 30],
  ['redirected', 302],
  ['wrong_path', 405],
  ['wrong_token', 401],
  ['refused', 503],
] as const)('A call that failed as %s is told apart in what was recorded', (code, value) => {
  expect(readCallError(callError(code, value))).toEqual({ code, value });
});

test('What the network said is none of our sentences', () => {
  expect(readCallError('connect ECONNREFUSED 127.0.0.1:8083 (ECONNREFUSED)')).toBeNull();
});
