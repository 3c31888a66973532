import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { createPasswordCheck } from '../src/password/check-password.ts';
import { hashLanes, hashNewPassword } from '../src/password/hash-in-turn.ts';
import { hashPassword, verifyPassword } from '../src/password/password-hash.ts';
import { countHashes } from './support/count-hashes.ts';
import { knownInMemory } from './support/known-in-memory.ts';

describe('A new password', () => {
  test('is right for its hash', async () => {
    const stored = await hashNewPassword('open sesame', { username: 'grace', by: 'grace' });
    expect(await verifyPassword('open sesame', stored)).toBe(true);
  });

  test('that breaks a rule costs nothing', async () => {
    const hashes = await countHashes(async () => {
      await expect(
        hashNewPassword('Ada.Lovelace', { username: 'ada.lovelace', by: 'root' }),
      ).rejects.toMatchObject({
        code: 'password_of_context',
      });
    });
    expect(hashes).toBe(0);
  });

  test('Given 24 at once for one account, Then five are made, and the others are told when to come again', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 24 }, (_none, index) =>
        hashNewPassword(`password ${index}`, { username: 'alan', by: 'alan' }),
      ),
    );

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(outcomes.at(-1)).toMatchObject({
      reason: { status: 429, retryAfterSeconds: expect.any(Number) },
    });
  });

  test('waits for the one before, which no sign-in does', async () => {
    const passwordHash = await hashPassword('open sesame');
    const check = createPasswordCheck({
      findForSignIn: async () => ({ id: 1, passwordHash, isActive: true }),
      known: knownInMemory(),
    });
    const before = Promise.withResolvers<void>();
    const [held, waiting] = [
      hashLanes.changes.run('ada', () => before.promise),
      hashNewPassword('open sesame', { username: 'eve', by: 'eve' }),
    ];

    await check({ username: 'bob', password: 'open sesame', address: '192.0.2.1' });

    expect(hashLanes.changes.load()).toEqual({ running: 1, waiting: 1 });
    before.resolve();
    await Promise.all([held, waiting]);
  });

  test('Given four accounts that get one at once, Then they take the memory of one', async () => {
    const program = path.join(import.meta.dirname, 'support/hash-four.ts');
    const { stdout: mebibytes } = await promisify(execFile)(process.execPath, [program]);

    // 128 MiB each, beside what Node itself takes.
    expect(Number.parseInt(mebibytes, 10)).toBeLessThan(2 * 128);
  });
});
