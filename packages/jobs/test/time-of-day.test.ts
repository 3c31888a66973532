import { describe, expect, test } from '@jest/globals';
import { occurrencesAround } from '../src/daily.ts';

const paris = 'Europe/Paris';

describe('A time of day', () => {
  test.each([
    ['in winter', '07:00', paris, '2026-11-23T05:59:59Z', '2026-11-22T06:00:00Z', '2026-11-23T06:00:00Z'],
    [
      'at that very instant',
      '07:00',
      paris,
      '2026-11-23T06:00:00Z',
      '2026-11-23T06:00:00Z',
      '2026-11-24T06:00:00Z',
    ],
    [
      'over the change to summer time',
      '07:00',
      paris,
      '2026-03-28T12:00:00Z',
      '2026-03-28T06:00:00Z',
      '2026-03-29T05:00:00Z',
    ],
    [
      'over the change to winter time',
      '07:00',
      paris,
      '2026-10-24T12:00:00Z',
      '2026-10-24T05:00:00Z',
      '2026-10-25T06:00:00Z',
    ],
    [
      'that clocks skip',
      '02:30',
      paris,
      '2026-03-29T00:00:00Z',
      '2026-03-28T01:30:00Z',
      '2026-03-29T01:30:00Z',
    ],
    [
      'that was skipped',
      '02:30',
      paris,
      '2026-03-29T01:30:00Z',
      '2026-03-29T01:30:00Z',
      '2026-03-30T00:30:00Z',
    ],
    [
      'that comes twice',
      '02:30',
      paris,
      '2026-10-25T00:00:00Z',
      '2026-10-24T00:30:00Z',
      '2026-10-25T00:30:00Z',
    ],
    [
      'that has come once of twice',
      '02:30',
      paris,
      '2026-10-25T01:00:00Z',
      '2026-10-25T00:30:00Z',
      '2026-10-26T01:30:00Z',
    ],
    [
      'where clocks change by half an hour',
      '02:15',
      'Australia/Lord_Howe',
      '2026-10-03T15:00:00Z',
      '2026-10-02T15:45:00Z',
      '2026-10-03T15:45:00Z',
    ],
    [
      'at midnight, which is skipped',
      '00:00',
      'Africa/Cairo',
      '2026-04-23T21:00:00Z',
      '2026-04-22T22:00:00Z',
      '2026-04-23T22:00:00Z',
    ],
    [
      'on a day that is left out',
      '07:00',
      'Pacific/Apia',
      '2011-12-30T10:30:00Z',
      '2011-12-29T17:00:00Z',
      '2011-12-30T17:00:00Z',
    ],
    ['in UTC', '23:59', 'UTC', '2026-12-31T23:59:30Z', '2026-12-31T23:59:00Z', '2027-01-01T23:59:00Z'],
  ])('%s', (_, at, timeZone, instant, latest, next) => {
    expect(occurrencesAround(new Date(instant), { at, timeZone })).toEqual({
      latest: new Date(latest),
      next: new Date(next),
    });
  });

  test.each([
    ['Europe/Paris', '02:30'],
    ['America/St_Johns', '00:00'],
    ['Australia/Lord_Howe', '01:45'],
    ['Pacific/Auckland', '23:59'],
    ['UTC', '07:00'],
  ])('comes every day once in %s at %s: none is passed over, and none comes again', (timeZone, at) => {
    const end = new Date('2028-01-01T00:00:00Z');
    for (let instant = new Date('2026-01-01T00:00:00Z'); instant < end; ) {
      const { latest, next } = occurrencesAround(instant, { at, timeZone });

      const hours = (next.getTime() - latest.getTime()) / 3_600_000;
      expect(hours).toBeGreaterThanOrEqual(23);
      expect(hours).toBeLessThanOrEqual(25);
      expect(occurrencesAround(next, { at, timeZone }).latest).toEqual(next);
      expect(occurrencesAround(new Date(next.getTime() - 1), { at, timeZone })).toEqual({ latest, next });
      instant = next;
    }
  });
});
