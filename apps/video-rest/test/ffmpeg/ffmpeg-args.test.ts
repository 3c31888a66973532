import { describe, expect, test } from '@jest/globals';
import { type Hardware, hardwareNames } from '../../src/ffmpeg/encoders.ts';
import { ffmpegArgs } from '../../src/ffmpeg/ffmpeg-args.ts';
import { ladderOf } from '../../src/ffmpeg/ladder.ts';
import type { ProbeResult, VideoFacts } from '../../src/ffmpeg/probe-result.ts';
import { movingSegments } from '../../src/ffmpeg/segments.ts';
import type { Timeline } from '../../src/ffmpeg/timeline.ts';
import { firstProfiles } from '../support/rendition-profiles.ts';

function sourceOf(video: Partial<VideoFacts>, { channels = 2 } = {}): ProbeResult {
  return {
    kind: 'video',
    container: 'mov',
    extension: 'mp4',
    durationSeconds: 60,
    video: {
      streamIndex: 0,
      codec: 'h264',
      widthPixels: 1920,
      heightPixels: 1080,
      frameRate: { numerator: 30, denominator: 1 },
      isVariableFrameRate: false,
      pixelFormat: 'yuv420p',
      isInterlaced: false,
      isFullRange: false,
      hdrTransfer: null,
      ...video,
    },
    camera: null,
    audio: channels === 0 ? null : { streamIndex: 1, codec: 'aac', channels },
  };
}

const wholeMinute = { startSeconds: 0, endSeconds: 60, packets: 1800, gaps: [] };
const timeline: Timeline = {
  video: wholeMinute,
  audio: wholeMinute,
  durationSeconds: 60,
  closings: [],
  breaks: 0,
  lastSeconds: 60,
};

function argsOf(
  facts: ProbeResult,
  {
    canToneMap = true,
    source = '/media/source',
    hardware = null,
  }: { canToneMap?: boolean; source?: string; hardware?: Hardware | null } = {},
): string[] {
  const ladder = ladderOf(facts, firstProfiles);
  const frameRate = { numerator: 30, denominator: 1 };
  return ffmpegArgs({
    ...{ source, facts, timeline, ladder, frameRate, segments: movingSegments, gain: null },
    ...{ threads: 2, canToneMap, hardware },
  });
}

function after(args: string[], option: string): string {
  return args[args.indexOf(option) + 1] ?? '';
}

describe('The arguments of the one ffmpeg run', () => {
  test('name one input, as a file whatever its name, and keep it to itself', () => {
    const args = argsOf(sourceOf({}), { source: '/media/concat:a|b' });

    expect(args.filter((arg) => arg === '-i')).toHaveLength(1);
    expect(after(args, '-i')).toBe('file:/media/concat:a|b');
    expect(args.indexOf('-format_whitelist')).toBeLessThan(args.indexOf('-i'));
    expect(after(args, '-protocol_whitelist')).toBe('file');
    expect(after(args, '-format_whitelist')).toBe(
      'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,mpegts,mpeg,avi,flv,asf,ogg,mp3,wav,aac,flac',
    );
  });

  test('scale each rendition from the next larger one, to a constant rate at the end', () => {
    expect(after(argsOf(sourceOf({})), '-filter_complex').split(';')).toEqual([
      '[0:0]scale=1920:1080:flags=bicubic,setsar=1,format=yuv420p,split=2[1080p][from1080p]',
      '[from1080p]scale=1280:720:flags=bicubic,setsar=1,split=3[720p][from720p][still720p]',
      expect.stringMatching(/^\[still720p\]select=.*gte\(t,20\.000\).*\[poster\]$/),
      '[from720p]scale=640:360:flags=bicubic,setsar=1[360p]',
    ]);
    expect(argsOf(sourceOf({}))).toContain('[0:1]aresample=48000:async=1:first_pts=0[sound]');
  });

  test('encode each rendition once and write it wherever it is needed', () => {
    const args = argsOf(sourceOf({}));
    const targets = after(args, 'tee').split('|');

    expect(args.filter((arg) => arg === '-map')).toHaveLength(5);
    expect(targets.map((target) => target.replace(/.*\]/, ''))).toEqual([
      '1080p.m3u8',
      '720p.m3u8',
      '360p.m3u8',
      '1080p.mp4',
      '720p.mp4',
      '360p.mp4',
      'audio.m3u8',
      'audio.m4a',
    ]);
    expect(targets[4]).toBe("[select=\\'v:1,a:0\\':f=mp4:movflags=+faststart]720p.mp4");
  });

  test('bound each rendition by its rung of the ladder', () => {
    const args = argsOf(sourceOf({}));

    expect([0, 1, 2].map((index) => after(args, `-maxrate:v:${index}`))).toEqual(['4500k', '3000k', '1000k']);
    expect([0, 1, 2].map((index) => after(args, `-bufsize:v:${index}`))).toEqual(['9000k', '6000k', '2000k']);
  });

  test('leave out everything of a sound that is not there', () => {
    const args = argsOf(sourceOf({}, { channels: 0 }));

    expect(args.join(' ')).not.toMatch(/aresample|\[sound\]|-c:a|a:0|audio\./);
  });

  test('convert HDR where the build can, and only the format where it cannot', () => {
    const hdr = sourceOf({ hdrTransfer: 'smpte2084', pixelFormat: 'yuv420p10le' });

    expect(after(argsOf(hdr), '-filter_complex')).toContain('zscale=tin=smpte2084');
    expect(after(argsOf(hdr), '-color_trc')).toBe('bt709');
    expect(argsOf(hdr, { canToneMap: false }).join(' ')).not.toMatch(/zscale|color_trc/);
  });

  test('deinterlace what is interlaced, and name the range where it changes', () => {
    expect(after(argsOf(sourceOf({ isInterlaced: true })), '-filter_complex')).toContain('[0:0]yadif=');
    expect(after(argsOf(sourceOf({ isFullRange: true })), '-filter_complex')).toContain(
      'bicubic:out_range=tv',
    );
  });

  test('leave options alone that crash or are missing in the build of 2018', () => {
    expect(argsOf(sourceOf({})).join(' ')).not.toMatch(
      /master_pl_name|fps_mode|hls_segment_options|autorotate/,
    );
  });
});

describe('With hardware that encodes', () => {
  const source = sourceOf({});

  test.each<[Hardware, string, ...[string, string][]]>([
    ['nvenc', 'h264_nvenc', ['-cq', '21'], ['-forced-idr', '1']],
    ['qsv', 'h264_qsv', ['-b:v:0', '3000k'], ['-forced_idr', '1']],
    ['vaapi', 'h264_vaapi', ['-b:v:0', '3000k'], ['-rc_mode', 'VBR']],
  ])('%s encodes every rendition, under the same ceilings', (hardware, codec, ...pairs) => {
    const args = argsOf(source, { hardware });

    expect(after(args, '-c:v')).toBe(codec);
    for (const [option, value] of pairs) expect([option, after(args, option)]).toEqual([option, value]);
    for (const option of ['-maxrate:v:0', '-bufsize:v:0', '-maxrate:v:2', '-profile:v'])
      expect([option, after(args, option)]).toEqual([option, after(argsOf(source), option)]);
    expect(args).not.toContain('-crf');
  });

  test.each(hardwareNames)('%s makes the same files, with key frames at the same times', (hardware) => {
    const [own, those] = [argsOf(source, { hardware }), argsOf(source)];

    for (const option of ['-force_key_frames:v', '-g', '-r:v', '-f'])
      expect([option, after(own, option)]).toEqual([option, after(those, option)]);
    expect(own.slice(own.lastIndexOf('tee'))).toEqual(those.slice(those.lastIndexOf('tee')));
    expect(own.filter((arg) => arg === '-map')).toEqual(those.filter((arg) => arg === '-map'));
  });

  test('each rendition is handed to a VAAPI device, which is opened first; what is scaled further is not', () => {
    const args = argsOf(source, { hardware: 'vaapi' });
    const graph = after(args, '-filter_complex');

    expect(args.indexOf('-init_hw_device')).toBeLessThan(args.indexOf('-i'));
    for (const name of ['1080p', '720p', '360p'])
      expect(graph).toContain(`[made${name}]format=nv12,hwupload[${name}]`);
    expect(graph).toMatch(/\[from1080p\]scale=1280:720/);
    expect(after(argsOf(source), '-filter_complex')).not.toMatch(/hwupload|nv12|made/);
  });
});
