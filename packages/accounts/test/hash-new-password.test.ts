import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { createPasswordCheck, hashNewPassword, hashPassword, verifyPassword } from '../src/index.ts';
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
        code: 'password_is_username',
      });
    });
    expect(hashes).toBe(0);
  });

  test('Given 24 at once for one account, Then five are made, the others told when to come again, and a sign-in comes first', async () => {
    const passwordHash = await hashPassword('open sesame', { log2Cost: 4, blockSize: 8, parallelization: 1 });
    const check = createPasswordCheck({
      findForSignIn: async () => ({ id: 1, passwordHash, isActive: true }),
      known: knownInMemory(),
    });
    let made = 0;
    const changes = Array.from({ length: 24 }, (_none, index) =>
      hashNewPassword(`password ${index}`, { username: 'alan', by: 'alan' }).then(() => {
        made += 1;
      }),
    );
    const madeBefore = check({ username: 'bob', password: 'open sesame', address: '192.0.2.1' }).then(
      () => made,
    );

    const outcomes = await Promise.allSettled(changes);

    expect(made).toBe(5);
    expect(await madeBefore).toBeLessThan(5);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(19);
    expect(outcomes.at(-1)).toMatchObject({
      reason: { status: 429, retryAfterSeconds: expect.any(Number) },
    });
    // Five hashes at full cost, on a machine that may be busy.
  }, 60_000);

  test('Given four accounts that get one at once, Then they take the memory of one', async () => {
    const program = path.join(import.meta.dirname, 'support/hash-four.ts');
    const { stdout: mebibytes } = await promisify(execFile)(process.execPath, [program]);

    // 128 MiB each, beside what Node itself takes.
    expect(Number.parseInt(mebibytes, 10)).toBeLessThan(2 * 128);
  });
});
