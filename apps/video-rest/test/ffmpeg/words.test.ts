import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { timeLimitMs } from '../../src/ffmpeg/encode-limits.ts';
import { errorInFrench } from '../../src/ffmpeg/error-in-french.ts';
import { ffmpegWords } from '../../src/ffmpeg/ffmpeg-words.ts';
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

describe('An error in French', () => {
  test.each([
    [
      'too little space is left in the media folder',
      'Il reste trop peu de place dans le dossier des médias.',
      '',
    ],
    [
      'Nothing was encoded of the source (audio.m4a is missing): [mov,mp4] moov atom not found',
      "Rien n'a été encodé de la source (audio.m4a manque)\u00a0:",
      '[mov,mp4] moov atom not found',
    ],
    [
      'ffmpeg is missing on the machine that encodes, or does not run there.',
      "ffmpeg manque sur la machine qui encode, ou n'y fonctionne pas.",
      '',
    ],
    ['The HLS of 720p is not complete.', "Le HLS de 720p n'est pas complet.", ''],
    [
      'The source says that it lasts 61.5 s, but only 3.0 s could be encoded.',
      'La source annonce 61,5 s, mais seules 3,0 s ont pu être encodées.',
      '',
    ],
    [
      'The encoding was ended after 90 minutes, its time limit.',
      "L'encodage a été arrêté après 90 minutes, sa durée maximale.",
      '',
    ],
  ])('%j is said in our words, and those of ffmpeg stay', (error, own, others) => {
    expect(errorInFrench(error)).toEqual({ own, others });
  });

  test('What ffmpeg alone has said is left as it is', () => {
    expect(errorInFrench('[mov,mp4] moov atom not found; the file: Invalid data found')).toBeUndefined();
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
