import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { durationOf, parseMediaPlaylist } from '../../src/ffmpeg/master-playlist.ts';
import { runTool } from '../../src/ffmpeg/run-tool.ts';
import { testMediaTools } from '../support/clips.ts';
import { encodeSource } from '../support/encode-source.ts';
import { firstProfiles } from '../support/rendition-profiles.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'encoding-long-gaps-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function made(name: string, args: string[]): Promise<string> {
  const { ffmpeg } = await testMediaTools();
  const file = path.join(folder, name);
  const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac', '-b:a', '32k'];
  const all = ['-nostdin', '-v', 'error', '-y', ...args, ...video, '-f', 'matroska', file];
  const { status, errorText } = await runTool(ffmpeg, all, { timeLimitMs: 120_000, memoryMiB: 4096 });
  if (status !== 0) throw new Error(errorText);
  return file;
}

/** Encodes, and looks at the largest resident memory (VmHWM) of the programs that read the source. */
async function encode(source: string) {
  const out = await mkdtemp(path.join(folder, 'out-'));
  let mostMiB = 0;
  const looking = setInterval(
    () => void largestOn(source).then((MiB) => (mostMiB = Math.max(mostMiB, MiB))),
    100,
  );
  try {
    const tools = await testMediaTools();
    const outputs = await encodeSource(tools, { source, folder: out, profiles: firstProfiles, threads: 2 });
    const lasts = async (name: string) =>
      durationOf(parseMediaPlaylist(await readFile(path.join(out, `${name}.m3u8`), 'utf8')));
    return {
      mostMiB,
      picture: await lasts(outputs.renditions[0]?.name ?? ''),
      sound: outputs.audio === null ? null : await lasts('audio'),
    };
  } finally {
    clearInterval(looking);
  }
}

async function largestOn(source: string): Promise<number> {
  const sizes = (await readdir('/proc'))
    .filter((name) => /^\d+$/.test(name))
    .map(async (id) => {
      const [line, status] = await Promise.all(
        ['cmdline', 'status'].map((file) => readFile(`/proc/${id}/${file}`, 'utf8').catch(() => '')),
      );
      const isTool = /\/ff(mpeg|probe)$/.test(line?.split('\0')[0] ?? '');
      if (!isTool || !line?.includes(source)) return 0;
      return Number(/VmHWM:\s+(\d+)/.exec(status ?? '')?.[1] ?? 0) / 1024;
    });
  return Math.max(0, ...(await Promise.all(sizes)));
}

describe('A long gap', () => {
  test.each([
    ['stereo', 3010],
    ['5.1', 910],
  ])(
    'Given %s sound that is silent for all but the ends of %d s, When it is encoded, Then its end plays with the pictures, in little memory',
    async (layout, seconds) => {
      const sound = `[1]aformat=channel_layouts=${layout},aselect='lt(t,5)+gte(t,${seconds - 5})'[sound]`;
      const source = await made(`sound-${layout}`, [
        ...['-f', 'lavfi', '-i', 'color=size=64x64:rate=1', '-f', 'lavfi', '-i', 'sine=f=440:r=8000'],
        ...['-filter_complex', sound, '-map', '0', '-map', '[sound]', '-t', String(seconds)],
      ]);

      const { picture, sound: heard, mostMiB } = await encode(source);

      expect(Math.abs(picture - seconds)).toBeLessThan(1.5);
      expect(Math.abs((heard ?? 0) - seconds)).toBeLessThan(1.5);
      expect(mostMiB).toBeGreaterThan(10);
      expect(mostMiB).toBeLessThan(400);
    },
    580_000,
  );

  test('Given two pictures with ten hours between them, When they are encoded, Then that ends, in little memory', async () => {
    const source = await made('pictures', [
      ...['-f', 'lavfi', '-t', '1', '-i', 'testsrc2=size=64x36:rate=60'],
      ...['-vf', "setpts='PTS+if(gte(N,30),36000/TB,0)'", '-vsync', 'vfr'],
      ...['-enc_time_base', '1:1000', '-bf', '0'],
    ]);

    const { picture, mostMiB } = await encode(source);

    expect(Math.abs(picture - 36_001)).toBeLessThan(2);
    expect(mostMiB).toBeLessThan(400);
  }, 580_000);
});
