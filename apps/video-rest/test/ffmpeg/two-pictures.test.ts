import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { insetSize, type Layout } from '../../src/ffmpeg/composition.ts';
import { encodeWhole } from '../../src/ffmpeg/encode-whole.ts';
import { canBeCut } from '../../src/ffmpeg/pieces.ts';
import { planEncoding } from '../../src/ffmpeg/plan-encoding.ts';
import { probe } from '../../src/ffmpeg/probe.ts';
import { type ClipName, clip, encodingTools } from '../support/clips.ts';
import { colourAt, inspectMedia, playThrough } from '../support/inspect-media.ts';

const profiles = [
  { shortSidePixels: 180, videoBitrateKbps: 400, audioBitrateKbps: 64, encodeMp4: true },
  { shortSidePixels: 360, videoBitrateKbps: 400, audioBitrateKbps: 64, encodeMp4: true },
];
const threads = 1;

const folders: string[] = [];

afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

async function planned(name: ClipName, layout?: Layout) {
  const [tools, source] = [await encodingTools(), await clip(name)];
  return { tools, source, plan: await planEncoding(tools, { source, profiles, threads, layout }) };
}

async function encoded(name: ClipName, layout?: Layout) {
  const { tools, source, plan } = await planned(name, layout);
  const folder = await mkdtemp(path.join(tmpdir(), 'two-pictures-'));
  folders.push(folder);
  const outputs = await encodeWhole(tools, { source, folder, plan, threads });
  return { plan, outputs, file: (file: string) => path.join(folder, file) };
}

const inCorner = { x: 0.95, y: 0.9 };
const inMiddle = { x: 0.5, y: 0.5 };

describe('Two streams of pictures in one source', () => {
  test('are both known, and a cover is none of them', async () => {
    const tools = await encodingTools();
    const { video, camera } = await probe(tools, await clip('slidesAndCamera'));

    expect(video).toMatchObject({ widthPixels: 640, streamIndex: 0 });
    expect(camera).toMatchObject({ widthPixels: 320, heightPixels: 240, streamIndex: 1 });
    expect(await probe(tools, await clip('mp3WithCover'))).toMatchObject({ video: null, camera: null });
  });

  test('leave the first alone unless they are to be composed', async () => {
    const { file } = await encoded('slidesAndCamera');

    expect(await colourAt(file('360p.mp4'), { seconds: 2, ...inCorner })).toBe('blue');
  });

  test('are composed in every rendition and the poster, while there is a second', async () => {
    const { outputs, file } = await encoded('slidesAndCamera', 'composed');

    for (const name of ['180p.mp4', '360p.mp4']) {
      for (const seconds of [1.5, 2.5]) {
        expect(await colourAt(file(name), { seconds, ...inCorner })).toBe('red');
        expect(await colourAt(file(name), { seconds, ...inMiddle })).toBe('blue');
      }
      for (const seconds of [0.5, 3.5])
        expect(await colourAt(file(name), { seconds, ...inCorner })).toBe('blue');
    }
    expect(await colourAt(file('poster.jpg'), { seconds: 0, ...inCorner })).toBe('red');
    expect(outputs.durationSeconds).toBeCloseTo(4, 0);
    expect(outputs.audio).toBe('audio.m4a');
    await playThrough(file('master.m3u8'));
  });

  test('have the rate of the livelier of the two, and the end of the first', async () => {
    const { file } = await encoded('slidesAndCamera', 'composed');

    const { streams, format } = await inspectMedia(file('360p.mp4'));

    expect(streams[0]).toMatchObject({ width: 640, height: 360, avg_frame_rate: '10/1' });
    expect(Number(format.duration)).toBeCloseTo(4, 1);
  });

  test('are composed as somebody sees them: turned, and not in HDR', async () => {
    const turned = await encoded('turnedCamera', 'composed');
    // 90 x 120 of 640 x 360: beside it, and above it, is the first.
    expect(await colourAt(turned.file('360p.mp4'), { seconds: 1, x: 0.9, y: 0.7 })).toBe('red');
    expect(await colourAt(turned.file('360p.mp4'), { seconds: 1, x: 0.82, y: 0.9 })).toBe('blue');
    expect(await colourAt(turned.file('360p.mp4'), { seconds: 1, x: 0.9, y: 0.6 })).toBe('blue');

    const { file } = await encoded('hdrCamera', 'composed');
    const { streams } = await inspectMedia(file('180p.mp4'));
    expect(streams[0]).toMatchObject({ pix_fmt: 'yuv420p' });
    expect(streams[0]?.color_transfer ?? 'bt709').not.toBe('smpte2084');
  });

  test('are encoded by one worker when composed, and have short segments', async () => {
    const { plan } = await planned('slidesAndCamera', 'composed');
    const first = await planned('slidesAndCamera', 'first');

    expect(canBeCut(plan.facts, plan.timeline)).toBe(false);
    expect(canBeCut(first.plan.facts, first.plan.timeline)).toBe(true);
    expect(plan.segments.seconds).toBe(4);
  });
});

test('A source with one stream of pictures, or with none, is encoded the same whatever the layout', async () => {
  for (const name of ['silent', 'wav'] as const) {
    expect((await planned(name, 'composed')).plan).toEqual((await planned(name)).plan);
  }
});

test.each([
  [
    { widthPixels: 1280, heightPixels: 720 },
    { widthPixels: 480, heightPixels: 270 },
  ],
  [
    { widthPixels: 640, heightPixels: 480 },
    { widthPixels: 480, heightPixels: 360 },
  ],
  [
    { widthPixels: 720, heightPixels: 1280 },
    { widthPixels: 202, heightPixels: 360 },
  ],
  [
    { widthPixels: 8000, heightPixels: 2 },
    { widthPixels: 480, heightPixels: 2 },
  ],
])('The second of %j keeps its shape in 1920 x 1080', (camera, inset) => {
  expect(insetSize(camera, { widthPixels: 1920, heightPixels: 1080 })).toEqual(inset);
});
