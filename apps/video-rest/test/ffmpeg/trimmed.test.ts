import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { encodeWhole } from '../../src/ffmpeg/encode-whole.ts';
import { planEncoding } from '../../src/ffmpeg/plan-encoding.ts';
import { runTool } from '../../src/ffmpeg/run-tool.ts';
import { splitPlan } from '../../src/ffmpeg/split-plan.ts';
import type { Span } from '../../src/ffmpeg/timeline.ts';
import { encodingTools, quickMediaTools } from '../support/clips.ts';
import { colourAt, inspectMedia, playThrough } from '../support/inspect-media.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'trimmed-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const profiles = [{ shortSidePixels: 90, videoBitrateKbps: 200, audioBitrateKbps: 64, encodeMp4: true }];
const threads = 1;
const inMiddle = { x: 0.5, y: 0.5 };

async function ffmpeg(args: readonly string[]): Promise<string> {
  const { ffmpeg } = await quickMediaTools();
  const { status, errorText } = await runTool(ffmpeg, ['-nostdin', '-hide_banner', '-y', ...args], {
    timeLimitMs: 60_000,
  });
  if (status !== 0) throw new Error(errorText);
  return errorText;
}

/** Of 9 s: from 3 to 6 s it is blue and hums, before and after it is red and silent; a second sound does the other way. */
async function source(name: string, { rate = 10 }: { rate?: number } = {}): Promise<string> {
  const file = path.join(folder, name);
  const hum = "[one]volume='between(t,3,5.999)':eval=frame[hum]";
  const other = "[two]volume='1-between(t,3,5.999)':eval=frame[other]";
  await ffmpeg([
    ...['-f', 'lavfi', '-i', `color=red:size=160x90:rate=${rate}`, '-f', 'lavfi', '-i', 'sine=frequency=440'],
    ...['-filter_complex', "[0]drawbox=color=blue:t=fill:enable='gte(t,2.99)*lt(t,5.99)'[picture]"],
    ...['-filter_complex', `[1]asplit[one][two];${hum};${other}`],
    ...['-map', '[picture]', '-map', '[hum]', '-map', '[other]', '-metadata:s:a:0', 'language=fra'],
    ...['-metadata:s:a:1', 'language=eng', '-t', '9', '-c:v', 'libx264', '-preset', 'ultrafast'],
    ...['-pix_fmt', 'yuv420p', '-c:a', 'aac', file],
  ]);
  return file;
}

async function encoded(file: string, plays: readonly Span[]) {
  const tools = await encodingTools();
  const plan = await planEncoding(tools, { source: file, profiles, threads, plays, normaliseSound: true });
  const out = await mkdtemp(path.join(folder, 'out-'));
  const outputs = await encodeWhole(tools, { source: file, folder: out, plan, threads });
  return { plan, outputs, file: (name: string) => path.join(out, name) };
}

/** In dB; of what is silent far below -60. */
async function loudest(file: string, from: number): Promise<number> {
  const said = await ffmpeg([
    ...['-i', file, '-map', '0:a', '-af', `atrim=${from}:${from + 0.8},volumedetect`, '-f', 'null', '-'],
  ]);
  return Number(/max_volume: (-?[\d.]+) dB/.exec(said)?.[1] ?? '-91');
}

const pieces = [
  { from: 1, to: 2 },
  { from: 4, to: 5 },
  { from: 7, to: Number.POSITIVE_INFINITY },
];

test.each(['source.mp4', 'source.ts'])(
  'What plays of %s is encoded, pictures and sounds together',
  async (name) => {
    const { plan, outputs, file } = await encoded(await source(name), pieces);

    expect(outputs.durationSeconds).toBeCloseTo(4, 0);
    expect(outputs.trim?.plays.slice(0, 2)).toEqual(pieces.slice(0, 2));
    expect(outputs.trim?.sourceSeconds).toBeCloseTo(9, 0);
    const mp4 = file('90p.mp4');
    await playThrough(mp4);
    expect(Number((await inspectMedia(mp4)).format.duration)).toBeCloseTo(4, 0);
    expect(Number((await inspectMedia(file('audio.m4a'))).format.duration)).toBeCloseTo(4, 0);
    const colours = [0, 0.8, 1.1, 1.8, 2.1, 3.8].map((seconds) => colourAt(mp4, { seconds, ...inMiddle }));
    expect(await Promise.all(colours)).toEqual(['red', 'red', 'blue', 'blue', 'red', 'red']);
    for (const [from, hums] of [
      [0.1, false],
      [1.1, true],
      [2.1, false],
      [3.1, false],
    ] as const) {
      expect([from, (await loudest(mp4, from)) > -40]).toEqual([from, hums]);
      // The second sound does the other way.
      expect([from, (await loudest(file('audio-2.m3u8'), from)) > -40]).toEqual([from, !hums]);
    }
    // However long it is, one run encodes it.
    expect(splitPlan(plan, { fromSeconds: 1, isOnAir: false })).toBeNull();
  },
);

test('A picture that stays from before a piece is there when it begins', async () => {
  const slow = await source('slow.mp4', { rate: 0.25 });
  const { file } = await encoded(slow, [{ from: 2, to: 4 }]);

  expect(await colourAt(file('90p.mp4'), { seconds: 0, ...inMiddle })).toBe('red');
  expect(Number((await inspectMedia(file('90p.mp4'))).format.duration)).toBeCloseTo(2, 0);
});

test('What lies beyond the end of a source is left out, and where nothing is left nothing is encoded', async () => {
  const tools = await encodingTools();
  const file = await source('short.mp4');
  const of = async (plays: readonly Span[]) =>
    (await planEncoding(tools, { source: file, profiles, threads, plays })).timeline;

  expect(
    (
      await of([
        { from: 4, to: 5 },
        { from: 20, to: 30 },
      ])
    ).durationSeconds,
  ).toBe(1);
  await expect(of([{ from: 20, to: 30 }])).rejects.toMatchObject({ code: 'nothing_plays' });
});
