import { expect, test } from '@jest/globals';
import { duration, fileSize } from '../src/index.ts';

/** With ordinary blanks, since languages differ in theirs. */
const plain = (text: string) => text.replace(/\s/gu, ' ');

test.each([
  [0, '0 byte', '0 o'],
  [999, '999 byte', '999 o'],
  [1_340, '1.3 kB', '1,3 ko'],
  [53_000, '53 kB', '53 ko'],
  [52_428_800, '52 MB', '52 Mo'],
  [7_250_000_000, '7.3 GB', '7,3 Go'],
])('%s bytes are read as %s, or as %s', (bytes, english, french) => {
  expect([plain(fileSize(bytes, 'en')), plain(fileSize(bytes, 'fr'))]).toEqual([english, french]);
});

test.each([
  [38, '38 ms', '38 ms'],
  [1_240, '1.2 sec', '1,2 s'],
  [119_000, '1 minute', '1 minute'],
  [5.9 * 3_600_000, '5 hours', '5 heures'],
  [4 * 86_400_000, '4 days', '4 jours'],
])('%s ms are read as %s, or as %s', (ms, english, french) => {
  expect([plain(duration(ms, 'en')), plain(duration(ms, 'fr'))]).toEqual([english, french]);
});
