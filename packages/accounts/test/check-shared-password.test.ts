import { beforeAll, describe, expect, test } from '@jest/globals';
import { createSharedPasswordCheck } from '../src/password/check-password.ts';
import { hashPassword } from '../src/password/password-hash.ts';
import { SignInError } from '../src/sign-in-error.ts';
import { countHashes } from './support/count-hashes.ts';

const right = 'open sesame';
const limits = { perAddress: 20, perAddressAndAccount: 4, windowSeconds: 60 };
const places = (count: number) => Array.from({ length: count }, (_none, index) => `192.0.2.${index}`);

const hashes: string[] = [];
beforeAll(async () => {
  hashes.push(await hashPassword(right), await hashPassword('another'));
});

function givenCheck() {
  const check = createSharedPasswordCheck(limits);
  /** `in`, or the code of the refusal. */
  return async ({ name = 'cave', password = 'wrong', address = '198.51.100.1', hash = 0 } = {}) => {
    try {
      await check({ name, password, address, passwordHash: hashes[hash] ?? '' });
      return 'in';
    } catch (error) {
      if (!(error instanceof SignInError)) throw error;
      return error.code;
    }
  };
}

describe('A password that many share', () => {
  test('is refused to a client that was wrong too often, and to nobody else', async () => {
    const ask = givenCheck();
    for (const guess of [1, 2, 3, 4])
      expect(await ask({ password: `guess ${guess}` })).toBe('bad_credentials');

    expect(await ask({ password: right })).toBe('throttled');
    expect(await ask({ password: right, address: '198.51.100.2' })).toBe('in');
    expect(await ask({ password: right })).toBe('throttled');
    expect(await ask({ name: 'vault', password: 'another', hash: 1 })).toBe('in');
  });

  test('is not guessed by one client at many things', async () => {
    const ask = givenCheck();
    const answers: string[] = [];
    for (let thing = 0; thing < 30; thing += 1) answers.push(await ask({ name: `thing ${thing}` }));

    expect(answers.filter((answer) => answer === 'bad_credentials')).toHaveLength(limits.perAddress);
    expect(answers.at(-1)).toBe('throttled');
  });

  test('Given strangers who are wrong at a hundred addresses, Then the next one who is right comes in at once', async () => {
    const ask = givenCheck();
    for (const address of places(100)) expect(await ask({ address })).toBe('bad_credentials');

    expect(await ask({ password: right, address: '203.0.113.1' })).toBe('in');
  });

  test('costs one hash for a class that says it within a minute, from one address or from many', async () => {
    const ask = givenCheck();
    const answers: string[] = [];

    const hashed = await countHashes(async () => {
      answers.push(...(await Promise.all(Array.from({ length: 30 }, () => ask({ password: right })))));
      for (const address of places(30)) answers.push(await ask({ password: right, address }));
    });

    expect(new Set(answers)).toEqual(new Set(['in']));
    expect(hashed).toBe(1);
  });

  test('that has been changed opens nothing any more', async () => {
    const ask = givenCheck();

    expect(await ask({ password: right })).toBe('in');
    expect(await ask({ password: right, hash: 1 })).toBe('bad_credentials');
    expect(await ask({ password: 'another', hash: 1 })).toBe('in');
  });

  test('is told to come again when too many of its own are checked, which costs no attempt', async () => {
    const ask = givenCheck();
    const guesses = Array.from({ length: 4 }, (_none, guess) => ask({ name: 'one', password: `${guess}` }));
    const more = Array.from({ length: 4 }, (_none, guess) => ask({ name: 'two', password: `${guess}` }));
    const answers = await Promise.all([...guesses, ...more]);

    expect(answers.filter((answer) => answer === 'too_many_at_once').length).toBeGreaterThan(0);
    expect(await ask({ name: 'two', password: right })).toBe('in');
  });
});
