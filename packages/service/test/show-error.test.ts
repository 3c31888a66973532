import { expect, test } from '@jest/globals';
import { showError } from '../src/log/create-log.ts';

test('An error is shown with its causes, by its type, message, code and stack alone', () => {
  const cause = Object.assign(new Error('violates a constraint'), {
    detail: 'Failing row contains (ada, hash-of-a-password).',
  });
  const error = Object.assign(new TypeError('the account was not made', { cause }), {
    code: '23514',
    config: { headers: { authorization: 'Bearer secret' } },
  });

  const shown = showError(error);

  expect(shown).toEqual({
    type: 'TypeError',
    message: 'the account was not made: violates a constraint',
    code: '23514',
    stack: expect.stringMatching(
      /^TypeError: the account was not made\n {4}at .*caused by: Error: violates/s,
    ),
  });
  expect(JSON.stringify(shown)).not.toMatch(/hash-of-a-password|secret/);
});

test('Errors that come together are each shown like that, and what is thrown as a text is a text', () => {
  const error = new AggregateError(
    [Object.assign(new Error('one'), { token: 'secret' }), 'two'],
    'not everything could be stopped',
  );

  expect(showError(error)).toMatchObject({
    message: 'not everything could be stopped',
    errors: [{ message: 'one' }, 'two'],
  });
  expect(JSON.stringify(showError(error))).not.toContain('secret');
});
