import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Hardware, hardwareNames } from '../../src/ffmpeg/encoders.ts';
import type { RenditionProfile } from '../../src/ffmpeg/ladder.ts';
import { durationOf, parseMediaPlaylist } from '../../src/ffmpeg/master-playlist.ts';
import type { EncodingProgress } from '../../src/ffmpeg/run-ffmpeg.ts';
import { type ClipName, clip, encodingTools } from '../support/clips.ts';
import { encodeSource } from '../support/encode-source.ts';
import {
  inspectMedia,
  keyFrameTimes,
  linesApart,
  picturePackets,
  playThrough,
} from '../support/inspect-media.ts';
import { pacedFfmpeg, sourceOfSeconds } from '../support/paced-ffmpeg.ts';
import { firstProfiles } from '../support/rendition-profiles.ts';

const folders: string[] = [];

afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

async function encodeClip(
  name: ClipName,
  {
    profiles = firstProfiles,
    hardware = null,
  }: { profiles?: readonly RenditionProfile[]; hardware?: Hardware | null } = {},
) {
  const folder = await mkdtemp(path.join(tmpdir(), 'encoding-'));
  folders.push(folder);
  const progress: EncodingProgress[] = [];
  const tools = { ...(await encodingTools()), hardware };
  const outputs = await encodeSource(tools, {
    source: await clip(name),
    folder,
    profiles,
    threads: 2,
    onProgress: (report) => progress.push(report),
  });
  return { outputs, progress, folder, file: (file: string) => path.join(folder, file) };
}

/** What is small is soon encoded. */
const smallProfiles = [54, 108].map((shortSidePixels) => ({
  shortSidePixels,
  videoBitrateKbps: 200,
  audioBitrateKbps: 64,
  encodeMp4: true,
}));

function sizesOf({
  renditions,
}: {
  renditions: { name: string; width: number; height: number }[];
}): string[] {
  return renditions.map(({ name, width, height }) => `${name} ${width}x${height}`);
}

test('Progress is told from the beginning, before the picture of a third that the poster is taken from', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'encoding-'));
  folders.push(folder);
  const enough = new AbortController();
  const percents: number[] = [];

  const encoding = encodeSource(
    { ...(await encodingTools()), ffmpeg: await pacedFfmpeg() },
    {
      source: await sourceOfSeconds(30),
      folder,
      profiles: firstProfiles,
      threads: 1,
      signal: enough.signal,
      onProgress: ({ percent }) => {
        percents.push(percent);
        if (percent > 0) enough.abort(new Error('seen enough'));
      },
    },
  );

  await expect(encoding).rejects.toThrow('seen enough');
  expect(percents.at(-1)).toBeLessThan(33);
});

describe('A full HD video with sound', () => {
  test('becomes HLS and an MP4 of three renditions, sound and a poster, and nothing else', async () => {
    const { outputs, progress, folder, file } = await encodeClip('fullHd');

    expect(outputs).toEqual({
      kind: 'video',
      durationSeconds: expect.closeTo(3, 0),
      hls: 'master.m3u8',
      renditions: [
        { name: '360p', width: 640, height: 360, bandwidth: expect.any(Number) },
        { name: '720p', width: 1280, height: 720, bandwidth: expect.any(Number) },
        { name: '1080p', width: 1920, height: 1080, bandwidth: expect.any(Number) },
      ],
      mp4: [
        { height: 360, file: '360p.mp4' },
        { height: 720, file: '720p.mp4' },
        { height: 1080, file: '1080p.mp4' },
      ],
      audio: 'audio.m4a',
      poster: 'poster.jpg',
      thumbnails: ['poster.jpg', 'thumbnail-2.jpg', 'thumbnail-3.jpg'],
      overview: 'overview.vtt',
    });
    expect((await readdir(folder)).sort()).toEqual([
      '1080p.m3u8',
      '1080p.m4s',
      '1080p.mp4',
      '360p.m3u8',
      '360p.m4s',
      '360p.mp4',
      '720p.m3u8',
      '720p.m4s',
      '720p.mp4',
      'audio.m3u8',
      'audio.m4a',
      'audio.m4s',
      'master.m3u8',
      'overview-1.jpg',
      'overview.vtt',
      'poster.jpg',
      'thumbnail-2.jpg',
      'thumbnail-3.jpg',
    ]);
    expect(progress.at(-1)).toMatchObject({ percent: 100, etaSeconds: 0 });

    // Key frames at the same times everywhere, from 0 on, at most two seconds apart.
    const times = await Promise.all(
      ['360p', '720p', '1080p'].map((name) => keyFrameTimes(file(`${name}.m3u8`))),
    );
    expect(times[0]).toEqual([0, 2]);
    expect(times[1]).toEqual(times[0]);
    expect(times[2]).toEqual(times[0]);

    // The master plays to the end, with pictures and sound that start together.
    await playThrough(file('master.m3u8'));
    const { streams } = await inspectMedia(file('master.m3u8'));
    const starts = streams.map(({ start_time }) => Number(start_time));
    expect(streams.map(({ codec_name }) => codec_name).sort()).toEqual(['aac', 'h264', 'h264', 'h264']);
    expect(Math.max(...starts) - Math.min(...starts)).toBeLessThan(0.03);
    expect(await readFile(file('master.m3u8'), 'utf8')).toMatch(/CODECS="avc1\.64[0-9a-f]{4},mp4a\.40\.2"/);

    // Title and place of the source stay in the source; the MP4 starts playing before it is whole.
    for (const name of ['360p', '720p', '1080p']) {
      const mp4 = await readFile(file(`${name}.mp4`));
      expect(mp4.indexOf('moov')).toBeLessThan(mp4.indexOf('mdat'));
      // A copy of what HLS has, not encoded again.
      expect(await picturePackets(file(`${name}.mp4`))).toEqual(await picturePackets(file(`${name}.m3u8`)));
    }
    expect(JSON.stringify(await inspectMedia(file('720p.mp4')))).not.toMatch(/Secret|48\.85/);
    await playThrough(file('720p.mp4'));
    for (const picture of outputs.thumbnails ?? [])
      expect((await inspectMedia(file(picture))).streams).toMatchObject([
        { codec_name: 'mjpeg', width: 1280, height: 720 },
      ]);
    expect((await inspectMedia(file('audio.m4a'))).streams).toMatchObject([
      { codec_name: 'aac', channels: 1 },
    ]);
  });
});

test('A second sound is an alternative in HLS, called as the source calls it, and as long as it is there; MP4 has the first', async () => {
  const { file } = await encodeClip('bilingual', { profiles: firstProfiles.slice(0, 1) });
  const master = await readFile(file('master.m3u8'), 'utf8');

  expect(master.match(/#EXT-X-MEDIA.*/g)).toEqual([
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="1",URI="audio.m3u8"',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="Doublage VF",LANGUAGE="fr",DEFAULT=NO,AUTOSELECT=YES,CHANNELS="1",URI="audio-2.m3u8"',
  ]);
  await playThrough(file('master.m3u8'));
  expect(durationOf(parseMediaPlaylist(await readFile(file('audio-2.m3u8'), 'utf8')))).toBeCloseTo(20, 0);
  expect((await inspectMedia(file('108p.mp4'))).streams).toHaveLength(2);
});

describe('The renditions of', () => {
  test.each<[string, ClipName, string[], number[]]>([
    ['a portrait video stand upright', 'portrait', ['360p 360x640', '720p 720x1280'], [640, 1280]],
    ['a video to be turned are turned', 'rotated', ['360p 360x640', '720p 720x1280'], [640, 1280]],
    ['a video with oblong pixels have its shape', 'anamorphic', ['360p 640x360'], [360]],
    ['an odd size are even', 'oddSize', ['240p 320x240'], [240]],
    ['a tiny video are one of its own size', 'tiny', ['120p 160x120'], [120]],
  ])('%s', async (_sentence, name, sizes, heights) => {
    const { outputs, file } = await encodeClip(name);

    expect(sizesOf(outputs)).toEqual(sizes);
    expect(outputs.mp4.map(({ height }) => height)).toEqual(heights);
    const { streams } = await inspectMedia(file(outputs.mp4.at(-1)?.file ?? ''));
    const pictures = streams.find(({ codec_type }) => codec_type === 'video');
    expect(pictures).toMatchObject({
      height: heights.at(-1),
      pix_fmt: 'yuv420p',
      sample_aspect_ratio: '1:1',
    });
    expect(pictures?.side_data_list).toBeUndefined();
    await playThrough(file('master.m3u8'));
  });

  test('4K reach from 2160 down to 360, within the limits of a run', async () => {
    const profiles = [480, 1440, 2160].map((shortSidePixels) => ({
      shortSidePixels,
      videoBitrateKbps: 8 * shortSidePixels,
      audioBitrateKbps: 128,
      encodeMp4: false,
    }));
    const { outputs, file } = await encodeClip('ultraHd', { profiles: [...firstProfiles, ...profiles] });

    expect(sizesOf(outputs)).toEqual([
      ...['360p 640x360', '480p 852x480', '720p 1280x720'],
      ...['1080p 1920x1080', '1440p 2560x1440', '2160p 3840x2160'],
    ]);
    expect(await readFile(file('master.m3u8'), 'utf8')).toMatch(/RESOLUTION=3840x2160,.*CODECS="avc1\.6400/);
  });

  test.each<ClipName>(['tenBit', 'hdr'])('%s are ordinary 8-bit pictures', async (name) => {
    const { file } = await encodeClip(name);

    const { streams } = await inspectMedia(file('360p.mp4'));
    expect(streams).toMatchObject([{ codec_name: 'h264', pix_fmt: 'yuv420p' }]);
    expect(streams[0]?.color_transfer).toBe(name === 'hdr' ? 'bt709' : undefined);
  });

  test('interlaced lines show one moment each', async () => {
    const { file } = await encodeClip('interlaced');

    expect(await linesApart(await clip('interlaced'))).toBeGreaterThan(40);
    expect(await linesApart(file('360p.mp4'))).toBeLessThan(10);
  });

  test('a varying rate have a constant one, and the duration of the source', async () => {
    const { outputs, file } = await encodeClip('variableFrameRate');

    expect((await inspectMedia(file('360p.mp4'))).streams[0]?.avg_frame_rate).toBe('30/1');
    expect(outputs.durationSeconds).toBeGreaterThan(2.6);
    expect(await keyFrameTimes(file('360p.m3u8'))).toEqual([0, 2]);
  });

  test('slides have few key frames, at the same times, and segments as long, of sound too', async () => {
    const { file } = await encodeClip('slides', { profiles: smallProfiles });

    for (const name of ['54p', '108p'])
      expect(await keyFrameTimes(file(`${name}.m3u8`))).toEqual([0, 20, 40, 60]);
    for (const name of ['54p', '108p', 'audio']) {
      const { segments } = parseMediaPlaylist(await readFile(file(`${name}.m3u8`), 'utf8'));
      expect(segments.map(({ seconds }) => Math.round(seconds))).toEqual([20, 20, 20, 2]);
    }
    await playThrough(file('master.m3u8'));
  });

  test('a recording that states no duration are complete', async () => {
    const { outputs, file } = await encodeClip('withoutDuration');

    expect(outputs.durationSeconds).toBeCloseTo(2, 0);
    await playThrough(file('master.m3u8'));
  });

  test('a transport stream start at 0', async () => {
    const { file } = await encodeClip('transportStream');

    expect((await keyFrameTimes(file('240p.m3u8')))[0]).toBe(0);
  });
});

test('A silent video has no sound anywhere', async () => {
  const { outputs, file } = await encodeClip('silent');

  expect(outputs).toMatchObject({ kind: 'video', audio: null, poster: 'poster.jpg' });
  expect((await inspectMedia(file('master.m3u8'))).streams).toMatchObject([{ codec_name: 'h264' }]);
  await playThrough(file('master.m3u8'));
});

test('Six channels are mixed to two', async () => {
  const { file } = await encodeClip('surround');

  const { streams } = await inspectMedia(file('audio.m4a'));
  expect(streams).toMatchObject([{ codec_name: 'aac', channels: 2, sample_rate: '48000' }]);
});

test.each<ClipName>(['wav', 'mp3WithCover', 'm4a'])('Sound alone (%s) becomes HLS and m4a', async (name) => {
  const { outputs, file } = await encodeClip(name);

  expect(outputs).toEqual({
    kind: 'audio',
    durationSeconds: expect.closeTo(2, 0),
    hls: 'master.m3u8',
    renditions: [],
    mp4: [],
    audio: 'audio.m4a',
    poster: null,
  });
  expect((await inspectMedia(file('master.m3u8'))).streams).toMatchObject([{ codec_name: 'aac' }]);
  await playThrough(file('master.m3u8'));
  await playThrough(file('audio.m4a'));
});

test('With any hardware, be it there or not, the same is made', async () => {
  const made = async (hardware: Hardware | null) => {
    const { outputs, folder, file } = await encodeClip('landscape', { profiles: smallProfiles, hardware });
    const { renditions, ...others } = outputs;
    const keyFrames = await keyFrameTimes(file('108p.m3u8'));
    return { ...others, sizes: sizesOf({ renditions }), files: (await readdir(folder)).sort(), keyFrames };
  };
  const software = await made(null);

  for (const hardware of hardwareNames)
    expect({ hardware, ...(await made(hardware)) }).toEqual({ hardware, ...software });
});

test.each<ClipName>(['outlasted', 'outlastedUntagged'])(
  'Pictures and sound are encoded of a source whose subtitles outlast them by far (%s)',
  async (name) => {
    const { outputs } = await encodeClip(name);

    expect(outputs.durationSeconds).toBeCloseTo(3, 0);
  },
);

describe('A damaged source', () => {
  test('that cannot be decoded fails with the words of ffmpeg, without paths', async () => {
    const failure = await encodeClip('undecodable').then(
      () => Promise.reject(new Error('it was encoded')),
      (error: Error) => error,
    );

    expect(failure.name).toBe('EncodingFailure');
    expect(failure.message).toMatch(/invalid|error|could not/i);
    expect(failure.message).not.toContain(tmpdir());
    expect(failure.message).not.toMatch(/0x[0-9a-f]{6}/);
  });

  test('that ends before its time fails, and says so', async () => {
    await expect(encodeClip('cutOff')).rejects.toMatchObject({
      name: 'EncodingFailure',
      code: 'source_cut_off',
      message: expect.stringMatching(
        /^The source says that it lasts 3\.0 s, but only 1\.\d s could be encoded/,
      ),
    });
  });

  test('that is none fails with the refusal', async () => {
    await expect(encodeClip('garbage')).rejects.toMatchObject({
      name: 'MediaRefusal',
      code: 'not_media',
    });
  });
});
