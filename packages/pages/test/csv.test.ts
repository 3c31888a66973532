import { describe, expect, test } from '@jest/globals';
import { csvLine } from '../src/csv.ts';

const cellOf = (value: string) => csvLine([value], 'en').slice(0, -2).replace(/^"|"$/g, '');
const codePoints = Array.from({ length: 0x110000 }, (_, code) => code).filter(
  (code) => code < 0xd800 || code > 0xdfff,
);
const charactersThat = (pattern: RegExp) =>
  codePoints.map((code) => String.fromCodePoint(code)).filter((character) => pattern.test(character));

/** White space, controls, and what has no width. */
const unseen = charactersThat(/[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u);

describe('A cell', () => {
  test.each(['=', '+', '-', '@'])('that begins with %s, in whatever width, is no formula', (sign) => {
    const signs = codePoints
      .map((code) => String.fromCodePoint(code))
      .filter((character) => character.normalize('NFKC') === sign);

    expect(signs.length).toBeGreaterThan(1);
    for (const one of signs) expect(cellOf(`${one}1`)).toBe(`'${one}1`);
  });

  test('that begins with what nobody sees before a sign is no formula, however much there is of it', () => {
    expect(unseen).toEqual(
      expect.arrayContaining(['\u200b', '\ufeff', '\u0000', '\u00ad', '\u2060', '\u202e']),
    );
    const isBare = (value: string) => !/^'|[\t\r\n]'/.test(cellOf(value));
    expect(unseen.filter((one) => isBare(`${one}=1`))).toEqual([]);
    expect(unseen.filter((one) => isBare(`${one}\u200b ${one}＝1`))).toEqual([]);
    expect(cellOf(`a;${unseen.join('')}=1`)).toContain("'");
  });

  test('that shows no sign at its beginning stays as it is', () => {
    for (const value of ['a=1', '\u200ba', '1-2', 'é@b', '\u0007bell', '']) expect(cellOf(value)).toBe(value);
  });

  test('of a million of unseen characters is written at once', () => {
    const startedAt = performance.now();
    cellOf(',\u200b'.repeat(500_000));
    cellOf('\u200b'.repeat(1_000_000));
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});
