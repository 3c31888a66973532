import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { mostOverviewPictures, overviewTrack, planOverview } from '../../src/ffmpeg/overview.ts';
import { clip, encodingTools } from '../support/clips.ts';
import { encodeSource } from '../support/encode-source.ts';
import { colourAt, inspectMedia } from '../support/inspect-media.ts';
import { firstProfiles } from '../support/rendition-profiles.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'overview-'));

afterAll(() => rm(folder, { recursive: true }));

test('The small picture of each time is where the overview says, and its last one lasts to the end', async () => {
  const run = { source: await clip('redThenBlue'), folder, threads: 1, profiles: firstProfiles };
  const { overview } = await encodeSource(await encodingTools(), run);
  const track = await readFile(path.join(folder, String(overview)), 'utf8');
  const cues = [...track.matchAll(/(\S+) --> (\S+)\n(\S+)#xywh=(\d+),(\d+),(\d+),(\d+)/g)];

  expect(cues.map(([, from]) => from)).toEqual(
    ['00', '02', '04', '06', '08', '10'].map((seconds) => `00:00:${seconds}.000`),
  );
  expect(cues.at(-1)?.[2]).toMatch(/^00:00:13\.\d{3}$/);
  expect((await readdir(folder)).filter((name) => /^overview-\d+/.test(name))).toEqual(['overview-1.jpg']);
  const sheet = path.join(folder, 'overview-1.jpg');
  const { width, height } = (await inspectMedia(sheet)).streams[0] ?? {};
  const colours = await Promise.all(
    cues.map(([, , , , ...place]) => {
      const [x = 0, y = 0, across = 0, down = 0] = place.map(Number);
      const middle = { x: (x + across / 2) / Number(width), y: (y + down / 2) / Number(height) };
      return colourAt(sheet, { seconds: 0, ...middle });
    }),
  );
  expect(colours).toEqual(['red', 'red', 'red', 'blue', 'blue', 'blue']);
});

describe('The overview of', () => {
  const size = { widthPixels: 640, heightPixels: 360 };

  test.each([
    ['a minute', 60, 2, 30],
    ['an hour', 3600, 8, 450],
    ['a lecture of three hours', 10_800, 22, 490],
    ['the longest source', 86_400, 174, 496],
  ])('%s has a picture at a distance that keeps their number small', (_, durationSeconds, every, count) => {
    const plan = planOverview({ durationSeconds, keyFrameSeconds: 2, size });

    expect(plan).toMatchObject({ everySeconds: every, pictures: count, columns: 10 });
    expect(count).toBeLessThanOrEqual(mostOverviewPictures);
    const sheets = overviewTrack(plan, durationSeconds).match(/overview-\d+/g) ?? [];
    expect(new Set(sheets).size).toBe(Math.ceil(count / (plan.columns * plan.rows)));
  });

  test('slides has none between two key frames, a short video one, and upright pictures stand', () => {
    expect(planOverview({ durationSeconds: 62, keyFrameSeconds: 20, size })).toMatchObject({ pictures: 3 });
    expect(planOverview({ durationSeconds: 0.4, keyFrameSeconds: 2, size })).toMatchObject({ pictures: 1 });
    expect(
      planOverview({
        durationSeconds: 9,
        keyFrameSeconds: 2,
        size: { widthPixels: 360, heightPixels: 640 },
      }).size,
    ).toEqual({ widthPixels: 90, heightPixels: 160 });
  });
});
