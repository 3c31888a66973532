import { expect, test } from '@jest/globals';
import { lastDays, lastHours, lastWeeks } from '../../../src/http/console/deliveries/attempts-chart.ts';

test('Weeks begin on Monday in the clocks of the place, also where these change', () => {
  const { days, bounds } = lastWeeks(new Date('2026-10-25T23:30:00Z'), {
    count: 2,
    timeZone: 'Europe/Paris',
  });

  expect(days).toEqual(['2026-10-19', '2026-10-26']);
  expect(bounds.map((bound) => bound.toISOString())).toEqual([
    '2026-10-18T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
    '2026-11-01T23:00:00.000Z',
  ]);
});

test('Days end with the day that is under way', () => {
  const { days, bounds } = lastDays(new Date('2026-03-01T12:00:00Z'), { count: 3, timeZone: 'UTC' });

  expect(days).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  expect(bounds.at(-1)?.toISOString()).toBe('2026-03-02T00:00:00.000Z');
});

test('Hours end with the one that is under way', () => {
  const { bounds } = lastHours(new Date('2026-03-01T12:34:56Z'), { count: 2 });

  expect(bounds.map((bound) => bound.toISOString())).toEqual([
    '2026-03-01T11:00:00.000Z',
    '2026-03-01T12:00:00.000Z',
    '2026-03-01T13:00:00.000Z',
  ]);
});
