import { expect, test } from '@jest/globals';
import { instantOfLocal, localDateTime, offsetMinutes } from '../src/dates/time-zone.ts';

test.each([
  ['2026-11-21T14:05', 'Europe/Paris', '2026-11-21T13:05:00.000Z'],
  ['2026-07-01T00:30', 'Europe/Paris', '2026-06-30T22:30:00.000Z'],
  ['2026-03-29T03:00', 'Europe/Paris', '2026-03-29T01:00:00.000Z'],
  ['2026-11-21T14:05:00', 'UTC', '2026-11-21T14:05:00.000Z'],
  ['2026-01-15T06:00', 'America/Martinique', '2026-01-15T10:00:00.000Z'],
])('%s in %s is %s, and is shown so again', (text, timeZone, instant) => {
  expect(instantOfLocal(text, timeZone)?.toISOString()).toBe(instant);
  expect(localDateTime(new Date(instant), timeZone)).toBe(text.slice(0, 16));
});

test.each([
  ['2026-03-29T02:30', 'the clocks go from 2 to 3'],
  ['2026-02-30T10:00', 'there is no such day'],
  ['2026-02-20T24:00', 'there is no such hour'],
  ['20260220', 'another form'],
  ['', 'nothing'],
])('%s in Paris is no instant: %s', (text) => {
  expect(instantOfLocal(text, 'Europe/Paris')).toBeNull();
});

test('An hour that comes twice is one of the two', () => {
  const instant = instantOfLocal('2026-10-25T02:30', 'Europe/Paris');
  expect(['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']).toContain(instant?.toISOString());
});

test.each([
  ['2000-10-07T12:00Z', -180],
  ['2000-10-08T12:00Z', -120],
  ['2000-10-14T12:00Z', -120],
  ['2000-10-15T12:00Z', -180],
])('Given a week of summer time, the shortest that any zone had, the offset at %s is %i', (at, minutes) => {
  expect(offsetMinutes(Date.parse(at), 'America/Recife')).toBe(minutes);
});
