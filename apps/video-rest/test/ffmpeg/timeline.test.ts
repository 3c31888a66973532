import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Container } from '../../src/ffmpeg/containers.ts';
import { durationOf, parseMediaPlaylist } from '../../src/ffmpeg/master-playlist.ts';
import { affordableFrameRate, mostFillingPictures } from '../../src/ffmpeg/probe-result.ts';
import { createTimeline } from '../../src/ffmpeg/timeline.ts';
import { type ClipName, clip, encodingTools } from '../support/clips.ts';
import { encodeSource } from '../support/encode-source.ts';
import { firstProfiles } from '../support/rendition-profiles.ts';

const folders: string[] = [];

afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

/** What comes of a clip, and how long each stream of it is. */
async function encodeClip(name: ClipName) {
  const folder = await mkdtemp(path.join(tmpdir(), 'encoding-'));
  folders.push(folder);
  const outputs = await encodeSource(await encodingTools(), {
    source: await clip(name),
    folder,
    profiles: firstProfiles,
    threads: 2,
  });
  const lasts = async (file: string) =>
    durationOf(parseMediaPlaylist(await readFile(path.join(folder, file), 'utf8')));
  const picture = await lasts(`${outputs.renditions[0]?.name}.m3u8`);
  return { outputs, picture, sound: outputs.audio === null ? null : await lasts('audio.m3u8') };
}

/** A packet a second of each stream, over the seconds that are named. */
function timelineOf(
  container: Container,
  { video, audio }: { video: readonly [number, number][]; audio: readonly [number, number][] },
) {
  const timeline = createTimeline(container);
  const packets = Object.entries({ video, audio }).flatMap(([stream, spans]) =>
    spans.flatMap(([from, to]) =>
      Array.from({ length: to - from }, (_, index) => ({ stream, at: from + index })),
    ),
  );
  for (const { stream, at } of packets.toSorted((one, other) => one.at - other.at)) {
    timeline.add({
      stream: stream as 'video' | 'audio',
      presentationSeconds: at,
      decodingSeconds: at,
      durationSeconds: stream === 'video' ? 0.5 : 1,
    });
  }
  return timeline.finish(0);
}

describe('The times of a source', () => {
  test('Given a jump of pictures and sound together, When times may jump, Then it is closed up, and both stay in step', () => {
    const spans: [number, number][] = [
      [0, 20],
      [1000, 1020],
    ];

    const { closings, breaks, video, audio } = timelineOf('mpegts', { video: spans, audio: spans });

    expect(closings).toEqual([{ from: 20, to: 1000 }]);
    expect(breaks).toBe(1);
    expect(video?.endSeconds).toBeCloseTo(39.5);
    expect(audio).toMatchObject({ endSeconds: 40, gaps: [] });
  });

  test('Given a gap in the sound alone, When times may jump, Then it stays', () => {
    const { closings, audio } = timelineOf('mpegts', {
      video: [[0, 100]],
      audio: [
        [0, 20],
        [80, 100],
      ],
    });

    expect(closings).toEqual([]);
    expect(audio).toMatchObject({ endSeconds: 100, gaps: [{ from: 20, to: 80 }] });
  });

  test('Given a pause of everything, When times are meant (Matroska), Then it stays', () => {
    const spans: [number, number][] = [
      [0, 20],
      [1000, 1020],
    ];

    const { closings, durationSeconds } = timelineOf('matroska', { video: spans, audio: spans });

    expect(closings).toEqual([]);
    expect(durationSeconds).toBe(1020);
  });
});

describe('Gaps are filled with a number of pictures that can be afforded:', () => {
  const rate = { numerator: 60, denominator: 1 };

  test('Given a picture for every moment of a day, Then it keeps its rate', () => {
    expect(affordableFrameRate(rate, { pictures: 24 * 3600 * 60, seconds: 24 * 3600 })).toBe(rate);
  });

  test('Given two pictures with twenty hours between them, Then the rate is lowered', () => {
    const seconds = 20 * 3600;
    const { numerator, denominator } = affordableFrameRate(rate, { pictures: 2, seconds });

    expect((numerator / denominator) * seconds).toBeLessThanOrEqual(mostFillingPictures + 2);
  });
});

describe('A recording', () => {
  test.each<ClipName>(['reconnected', 'clockSetBack', 'clockBeganAnew'])(
    'Given a recorder that reconnected (%s), When it is encoded, Then its parts are joined, and the record says so',
    async (name) => {
      const { outputs, picture, sound } = await encodeClip(name);

      expect(outputs.breaks).toBe(1);
      expect(picture).toBeGreaterThan(7.9);
      expect(picture).toBeLessThan(8.6);
      expect(Math.abs(picture - (sound ?? 0))).toBeLessThan(0.3);
    },
  );

  test('Given a subtitle that outlasts the pictures, When it is encoded, Then that is complete', async () => {
    expect(await encodeClip('subtitled')).toMatchObject({ picture: expect.closeTo(2, 1), sound: null });
  });

  test.each<[ClipName, number]>([
    ['muted', 410],
    ['mutedTransport', 40],
  ])(
    'Given sound that starts late or has a gap (%s), When it is encoded, Then all of it plays in its time',
    async (name, seconds) => {
      const { outputs, picture, sound } = await encodeClip(name);

      expect(outputs.breaks).toBeUndefined();
      expect(picture).toBeCloseTo(seconds, 0);
      expect(Math.abs((sound ?? 0) - seconds)).toBeLessThan(0.3);
    },
  );
});
