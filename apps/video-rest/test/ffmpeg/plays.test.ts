import { describe, expect, test } from '@jest/globals';
import {
  columnOf,
  playedParts,
  playedUntil,
  playsIn,
  playsWithin,
  sourceSecondsAt,
  trimmed,
} from '../../src/ffmpeg/plays.ts';

const plays = [
  { from: 5, to: 60 },
  { from: 120, to: 130 },
];

describe('What plays of a source', () => {
  test('is kept as PostgreSQL writes ranges, to the end where the last has none', () => {
    const open = [...plays, { from: 200, to: Number.POSITIVE_INFINITY }];

    expect(columnOf(open)).toBe('{[5,60),[120,130),[200,)}');
    expect(playsIn(columnOf(open))).toEqual(open);
    expect(columnOf(playsIn(''))).toBe('');
  });

  test('ends where the source does, and is all where nothing of it is there', () => {
    expect(playsWithin([{ from: 5, to: Number.POSITIVE_INFINITY }], 61.5)).toEqual([{ from: 5, to: 61.5 }]);
    expect(playsWithin(plays, 100)).toEqual([{ from: 5, to: 60 }]);
    expect(playsWithin(plays, 4)).toEqual([]);
    expect(playsWithin([{ from: 0, to: 90 }], 61.5)).toEqual([]);
  });

  test('has a moment of the source for each of its own, and back', () => {
    // Any order of borders will do: xorshift, so that a failure comes again.
    let state = 2_463_534_242;
    const next = (below: number) => {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return (state >>> 0) % below;
    };
    for (let round = 0; round < 500; round += 1) {
      const borders = [...new Set(Array.from({ length: 2 + next(20) }, () => next(1000)))].toSorted(
        (one, other) => one - other,
      );
      const pieces = borders.flatMap((from, index) =>
        index % 2 === 0 && borders[index + 1] !== undefined ? [{ from, to: Number(borders[index + 1]) }] : [],
      );
      const lasts = pieces.reduce((sum, { from, to }) => sum + to - from, 0);
      if (lasts === 0) continue;
      const [one, other] = [next(lasts * 8) / 8, next(lasts * 8) / 8].toSorted((a, b) => a - b) as [
        number,
        number,
      ];
      const [first, second] = [sourceSecondsAt(pieces, one), sourceSecondsAt(pieces, other)];

      expect(playedUntil(pieces, first)).toBe(one);
      expect(second - first).toBeGreaterThanOrEqual(other - one);
      expect(pieces.some(({ from, to }) => from <= first && first < to)).toBe(true);
      expect(playedUntil(pieces, 2000)).toBe(lasts);
      expect(playsIn(columnOf(pieces))).toEqual(pieces);
    }
  });

  test('has the parts of which anything plays, each from where that begins', () => {
    const parts = [0, 30, 70, 90, 125, 131].map((startSeconds) => ({
      title: String(startSeconds),
      startSeconds,
    }));

    expect(playedParts(parts, { plays })).toEqual([
      { title: '0', startSeconds: 0 },
      { title: '30', startSeconds: 25 },
      { title: '90', startSeconds: 55 },
      { title: '125', startSeconds: 60 },
    ]);
  });

  test('has no sound where the source has none in what plays, and the picture that stays there', () => {
    const times = { startSeconds: 200, endSeconds: 410, packets: 9, gaps: [{ from: 205, to: 405 }] };
    const source = {
      video: times,
      audio: times,
      durationSeconds: 410,
      closings: [],
      breaks: 0,
      lastSeconds: 410,
    };
    const audioOf = (from: number, to: number) =>
      trimmed(source, [
        { from: 5, to: 60 },
        { from, to },
      ]).audio;

    expect(audioOf(400, 402)).toBeNull();
    expect(trimmed(source, [{ from: 400, to: 402 }]).video).not.toBeNull();
    expect(audioOf(404, 406)).toMatchObject({ startSeconds: 55, endSeconds: 57 });
  });
});
