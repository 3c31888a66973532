import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { timeLimitMs } from '../../src/ffmpeg/encode-limits.ts';
import { ffmpegLog, ffmpegWords, mostLogLines } from '../../src/ffmpeg/ffmpeg-words.ts';
import { progressOf } from '../../src/ffmpeg/run-ffmpeg.ts';

describe("ffmpeg's last words", () => {
  test.each([
    [
      '[mov,mp4 @ 0x55c0] moov atom not found\nfile:/srv/media/my videos/source: Invalid data found\n',
      '[mov,mp4] moov atom not found; the file: Invalid data found',
    ],
    ["Unable to open '/etc/passwd' for reading\n", "Unable to open 'the file' for reading"],
    ['Error\nError\nError\nConversion failed!\n', 'Error'],
    ['one\ntwo\nthree\nfour\n', 'two; three; four'],
    ['frame 3/25 is broken', 'frame 3/25 is broken'],
    ['', ''],
  ])('%j become %j', (text, words) => {
    expect(ffmpegWords(text, ['/srv/media/my videos', '/srv/media/my videos/source'])).toBe(words);
  });

  test('that are cut off end with a whole character', () => {
    expect(ffmpegWords(`a${'🎓'.repeat(500)}`, []).isWellFormed()).toBe(true);
  });

  test('never hold a path that was given, wherever it stands', () => {
    const part = fc.stringMatching(/^[a-zA-Z0-9 _.%:|-]{1,12}$/);
    fc.assert(
      fc.property(fc.array(part, { minLength: 2, maxLength: 4 }), fc.string(), (parts, around) => {
        const path = `/${parts.join('/')}`;
        expect(ffmpegWords(`${around} ${path}: ${around}${path}`, [path])).not.toContain(path);
      }),
    );
  });
});

describe('Progress', () => {
  function progress(lines: Record<string, string>) {
    return progressOf(new Map(Object.entries(lines)), 60);
  }

  test('is the encoded part of the duration, and the rest at the present speed', () => {
    expect(progress({ out_time: '00:00:24.600000', speed: '2.5x' })).toEqual({
      percent: 41,
      speed: 2.5,
      etaSeconds: 15,
    });
  });

  test.each([
    [
      { out_time: 'N/A', speed: 'N/A' },
      { percent: 0, speed: null, etaSeconds: null },
    ],
    [
      { out_time: '-00:00:00.021333', speed: '0x' },
      { percent: 0, speed: null, etaSeconds: null },
    ],
    [
      { out_time: '00:01:30.000000', speed: ' 3x' },
      { percent: 99, speed: 3, etaSeconds: 0 },
    ],
  ])('of %j is %j', (lines, expected) => {
    expect(progress(lines)).toEqual(expected);
  });
});

test('The time limit is proportional to the duration, and never under ten minutes', () => {
  expect(timeLimitMs(5)).toBe(600_000);
  expect(timeLimitMs(3600)).toBe(20 * 3_600_000);
});

test('The log has the last lines, without paths, addresses and what is no text', () => {
  const said = [
    ...Array.from({ length: 50 }, (_, line) => `line ${line}`),
    '[mov @ 0x5581] file:/srv/media/videos/7/source-1.mp4: corrupt\0',
    'http://127.0.0.1:40123/secret/source.mp4: Server returned 404',
    'x'.repeat(1000),
  ].join('\n');

  const log = ffmpegLog(said, ['/srv/media/videos/7/source-1.mp4']);

  expect(log).toHaveLength(mostLogLines);
  expect(log.slice(-3, -1)).toEqual(['[mov] the file: corrupt', 'the file Server returned 404']);
  expect(log.at(-1)).toHaveLength(300);
});
