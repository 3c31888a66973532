import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  boolean,
  byteSize,
  directoryPath,
  httpUrl,
  ParameterError,
  port,
  text,
  timeOfDay,
  tokenList,
  wholeNumber,
} from '../src/index.ts';

const upToTen = wholeNumber({ min: 1, max: 10 });
const byteRule =
  'must be a number of bytes, plain or with a unit (B, kB, MB, GB, TB, KiB, MiB, GiB, TiB), such as 500MiB';
const shortTokens = tokenList({ accepts: (token) => /^\w+$/.test(token), expectation: 'letters' });

describe('Value parsers accept', () => {
  test.each([
    ['wholeNumber', upToTen, ' 10 ', 10],
    ['wholeNumber', upToTen, '007', 7],
    ['wholeNumber', wholeNumber({ min: -5, max: 5 }), '-5', -5],
    ['boolean', boolean, ' true ', true],
    ['boolean', boolean, 'false', false],
    ['port', port, '0', 0],
    ['port', port, '65535', 65_535],
    ['httpUrl', httpUrl, ' https://h.example/sign?a=b ', 'https://h.example/sign?a=b'],
    ['httpUrl', httpUrl, 'http://[::1]:8083', 'http://[::1]:8083'],
    ['tokenList', shortTokens, 'a', ['a']],
    ['tokenList', shortTokens, ' a ;; b;\tc ; ', ['a', 'b', 'c']],
    ['byteSize', byteSize, '0', 0],
    ['byteSize', byteSize, '1048576', 1_048_576],
    ['byteSize', byteSize, '10B', 10],
    ['byteSize', byteSize, '500MiB', 524_288_000],
    ['byteSize', byteSize, '500mib', 524_288_000],
    ['byteSize', byteSize, '1.5 GB', 1_500_000_000],
    ['byteSize', byteSize, '2kB', 2_000],
    ['byteSize', byteSize, '2KiB', 2_048],
    ['byteSize', byteSize, '1TiB', 1_099_511_627_776],
    ['text', text, '  two words ', 'two words'],
    ['timeOfDay', timeOfDay, ' 7:05 ', '07:05'],
    ['timeOfDay', timeOfDay, '23:59', '23:59'],
    ['directoryPath', directoryPath('/srv/app'), '.data/x', '/srv/app/.data/x'],
    ['directoryPath', directoryPath('/srv/app'), '/var/../lib/', '/lib'],
  ])('%s: %j', (_name, parse, given, expected) => {
    expect(parse(given)).toEqual(expected);
  });
});

describe('Value parsers refuse', () => {
  test.each([
    ['wholeNumber', upToTen, '0', 'must be a whole number from 1 to 10'],
    ['wholeNumber', upToTen, '11', 'must be a whole number from 1 to 10'],
    ['wholeNumber', upToTen, '1.0', 'must be a whole number from 1 to 10'],
    ['wholeNumber', upToTen, '0x1', 'must be a whole number from 1 to 10'],
    ['wholeNumber', upToTen, '1e0', 'must be a whole number from 1 to 10'],
    ['boolean', boolean, 'yes', 'must be true or false'],
    ['boolean', boolean, 'TRUE', 'must be true or false'],
    ['port', port, '65536', 'must be a whole number from 0 to 65535'],
    ['timeOfDay', timeOfDay, '24:00', 'must be a time of day, such as 07:00'],
    ['timeOfDay', timeOfDay, '7h', 'must be a time of day, such as 07:00'],
    ['httpUrl', httpUrl, 'h.example', 'must be an absolute http or https URL'],
    ['httpUrl', httpUrl, 'file:///etc/passwd', 'must be an absolute http or https URL'],
    ['httpUrl', httpUrl, 'http://', 'must be an absolute http or https URL'],
    ['httpUrl', httpUrl, 'http:h.example', 'must be an absolute http or https URL'],
    ['httpUrl', httpUrl, 'http://h.exam\tple', 'must be an absolute http or https URL'],
    ['httpUrl', httpUrl, 'http://h.example\\@evil', 'must be an absolute http or https URL'],
    ['httpUrl', httpUrl, 'http://h.example:99999/', 'must be an absolute http or https URL'],
    ['httpUrl', httpUrl, 'http://u:p@h.example/', 'must be a URL without user name, password and fragment'],
    ['httpUrl', httpUrl, 'http://h.example/#top', 'must be a URL without user name, password and fragment'],
    ['tokenList', shortTokens, ' ; ', 'must hold at least one token'],
    ['tokenList', shortTokens, '!', 'must be letters'],
    ['tokenList', shortTokens, '!;a;?', 'must be letters (of the 3 tokens here, see number 1, 3)'],
    ['byteSize', byteSize, '', byteRule],
    ['byteSize', byteSize, 'MiB', byteRule],
    ['byteSize', byteSize, '-1', byteRule],
    ['byteSize', byteSize, '1e9', byteRule],
    ['byteSize', byteSize, '0x10', byteRule],
    ['byteSize', byteSize, '1,5GB', byteRule],
    ['byteSize', byteSize, '5G', byteRule],
    ['byteSize', byteSize, '5  GB', byteRule],
    ['byteSize', byteSize, '9999999TiB', byteRule],
    ['text', text, 'two\nlines', 'must be one line without control characters'],
    ['directoryPath', directoryPath('/srv'), 'a\0b', 'must be one line without control characters'],
  ])('%s: %j', (_name, parse, given, rule) => {
    expect(() => parse(given)).toThrow(new ParameterError(rule));
  });
});

test('Any number of bytes is read back as it was written', () => {
  fc.assert(
    fc.property(
      fc.maxSafeNat(),
      (bytes) => byteSize(String(bytes)) === bytes && byteSize(`${bytes} B`) === bytes,
    ),
  );
});
