import { describe, expect, test } from '@jest/globals';
import { deadlockAttempts, retryDeadlocks } from '../src/retry-deadlocks.ts';

const deadlocks: [string, object][] = [
  ['pg', { code: '40P01' }],
  ['Prisma', { code: 'P2034' }],
  [
    "Prisma's raw query",
    { code: 'P2010', meta: { driverAdapterError: { cause: { originalCode: '40P01' } } } },
  ],
  ['a wrapper', { cause: { code: '40001' } }],
];

/** Fails so many times, then succeeds; tells how often it was begun. */
function failing(times: number, error: unknown) {
  let begun = 0;
  const run = async () => {
    begun += 1;
    if (begun <= times) throw error;
    return 'done';
  };
  return { run, begun: () => begun };
}

describe('A transaction that PostgreSQL ended to break a deadlock', () => {
  test.each(deadlocks)('Given %s says so, Then it is run again', async (_name, error) => {
    const { run, begun } = failing(deadlockAttempts - 1, Object.assign(new Error(), error));

    expect(await retryDeadlocks(run)).toBe('done');
    expect(begun()).toBe(deadlockAttempts);
  });

  test('Given it happens every time, Then it fails in the end', async () => {
    const { run, begun } = failing(99, Object.assign(new Error(), { code: '40P01' }));

    await expect(retryDeadlocks(run)).rejects.toMatchObject({ code: '40P01' });
    expect(begun()).toBe(deadlockAttempts);
  });
});

test('What fails for another reason fails at once', async () => {
  const { run, begun } = failing(99, Object.assign(new Error(), { code: '23505' }));

  await expect(retryDeadlocks(run)).rejects.toMatchObject({ code: '23505' });
  expect(begun()).toBe(1);
});
