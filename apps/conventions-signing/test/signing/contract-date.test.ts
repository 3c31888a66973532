import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { formatContractDate, parseContractDate } from '../../src/domain/contract-date.ts';

describe('The date form of the contract', () => {
  test.each([
    ['2026-11-21T14:05:09.120+0000', '2026-11-21T14:05:09.120Z'],
    ['2026-11-21T14:05:09.120+0100', '2026-11-21T13:05:09.120Z'],
    ['2026-01-01T00:30:00.000+0530', '2025-12-31T19:00:00.000Z'],
    ['2026-11-21T14:05:09.120-0330', '2026-11-21T17:35:09.120Z'],
    ['2024-02-29T00:00:00.000+1400', '2024-02-28T10:00:00.000Z'],
    ['0099-02-28T00:00:00.000+0000', '0099-02-28T00:00:00.000Z'],
  ])('%s names the instant %s', (text, instant) => {
    expect(parseContractDate(text)?.toISOString()).toBe(instant);
  });

  test.each([
    ['', 'nothing'],
    ['2026-11-21T14:05:09.120Z', 'a letter for the zone'],
    ['2026-11-21T14:05:09.120+01:00', 'an offset with colon'],
    ['2026-11-21T14:05:09+0100', 'no milliseconds'],
    ['2026-11-21T14:05:09.12+0100', 'two digits of milliseconds'],
    ['2026-11-21 14:05:09.120+0100', 'a blank for the T'],
    [' 2026-11-21T14:05:09.120+0100', 'a blank in front'],
    ['2026-11-21T14:05:09.120+0100\n', 'a line break behind'],
    ['2026-02-29T00:00:00.000+0000', 'a day that does not exist'],
    ['2026-13-01T00:00:00.000+0000', 'a month that does not exist'],
    ['2026-00-10T00:00:00.000+0000', 'month zero'],
    ['2026-04-31T00:00:00.000+0000', 'the 31st of April'],
    ['2026-11-21T24:00:00.000+0000', 'hour 24'],
    ['2026-11-21T23:60:00.000+0000', 'minute 60'],
    ['2026-11-21T23:59:60.000+0000', 'second 60'],
    ['2026-11-21T14:05:09.120+1500', 'an offset that no place has'],
    ['2026-11-21T14:05:09.120-1215', 'an offset that no place has'],
    ['2026-11-21T14:05:09.120+0060', 'an offset of 60 minutes'],
    ['2026-11-21T14:05:09.120+0107', 'an offset that is no quarter of an hour'],
    ['0000-01-01T00:00:00.000+0000', 'year zero'],
    ['0001-01-01T00:00:00.000+0100', 'an instant before year 1'],
    ['9999-12-31T23:59:59.999-1200', 'an instant after year 9999'],
    ['٢٠٢٦-11-21T14:05:09.120+0000', 'digits of another script'],
  ])('%j is refused: %s', (text) => {
    expect(parseContractDate(text)).toBeNull();
  });

  test('whatever instant is written is read back as the same instant', () => {
    const instants = fc.date({
      min: new Date('0001-01-01T00:00:00.000Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, (instant) => {
        expect(parseContractDate(formatContractDate(instant))?.getTime()).toBe(instant.getTime());
      }),
    );
  });

  test('whatever is taken can be written and read back', () => {
    const parts = fc.tuple(
      fc.constantFrom('0001-01-01', '0001-12-31', '2026-06-30', '9999-01-01', '9999-12-31'),
      fc.constantFrom('00:00:00.000', '12:30:00.001', '23:59:59.999'),
      fc.constantFrom('+0000', '+1400', '-1200', '+0545'),
    );
    fc.assert(
      fc.property(parts, ([day, time, offset]) => {
        const instant = parseContractDate(`${day}T${time}${offset}`);
        if (instant === null) return;
        expect(parseContractDate(formatContractDate(instant))?.getTime()).toBe(instant.getTime());
      }),
    );
  });

  test('no text makes the parser throw, and what it takes has the form', () => {
    const nearly = fc.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}[+-]\d{4}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string(), nearly), (text) => {
        const instant = parseContractDate(text);
        if (instant !== null) expect(text).toHaveLength(28);
      }),
    );
  });
});
