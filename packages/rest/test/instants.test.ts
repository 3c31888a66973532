import { dayIn, nextDay, startOfDay } from '@campus/pages';
import { parseDay, parseInstant, showInstant } from '@campus/rest';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

const paris = 'Europe/Paris';

describe('showInstant', () => {
  test.each([
    ['2026-11-21T13:05:09.120Z', paris, '2026-11-21T14:05:09.120000+01:00'],
    ['2026-07-01T12:00:00.000Z', paris, '2026-07-01T14:00:00+02:00'],
    ['2026-07-01T12:00:00.000Z', 'UTC', '2026-07-01T12:00:00Z'],
    ['2026-07-01T12:00:00.000Z', 'America/St_Johns', '2026-07-01T09:30:00-02:30'],
  ])('%s in %s is %s', (instant, zone, shown) => {
    expect(showInstant(new Date(instant), zone)).toBe(shown);
  });
});

describe('parseInstant', () => {
  test.each([
    ['2026-11-21T14:05:09.120000+01:00', '2026-11-21T13:05:09.120Z'],
    ['2026-11-21T14:05', '2026-11-21T13:05:00.000Z'],
    ['2026-11-21 14:05:09', '2026-11-21T13:05:09.000Z'],
    ['2026-11-21T13:05:09.5Z', '2026-11-21T13:05:09.500Z'],
    ['2026-07-01T14:00:00', '2026-07-01T12:00:00.000Z'],
    ['2026-11-21T14:05:09-0530', '2026-11-21T19:35:09.000Z'],
  ])('%s is %s', (text, instant) => {
    expect(parseInstant(text, paris)?.toISOString()).toBe(instant);
  });

  test.each([
    '',
    'yesterday',
    '2026-11-21',
    '2026-02-30T10:00',
    '2026-11-21T25:00',
    '2026-11-21T10:00+25:00',
    '9999-12-31T23:59:59-23:59',
    '0001-01-01T00:00:00+12:00',
    '20261121',
  ])('%j is none', (text) => {
    expect(parseInstant(text, paris)).toBeNull();
  });

  test('reads whatever showInstant writes, in every zone', () => {
    const zones = fc.constantFrom(paris, 'UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Chatham');
    const instants = fc.date({
      min: new Date('1900-01-01'),
      max: new Date('2200-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, zones, (instant, zone) => {
        const shown = showInstant(instant, zone);
        const offsetHasSeconds = Math.abs((parseInstant(shown, zone)?.getTime() ?? 0) - instant.getTime());
        // Offsets of long ago had seconds, which ISO 8601 cannot write.
        expect(offsetHasSeconds).toBeLessThan(60_000);
      }),
    );
  });
});

test('A day begins at its midnight in the zone, also where the clocks change', () => {
  expect(startOfDay('2026-03-29', paris).toISOString()).toBe('2026-03-28T23:00:00.000Z');
  expect(startOfDay('2026-03-30', paris).toISOString()).toBe('2026-03-29T22:00:00.000Z');
  expect(startOfDay('2026-10-26', paris).toISOString()).toBe('2026-10-25T23:00:00.000Z');
});

test('The day of an instant is that of the zone', () => {
  expect(dayIn(new Date('2026-11-20T23:30:00Z'), paris)).toBe('2026-11-21');
});

test.each([
  ['2026-11-21', '2026-11-21'],
  ['2026-1-2', '2026-01-02'],
  ['2026-13-01', null],
  ['2026-02-29', null],
  ['21/11/2026', null],
])('parseDay(%j) is %j', (text, day) => {
  expect(parseDay(text)).toBe(day);
});

test('The next day goes over months and years', () => {
  expect(nextDay('2026-12-31')).toBe('2027-01-01');
});
