import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Ladder, ladderOf, mostRungs, type RenditionProfile } from '../../src/ffmpeg/ladder.ts';
import type { VideoFacts } from '../../src/ffmpeg/probe-result.ts';
import { firstProfiles } from '../support/rendition-profiles.ts';

function pictures(widthPixels: number, heightPixels: number): VideoFacts {
  return {
    streamIndex: 0,
    codec: 'h264',
    widthPixels,
    heightPixels,
    frameRate: { numerator: 25, denominator: 1 },
    isVariableFrameRate: false,
    pixelFormat: 'yuv420p',
    isInterlaced: false,
    isFullRange: false,
    hdrTransfer: null,
  };
}

function ladderAt(
  widthPixels: number,
  heightPixels: number,
  profiles: readonly RenditionProfile[] = firstProfiles,
): Ladder {
  return ladderOf({ video: pictures(widthPixels, heightPixels), audio: null }, profiles);
}

function sizesOf({ renditions }: Ladder): string[] {
  return renditions.map(
    (rendition) => `${rendition.name} ${rendition.widthPixels}x${rendition.heightPixels}`,
  );
}

describe('The ladder of a source', () => {
  test.each([
    ['full HD', 1920, 1080, ['1080p 1920x1080', '720p 1280x720', '360p 640x360']],
    ['4K', 3840, 2160, ['1080p 1920x1080', '720p 1280x720', '360p 640x360']],
    ['HD', 1280, 720, ['720p 1280x720', '360p 640x360']],
    ['a little less than HD', 1278, 718, ['360p 640x360']],
    ['exactly the lowest rung', 640, 360, ['360p 640x360']],
    ['under the lowest rung', 426, 240, ['240p 426x240']],
    ['an odd size', 321, 241, ['240p 320x240']],
    ['portrait', 1080, 1920, ['1080p 1080x1920', '720p 720x1280', '360p 360x640']],
    ['square', 800, 800, ['720p 720x720', '360p 360x360']],
    ['cinema', 1920, 800, ['720p 1728x720', '360p 864x360']],
    ['PAL on a wide screen', 1024, 576, ['360p 640x360']],
    ['one pixel', 1, 1, ['2p 2x2']],
  ])('of %s (%i x %i) is %j', (_name, width, height, sizes) => {
    expect(sizesOf(ladderAt(width, height))).toEqual(sizes);
  });

  test('never enlarges, has even sizes, and keeps the shape', () => {
    const side = fc.integer({ min: 2, max: 8192 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const { renditions } = ladderAt(width, height);
        expect(renditions.length).toBeGreaterThan(0);
        for (const { widthPixels, heightPixels } of renditions) {
          expect((widthPixels % 2) + (heightPixels % 2)).toBe(0);
          expect(widthPixels).toBeLessThanOrEqual(width);
          expect(heightPixels).toBeLessThanOrEqual(height);
          // Each side loses less than two pixels to be even.
          const skew = Math.abs(widthPixels * height - heightPixels * width);
          expect(skew).toBeLessThan(2.02 * Math.max(width, height));
        }
      }),
    );
  });

  test.each([
    [1920, 1080, '720p'],
    [1280, 720, '720p'],
    [1000, 600, '360p'],
    [320, 240, '240p'],
  ])('of %i x %i has its poster at %s, the largest rendition up to 720', (width, height, name) => {
    expect(ladderAt(width, height).poster?.name).toBe(name);
  });

  test('of large profiles alone has its poster at the smallest', () => {
    const [, , large] = firstProfiles;
    expect(ladderAt(1920, 1080, large && [large]).poster?.name).toBe('1080p');
  });

  test('has no more renditions than a run has memory for: of many profiles the largest, and the lowest', () => {
    const profiles = Array.from({ length: 500 }, (_, place) => ({
      shortSidePixels: 64 + 2 * place,
      videoBitrateKbps: 1000,
      audioBitrateKbps: 128,
      encodeMp4: true,
    }));

    const { renditions } = ladderAt(3840, 2160, profiles);

    expect(renditions).toHaveLength(mostRungs);
    expect(renditions.map(({ name }) => name)).toEqual(['1062p', '1060p', '1058p', '1056p', '1054p', '64p']);
  });

  test('has the ceilings of the reference, and lower ones for slower profiles', () => {
    const ceilings = (videoBitrateKbps: number[]) => {
      const profiles = firstProfiles.map((profile, place) => ({
        ...profile,
        videoBitrateKbps: videoBitrateKbps[place] ?? 0,
      }));
      return ladderAt(1920, 1080, profiles).renditions.map(({ maxBitrateKbps }) => maxBitrateKbps);
    };

    expect(ceilings([750, 2000, 3000])).toEqual([4500, 3000, 1000]);
    expect(ceilings([300, 600, 1000])).toEqual([1500, 800, 400]);
  });

  test('has an MP4 where the profile says so, and that of the lowest for a source under it', () => {
    const profiles = firstProfiles.map((profile) => ({
      ...profile,
      encodeMp4: profile.shortSidePixels !== 720,
    }));
    const mp4s = (width: number, height: number) =>
      ladderAt(width, height, profiles)
        .renditions.filter(({ hasMp4 }) => hasMp4)
        .map(({ name }) => name);

    expect(mp4s(1920, 1080)).toEqual(['1080p', '360p']);
    expect(mp4s(320, 240)).toEqual(['240p']);
  });

  test('of sound alone has no rendition and no poster', () => {
    const sound = { streamIndex: 0, codec: 'mp3', channels: 2 };
    expect(ladderOf({ video: null, audio: sound }, firstProfiles)).toEqual({
      renditions: [],
      poster: null,
      audio: { channels: 2, bitrateKbps: 192 },
    });
  });

  test.each([
    ['360p', 640, 360, 1, { channels: 1, bitrateKbps: 96 }],
    ['360p', 640, 360, 2, { channels: 2, bitrateKbps: 96 }],
    ['720p', 1280, 720, 2, { channels: 2, bitrateKbps: 128 }],
    ['720p', 1280, 720, 6, { channels: 2, bitrateKbps: 128 }],
    ['1080p', 1920, 1080, 1, { channels: 1, bitrateKbps: 96 }],
    ['1080p', 1920, 1080, 2, { channels: 2, bitrateKbps: 192 }],
  ])('up to %s (%i x %i) mixes %i channels to at most two: %j', (_name, width, height, channels, audio) => {
    const sound = { streamIndex: 1, codec: 'aac', channels };
    expect(ladderOf({ video: pictures(width, height), audio: sound }, firstProfiles).audio).toEqual(audio);
  });
});
