import { describe, expect, test } from '@jest/globals';
import { eventually } from '../src/index.ts';

describe('eventually', () => {
  test('Given a condition that comes to hold, Then its value is returned', async () => {
    let calls = 0;
    expect(await eventually(() => (++calls === 3 ? `call ${calls}` : null), { intervalMs: 1 })).toBe(
      'call 3',
    );
  });

  test('Given zero, an empty text or nothing, Then these are values like others', async () => {
    expect(await eventually(() => 0)).toBe(0);
    expect(await eventually(() => '')).toBe('');
    expect(await eventually(() => undefined)).toBeUndefined();
  });

  test('Given a check that throws at first, Then it is asked again', async () => {
    let calls = 0;
    await eventually(
      () => {
        expect(++calls).toBeGreaterThan(2);
      },
      { intervalMs: 1 },
    );
    expect(calls).toBe(3);
  });

  test('Given a condition that never holds, Then the message tells what was awaited and what was seen', async () => {
    const waiting = eventually(() => false, {
      timeoutMs: 30,
      intervalMs: 1,
      describe: 'the agreement is signed',
      seen: () => ({ state: 'signing' }),
    });
    await expect(waiting).rejects.toThrow(
      "Waited 30 ms until the agreement is signed; seen instead: { state: 'signing' }",
    );
  });

  test('Given a check that keeps throwing, Then its message is what was seen', async () => {
    const failing = () => Promise.reject(new Error('connection refused'));
    await expect(eventually(failing, { timeoutMs: 20, intervalMs: 1 })).rejects.toThrow(
      /seen instead: connection refused/,
    );
  });
});
