import { describe, expect, test } from '@jest/globals';
import { canBeCut, cutOf, cutPictures } from '../../src/ffmpeg/pieces.ts';
import type { VideoFacts } from '../../src/ffmpeg/probe-result.ts';
import { movingSegments as segments, stillSegments } from '../../src/ffmpeg/segments.ts';

const ntsc = { numerator: 30000, denominator: 1001 };

describe('A cut of the pictures', () => {
  test('has its borders where segments begin, and no frame twice or in none', () => {
    expect(cutPictures({ seconds: 26, atLeast: 8, frameRate: ntsc, segments })).toEqual([
      { border: 0, firstFrame: 0, endFrame: 240 },
      { border: 8, firstFrame: 240, endFrame: 480 },
      { border: 16, firstFrame: 480, endFrame: null },
    ]);
  });

  test.each([
    { seconds: 9, pieces: 1 },
    { seconds: 95, pieces: 2 },
    { seconds: 3600, pieces: 60 },
    { seconds: 3631, pieces: 61 },
  ])('makes $pieces pieces of about a minute from $seconds s', ({ seconds, pieces }) => {
    expect(cutPictures({ seconds, atLeast: 60, frameRate: ntsc, segments })).toHaveLength(pieces);
  });

  test('keeps to multiples of a segment', () => {
    const cut = cutPictures({
      seconds: 100,
      atLeast: 10,
      frameRate: { numerator: 25, denominator: 1 },
      segments,
    });

    expect(cut.map(({ border }) => border % 4)).toEqual(cut.map(() => 0));
  });

  test('keeps to the longer segments of slides', () => {
    const cut = cutPictures({ seconds: 240, atLeast: 70, frameRate: ntsc, segments: stillSegments });

    expect(cut.map(({ border }) => border)).toEqual([0, 80, 160]);
  });
});

describe('A piece', () => {
  test('is decoded from some seconds before it, at a frame that takes whole microseconds', () => {
    const { seekSeconds, skippedFrames, frames, phaseSeconds } = cutOf(
      { border: 16, firstFrame: 480, endFrame: 720 },
      ntsc,
    );

    expect(skippedFrames).toBeGreaterThan(10 * 29.97);
    expect((480 - skippedFrames) / (30000 / 1001)).toBeCloseTo(seekSeconds, 9);
    expect(seekSeconds * 1e6).toBeCloseTo(Math.round(seekSeconds * 1e6), 6);
    expect(frames).toBe(240);
    expect(phaseSeconds).toBeCloseTo(0.016, 6);
  });

  test('at the beginning skips nothing', () => {
    const first = { border: 0, firstFrame: 0, endFrame: 240 };

    expect(cutOf(first, ntsc)).toEqual({ seekSeconds: 0, skippedFrames: 0, frames: 240, phaseSeconds: 0 });
  });
});

describe('A source', () => {
  const video = {} as VideoFacts;
  const times = { startSeconds: 0.1, endSeconds: 700, packets: 1, gaps: [] };

  test('is cut when its index makes it cheap to begin in the middle', () => {
    expect(canBeCut({ container: 'mov', camera: null, video }, { video: times, breaks: 0 })).toBe(true);
    expect(canBeCut({ container: 'matroska', camera: null, video }, { video: times, breaks: 0 })).toBe(true);
  });

  test.each([
    ['of sound alone', { container: 'mov', video: null }, { video: null, breaks: 0 }],
    ['whose times may jump', { container: 'mpegts', video }, { video: times, breaks: 0 }],
    [
      'whose pictures stay for long',
      { container: 'mov', video },
      { video: { ...times, gaps: [{ from: 20, to: 40 }] }, breaks: 0 },
    ],
    [
      'whose pictures begin late',
      { container: 'mov', video },
      { video: { ...times, startSeconds: 30 }, breaks: 0 },
    ],
  ] as const)('%s is not', (_, facts, timeline) => {
    expect(canBeCut({ camera: null, ...facts }, timeline)).toBe(false);
  });
});
