import { beforeAll, describe, expect, test } from '@jest/globals';
import { createPasswordCheck } from '../src/password/check-password.ts';
import { hashPassword } from '../src/password/password-hash.ts';
import { SignInError } from '../src/sign-in-error.ts';
import { knownInMemory } from './support/known-in-memory.ts';

/** Scrypt as cheap as it gets. */
const right = 'open sesame';
const places = (count: number) => Array.from({ length: count }, (_none, index) => `192.0.2.${index}`);

let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword(right);
});

/** Everybody has an id of their own. */
function idOf(username: string): number {
  return [...username].reduce((id, letter) => (id * 131 + (letter.codePointAt(0) ?? 0)) % 2 ** 40, 7);
}

/** A check of its own, for which everybody exists, with a clock that stands until it is moved. */
function givenCheck({ perAddress = 50, perAddressAndAccount = 10 } = {}) {
  let seconds = 1_000_000;
  const check = createPasswordCheck({
    findForSignIn: async (username) => ({ id: idOf(username), username, passwordHash, isActive: true }),
    known: knownInMemory(),
    limits: { perAddress, perAddressAndAccount, windowSeconds: 60 },
    now: () => seconds * 1000,
  });
  return {
    pass: (more: number) => {
      seconds += more;
    },
    /** `in`, the code of the refusal, or how long it asks to wait. */
    async ask({ username = 'ada', password = 'wrong', address = '198.51.100.1', isSignedIn = false } = {}) {
      try {
        await check({ username, password, address, isSignedIn });
        return 'in';
      } catch (error) {
        if (!(error instanceof SignInError)) throw error;
        return error.code === 'throttled' ? (error.retryAfterSeconds ?? 0) : error.code;
      }
    },
  };
}

describe('A client', () => {
  test('Given the owner uses the password, When somebody guesses from elsewhere, Then the right guess comes too late', async () => {
    const { ask } = givenCheck();
    const answers: unknown[] = [];
    for (let guess = 0; guess < 300; guess += 1) {
      if (guess % 30 === 0) expect(await ask({ password: right })).toBe('in');
      answers.push(await ask({ password: `guess ${guess}`, address: '192.0.2.1' }));
    }

    expect(await ask({ password: right, address: '192.0.2.1' })).toBeGreaterThan(0);
    expect(answers.filter((answer) => answer === 'bad_credentials').length).toBeLessThanOrEqual(10);
    expect(await ask({ password: right })).toBe('in');
  });

  test('Given too many failures, Then it is refused before anything is remembered', async () => {
    const { ask } = givenCheck({ perAddressAndAccount: 3 });
    await ask({ password: right });
    for (const guess of [1, 2, 3]) expect(await ask({ password: `guess ${guess}` })).toBe('bad_credentials');

    expect(await ask({ password: right })).toBeGreaterThan(0);
  });

  test('Given names that can be none, Then they count as one', async () => {
    const { ask } = givenCheck({ perAddressAndAccount: 3 });
    for (const name of ['a b', 'a\0b', 'x'.repeat(200_000)])
      expect(await ask({ username: name })).toBe('bad_credentials');

    expect(await ask({ username: 'c d' })).toBeGreaterThan(0);
    expect(await ask({ password: right })).toBe('in');
  });
});

describe('An account', () => {
  test('Given strangers, each from an address of its own, Then after five each waits twice as long', async () => {
    const { ask, pass } = givenCheck();
    const waits: unknown[] = [];
    for (const address of places(15)) {
      let answer = await ask({ address });
      waits.push(answer);
      if (typeof answer !== 'number') continue;
      pass(answer);
      answer = await ask({ address });
      expect(answer).toBe('bad_credentials');
    }

    expect(waits).toEqual([...Array(5).fill('bad_credentials'), 10, 20, 40, 80, 160, ...Array(5).fill(300)]);
  });

  test('Given one client that is wrong again and again, Then it alone waits, until it goes on for minutes', async () => {
    const { ask } = givenCheck({ perAddressAndAccount: 10 });
    for (let guess = 0; guess < 12; guess += 1)
      await ask({ password: `guess ${guess}`, address: '192.0.2.1' });

    expect(await ask({ address: '192.0.2.1' })).toBeGreaterThan(0);
    expect(await ask({ password: right, address: '192.0.2.2' })).toBe('in');
  });

  test('Given fourteen at once, Then five are tried', async () => {
    const { ask } = givenCheck();
    const answers = await Promise.all(places(14).map((address) => ask({ address })));
    expect(answers.filter((answer) => answer === 'bad_credentials')).toHaveLength(5);
  });

  test('Given an hour without an attempt, Then it is forgotten', async () => {
    const { ask, pass } = givenCheck();
    for (const address of places(5)) await ask({ address });
    expect(await ask()).toBe(10);

    pass(3601);

    expect(await Promise.all(places(5).map((address) => ask({ address })))).toEqual(
      Array(5).fill('bad_credentials'),
    );
  });

  test('Given strangers who slow it down, Then whoever was right before comes in, also after a mistake', async () => {
    const { ask } = givenCheck();
    const home = '203.0.113.7';
    await ask({ password: right, address: home });
    for (const address of places(6)) await ask({ address });

    expect(await ask({ password: right, address: '203.0.113.8' })).toBeGreaterThan(0);
    expect(await ask({ address: home })).toBe('bad_credentials');
    expect(await ask({ password: right, address: home })).toBe('in');
  });

  test('Given strangers who slow it down, Then whoever is signed in is asked as ever, and guesses no faster', async () => {
    const { ask } = givenCheck();
    for (const address of places(9)) await ask({ address });

    expect(await ask({ password: right, isSignedIn: true })).toBe('in');
    const guesses: unknown[] = [];
    // From another address each: the session is the client.
    for (const address of places(11))
      guesses.push(await ask({ password: `guess ${address}`, address, isSignedIn: true }));

    expect(guesses).toEqual([...Array(10).fill('bad_credentials'), expect.any(Number)]);
  });

  test('Given strangers who slowed it down, When a known client goes on, also by mistake, Then others come in once their wait is over', async () => {
    const { ask, pass } = givenCheck();
    const home = '203.0.113.7';
    await ask({ password: right, address: home });
    for (const address of places(5)) await ask({ address });

    for (const mistake of ['opem sesame', 'open sesane', 'Open Sesame']) {
      pass(60);
      expect(await ask({ password: mistake, address: home })).toBe('bad_credentials');
    }

    expect(await ask({ password: right, address: '203.0.113.8' })).toBe('in');
  });

  test('Given a wait that is over, When somebody is right, Then nobody waits for them', async () => {
    const { ask, pass } = givenCheck();
    for (const address of places(5)) await ask({ address });
    pass(10);

    expect(await ask({ password: right, address: '203.0.113.8' })).toBe('in');
    expect(await ask({ password: right, address: '203.0.113.9' })).toBe('in');
  });

  test('Given successes, Then they slow nobody down', async () => {
    const { ask } = givenCheck();
    for (const address of places(20)) expect(await ask({ password: right, address })).toBe('in');
  });
});

describe('The turns', () => {
  const names = (count: number) => Array.from({ length: count }, (_none, index) => `user-${index}`);

  test('Given more strangers at once than may wait, Then the rest is refused at once, and whoever is known comes in', async () => {
    const { ask } = givenCheck();
    await ask({ username: 'ada', password: right });

    const strangers = names(30).map((username, index) => ask({ username, address: `192.0.2.${index}` }));
    const known = ask({ username: 'ada', password: `${right}!` });
    const answers = await Promise.all(strangers);

    expect(await known).toBe('bad_credentials');
    expect(answers.filter((answer) => answer === 'busy')).toHaveLength(30 - 17);
    expect(answers.filter((answer) => answer === 'bad_credentials')).toHaveLength(17);
  });

  test('Given one client with more than it may have waiting, Then it alone is refused, and what was refused is no failure', async () => {
    const { ask } = givenCheck();
    const school = names(30).map((username) => ask({ username, password: right, address: '192.0.2.1' }));
    const other = ask({ username: 'ada', password: right, address: '192.0.2.2' });

    const answers = await Promise.all(school);
    expect(answers.filter((answer) => answer === 'in')).toHaveLength(5);
    expect(answers.filter((answer) => answer === 'too_many_at_once')).toHaveLength(25);
    expect(await other).toBe('in');
    for (const username of names(30))
      expect(await ask({ username, password: right, address: '192.0.2.1' })).toBe('in');
  });

  test('Given a school of one address that was right before, When many come at once, Then each account has turns of its own', async () => {
    const { ask } = givenCheck();
    const address = '192.0.2.1';
    const pupils = names(17);
    for (const username of pupils) await ask({ username, password: right, address });

    // What is hashed again: a pair that was right a moment ago is remembered.
    const school = pupils.map((username) => ask({ username, address }));

    expect(await Promise.all(school)).toEqual(Array(17).fill('bad_credentials'));
  });
});
