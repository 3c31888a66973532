import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { gainOf } from '../../src/ffmpeg/loudness.ts';
import { runTool } from '../../src/ffmpeg/run-tool.ts';
import { type ClipName, clip, encodingTools, quickMediaTools } from '../support/clips.ts';
import { encodeSource } from '../support/encode-source.ts';
import { inspectMedia } from '../support/inspect-media.ts';
import { firstProfiles } from '../support/rendition-profiles.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'loudness-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function soundOf(name: ClipName, { normaliseSound = true } = {}): Promise<string> {
  const made = await mkdtemp(path.join(folder, 'encoding-'));
  await encodeSource(await encodingTools(), {
    source: await clip(name),
    folder: made,
    profiles: firstProfiles,
    threads: 1,
    normaliseSound,
  });
  return path.join(made, 'audio.m4a');
}

/** As a meter of EBU R128 shows it: LUFS, and dBTP. */
async function metered(file: string): Promise<{ loudness: number; peak: number }> {
  const { ffmpeg } = await quickMediaTools();
  const args = ['-nostdin', '-nostats', '-i', file, '-af', 'ebur128=peak=true', '-f', 'null', '-'];
  const { errorText } = await runTool(ffmpeg, args, { timeLimitMs: 240_000 });
  const summary = errorText.slice(errorText.lastIndexOf('Summary'));
  const number = (name: string) => Number(new RegExp(`${name}: +(\\S+)`).exec(summary)?.[1]);
  return { loudness: number('I'), peak: number('Peak') };
}

describe('Sound that is to be normalised', () => {
  test.each<ClipName>(['loud', 'peaks'])('(%s) is at -16 LUFS, with peaks below -1 dB', async (name) => {
    const file = await soundOf(name);

    const { loudness, peak } = await metered(file);
    expect(Math.abs(loudness + 16)).toBeLessThan(1);
    expect(peak).toBeLessThan(-1);
    expect((await inspectMedia(file)).streams).toMatchObject([{ codec_name: 'aac', sample_rate: '48000' }]);
  });

  test.each<ClipName>(['noSound', 'blip'])(
    '(%s) stays as it is where nothing can be measured',
    async (name) => {
      const [normalised, plain] = await Promise.all([
        soundOf(name),
        soundOf(name, { normaliseSound: false }),
      ]);

      expect(await metered(normalised)).toEqual(await metered(plain));
    },
  );

  test('is made at most 30 dB louder: what is quieter is noise', async () => {
    const { loudness } = await metered(await soundOf('quiet'));

    expect(loudness).toBeCloseTo(-47.85 + 30, 0);
  });
});

test('The gain is the same for all of it, and peaks are limited where it makes them too high', () => {
  expect(gainOf({ loudness: -23, peak: -10 })).toEqual({ decibels: 7, isLimited: false });
  expect(gainOf({ loudness: -23, peak: -4 })).toEqual({ decibels: 7, isLimited: true });
  expect(gainOf({ loudness: -10, peak: 0 })).toEqual({ decibels: -6, isLimited: false });
});
