import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  giveUpAfterMs,
  longestRetryAfterMs,
  nextAttemptAt,
  parseRetryAfter,
  waitsMs,
} from '../src/delivery-policy.ts';

const createdAt = new Date('2026-11-21T10:00:00.000Z');
const giveUpAt = new Date(createdAt.getTime() + giveUpAfterMs);

describe('The next attempt after a failed one', () => {
  test.each([
    [1, 5],
    [2, 30],
    [3, 120],
    [8, 14_400],
    [20, 14_400],
  ])('attempt %i is followed after about %i s, a fifth more or less', (attempt, seconds) => {
    const waits = [0, 0.5, 0.999].map((random) => {
      const next = nextAttemptAt({ attempt, failedAt: createdAt, giveUpAt, random });
      return ((next?.getTime() ?? Number.NaN) - createdAt.getTime()) / 1000;
    });
    expect(waits[0]).toBeCloseTo(seconds * 0.8);
    expect(waits[1]).toBeCloseTo(seconds);
    expect(waits[2]).toBeLessThanOrEqual(seconds * 1.2);
  });

  test('attempts go on for three days and then end', () => {
    let at = createdAt;
    let attempts = 1;
    for (;;) {
      const next = nextAttemptAt({ attempt: attempts, failedAt: at, giveUpAt, random: 0.5 });
      if (next === null) break;
      at = next;
      attempts += 1;
    }
    expect(at.getTime() - createdAt.getTime()).toBeGreaterThan(giveUpAfterMs - 4 * 3_600_000);
    expect(attempts).toBeGreaterThan(20);
    expect(attempts).toBeLessThan(30);
  });

  test('a Retry-After is honoured when it asks for more than the wait, up to 24 hours', () => {
    const after = (retryAfterMs: number) =>
      (nextAttemptAt({ attempt: 1, failedAt: createdAt, giveUpAt, retryAfterMs, random: 0.5 })?.getTime() ??
        0) - createdAt.getTime();
    expect(after(1000)).toBe(5000);
    expect(after(600_000)).toBe(600_000);
    expect(after(90 * 3_600_000)).toBe(longestRetryAfterMs);
  });

  test('no attempt is planned in the past or after the end, whatever comes', () => {
    const cases = fc.record({
      attempt: fc.integer({ min: 1, max: 1000 }),
      afterMs: fc.integer({ min: 0, max: giveUpAfterMs }),
      retryAfterMs: fc.option(fc.integer({ min: 0, max: 1e12 }), { nil: undefined }),
      random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    });
    fc.assert(
      fc.property(cases, ({ attempt, afterMs, retryAfterMs, random }) => {
        const failedAt = new Date(createdAt.getTime() + afterMs);
        const next = nextAttemptAt({ attempt, failedAt, giveUpAt, retryAfterMs, random });
        if (next === null) return;
        expect(next.getTime()).toBeGreaterThan(failedAt.getTime() + 0.79 * (waitsMs[0] ?? 0));
        expect(next.getTime()).toBeLessThanOrEqual(giveUpAt.getTime());
      }),
    );
  });
});

describe('Retry-After', () => {
  test.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Sat, 21 Nov 2026 10:01:00 GMT', 60_000],
    ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
    ['soon', undefined],
    ['-5', undefined],
    ['2026-11-21', undefined],
    [undefined, undefined],
  ])('%j asks for %j ms', (header, expected) => {
    expect(parseRetryAfter(header, createdAt)).toBe(expected);
  });
});
