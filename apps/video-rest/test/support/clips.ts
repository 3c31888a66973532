/**
 * Short clips, made by ffmpeg itself, whole or broken on purpose.
 *
 *     const file = await clip('portrait');
 *
 * A clip is made once and kept in the temporary folder of the machine, under a digest of this file and of the
 * version of ffmpeg: tests of one run and of the next share it, and must not change it.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type MediaTools, openMediaTools } from '../../src/ffmpeg/open-media-tools.ts';
import { runTool } from '../../src/ffmpeg/run-tool.ts';
import { writeWhole } from './write-whole.ts';

/** Makes a clip at a path. */
type Recipe = (file: string) => Promise<void>;

const sine = ['-f', 'lavfi', '-i', 'sine=frequency=440'];
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
const aac = ['-c:a', 'aac', '-b:a', '64k'];

function pictures(size: string, { rate = 10 }: { rate?: number | string } = {}): string[] {
  return ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${rate}`];
}

/** Subtitles of one cue, from 1 to 3 s. */
function subRip(words: string): string[] {
  const text = `1\n00:00:01,000 --> 00:00:03,000\n${words}\n`;
  return ['-f', 'srt', '-i', `data:text/plain;base64,${Buffer.from(text).toString('base64')}`];
}

function seconds(count: number): string[] {
  return ['-t', String(count)];
}

const recipes = {
  /** 1280 x 720, 10 frames/s as all that say no other, 3 s, with sound. */
  landscape: ffmpegMakes('mp4', [...pictures('1280x720'), ...sine, ...seconds(3), ...h264, ...aac]),
  /** 1920 x 1080, 4 frames/s, 3 s, with sound; it names a place and a title. */
  fullHd: ffmpegMakes('mp4', [
    ...[...pictures('1920x1080', { rate: 4 }), ...sine, ...seconds(3), ...h264, ...aac],
    ...['-metadata', 'title=Secret title', '-metadata', 'location=+48.8566+002.3522/'],
  ]),
  /** 3840 x 2160, one frame a second, 2 s, silent. */
  ultraHd: ffmpegMakes('mp4', [...pictures('3840x2160', { rate: 1 }), ...seconds(2), ...h264]),
  /** 720 x 1280, 1 s, with sound. */
  portrait: ffmpegMakes('mp4', [...pictures('720x1280'), ...sine, ...seconds(1), ...h264, ...aac]),
  /** 1280 x 720 that is to be turned by 90 degrees, 1 s, silent: somebody sees 720 x 1280. */
  rotated: ffmpegMakes('mp4', [
    '-i',
    'clip:landscape',
    ...seconds(1),
    '-c',
    'copy',
    '-an',
    '-metadata:s:v',
    'rotate=90',
  ]),
  /** 720 x 576 with pixels of 64:45: somebody sees 1024 x 576. 1 s, silent. */
  anamorphic: ffmpegMakes('mp4', [...pictures('720x576'), '-vf', 'setsar=64/45', ...seconds(1), ...h264]),
  /** 321 x 241, 1 s, silent. */
  oddSize: ffmpegMakes('matroska', [
    ...[...pictures('640x480'), '-vf', 'scale=321:241', ...seconds(1), '-c:v', 'ffv1'],
  ]),
  /** 160 x 120, 1 s, with sound. */
  tiny: ffmpegMakes('mp4', [...pictures('160x120'), ...sine, ...seconds(1), ...h264, ...aac]),
  /** 640 x 360, 1 s, no sound. */
  silent: ffmpegMakes('mp4', [...pictures('640x360'), ...seconds(1), ...h264]),
  /** Two streams of pictures, 4 s, with sound: blue of 640 x 360, one frame a second, and red of 320 x 240, from 1 to 3 s. */
  slidesAndCamera: ffmpegMakes('mp4', [
    ...['-f', 'lavfi', '-i', 'color=blue:size=640x360:rate=1', ...sine],
    ...['-itsoffset', '1', '-f', 'lavfi', '-t', '2', '-i', 'color=red:size=320x240:rate=10'],
    ...['-map', '0', '-map', '2', '-map', '1', ...seconds(4), '-vsync', 'vfr', ...h264, ...aac],
  ]),
  /** The second stream, red too, of 320 x 240, is to be turned by 90 degrees; both begin together. 2 s, silent. */
  turnedCamera: ffmpegMakes('mp4', [
    ...['-i', 'clip:slidesAndCamera', '-i', 'clip:redLandscape', '-map', '0:0', '-map', '1:0'],
    ...['-c', 'copy', ...seconds(2), '-metadata:s:v:1', 'rotate=90'],
  ]),
  /** 320 x 240, 2 s, silent. */
  redLandscape: ffmpegMakes('mp4', [
    ...['-f', 'lavfi', '-i', 'color=red:size=320x240:rate=10', ...seconds(2), ...h264],
  ]),
  /** The second stream is that of `hdr`; 1 s, silent. */
  hdrCamera: ffmpegMakes('matroska', [
    ...[
      '-i',
      'clip:redLandscape',
      '-i',
      'clip:hdr',
      '-map',
      '0:0',
      '-map',
      '1:0',
      '-c',
      'copy',
      ...seconds(1),
    ],
  ]),
  /** 1280 x 720, one frame a second, 62 s, with sound: a slide that changes after 25 s. */
  slides: ffmpegMakes('mp4', [
    ...['-f', 'lavfi', '-i', 'smptehdbars=size=1280x720:rate=1', ...sine, ...seconds(62)],
    ...['-vf', "drawbox=w=300:h=300:t=fill:enable='gte(t,25)'", ...h264, '-g', '2', ...aac],
  ]),
  /** 320 x 180, 13 s, silent: it flickers in red, and after 6 s in blue. */
  redThenBlue: ffmpegMakes('mp4', [
    ...['red:duration=6', 'blue:duration=7'].flatMap((colour) => [
      ...['-f', 'lavfi', '-i', `color=${colour}:size=320x180:rate=10`],
    ]),
    ...['-filter_complex', 'concat,noise=alls=30:allf=t', ...h264],
  ]),
  wav: ffmpegMakes('wav', [...sine, ...seconds(2)]),
  mp3: ffmpegMakes('mp3', [...sine, ...seconds(2), '-c:a', 'libmp3lame']),
  /** 4 s, of -48 LUFS. */
  quiet: ffmpegMakes('wav', [...sine, ...seconds(4), '-af', 'volume=0.05']),
  /** 4 s, louder than -16 LUFS. */
  loud: ffmpegMakes('wav', [...sine, ...seconds(4), '-af', 'volume=6']),
  /** 4 s in 5.1, of noise that is quiet but for a peak every second. */
  peaks: ffmpegMakes('wav', [
    ...['-f', 'lavfi', '-i', 'anoisesrc=color=pink:amplitude=0.1:seed=1', ...seconds(4)],
    ...['-af', "aeval='val(0)*if(lt(mod(t,1),0.002),8,1)',pan=5.1|FC=c0", '-c:a', 'pcm_s16le'],
  ]),
  noSound: ffmpegMakes('wav', ['-f', 'lavfi', '-i', 'anullsrc', ...seconds(2)]),
  /** 0.2 s. */
  blip: ffmpegMakes('wav', [...sine, ...seconds(0.2)]),
  /** MP3 with a cover, which is no video. */
  mp3WithCover: ffmpegMakes('mp3', [
    ...[...sine, ...pictures('64x64'), '-map', '0', '-map', '1', ...seconds(2)],
    ...['-c:a', 'libmp3lame', '-c:v', 'png', '-frames:v', '1', '-disposition:v', 'attached_pic'],
  ]),
  m4a: ffmpegMakes('ipod', [...sine, ...seconds(2), ...aac]),
  /** 640 x 360, 10 bits a sample, ordinary brightness, 1 s, silent. */
  tenBit: ffmpegMakes('matroska', [
    ...pictures('640x360'),
    ...seconds(1),
    '-c:v',
    'ffv1',
    '-pix_fmt',
    'yuv420p10le',
  ]),
  /** 640 x 360, HDR (PQ), 1 s, silent. */
  hdr: ffmpegMakes('matroska', [
    ...[...pictures('640x360'), ...seconds(1), '-c:v', 'ffv1', '-pix_fmt', 'yuv420p10le'],
    ...['-color_trc', 'smpte2084', '-color_primaries', 'bt2020', '-colorspace', 'bt2020nc'],
  ]),
  /** 640 x 360, 1 s, silent: its lines come by turns, as television has them, of a grating that moves quickly. */
  interlaced: ffmpegMakes('mpegts', [
    ...[
      '-f',
      'lavfi',
      '-i',
      "color=white:size=640x360:rate=50,format=gray,geq=lum='255*lt(mod(X+16*N,64),32)'",
    ],
    ...['-vf', 'tinterlace=interleave_top,setfield=tff,format=yuv420p', ...seconds(1)],
    ...['-c:v', 'mpeg2video', '-b:v', '8M', '-flags', '+ildct+ilme'],
  ]),
  /** 1 s, sound of six channels alone. */
  surround: ffmpegMakes('matroska', [
    ...sine,
    ...seconds(1),
    '-af',
    'pan=5.1|FL=c0|FR=c0|FC=c0|BL=c0',
    ...aac,
  ]),
  /** 640 x 360: 30 frames in the first second, 10 in the second, 3 in the third. Silent. */
  variableFrameRate: ffmpegMakes('mp4', [
    ...pictures('640x360', { rate: 30 }),
    ...['-vf', "select='if(lt(t,1),1,if(lt(t,2),not(mod(n,3)),not(mod(n,10))))'", '-vsync', 'vfr'],
    ...[...seconds(3), ...h264],
  ]),
  /** 320 x 240, 2 s, with sound, as browsers record: the file states no duration. */
  withoutDuration: ffmpegMakes('webm', [
    ...[...pictures('320x240'), ...sine, ...seconds(2), '-live', '1'],
    ...['-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libvorbis'],
  ]),
  /** 192 x 108, 29.97 frames a second, 26 s, with sound; a key frame every 8 s. */
  television: ffmpegMakes('mp4', [
    ...[...pictures('192x108', { rate: '30000/1001' }), ...sine, ...seconds(26)],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-g', '240', ...aac],
  ]),
  /**
   * `television` in English, and in Matroska: with a second sound, in French and 20 s long, that calls itself `Doublage "VF"`,
   * and with subtitles in French, and in English for the deaf.
   */
  bilingual: ffmpegMakes('matroska', [
    ...['-i', 'clip:television', '-f', 'lavfi', '-i', 'sine=frequency=880:duration=20'],
    ...[
      ...subRip('Bonjour'),
      ...subRip('[A bell] Hello'),
      '-map',
      '0',
      '-map',
      '1',
      '-map',
      '2',
      '-map',
      '3',
    ],
    ...['-c', 'copy', '-c:a:1', 'aac', '-c:s', 'srt'],
    ...['-metadata:s:a:0', 'language=eng', '-metadata:s:a:1', 'language=fre'],
    ...['-metadata:s:a:1', 'title=Doublage "VF"'],
    ...['-metadata:s:s:0', 'language=fra', '-metadata:s:s:1', 'language=eng'],
    ...['-disposition:s:1', 'hearing_impaired'],
  ]),
  /** 192 x 108, 21 s, silent: as a recorder of screens, up to 3 s between two pictures, and then 30 in a second. */
  screen: ffmpegMakes('matroska', [
    ...[...pictures('192x108', { rate: 30 }), ...seconds(21)],
    ...['-vf', "select='not(mod(n,90))+lt(mod(t,7),1)'", '-vsync', 'vfr', ...h264],
  ]),
  /** MPEG-TS, 320 x 240, 2 s, with sound; its times do not start at 0. */
  transportStream: ffmpegMakes('mpegts', [...pictures('320x240'), ...sine, ...seconds(2), ...h264, ...aac]),
  /** MPEG-TS, 4 s with sound: as a recorder began, and as it went on after five hours of its clock. */
  firstPart: ffmpegMakes('mpegts', [...pictures('64x64'), ...sine, ...seconds(4), ...h264, ...aac]),
  laterPart: ffmpegMakes('mpegts', [
    ...[...pictures('64x64'), ...sine, ...seconds(4), ...h264, ...aac, '-output_ts_offset', '18000'],
  ]),
  /** Both, 8 s: the clock jumps ahead, or back. */
  reconnected: joined('firstPart', 'laterPart'),
  clockSetBack: joined('laterPart', 'firstPart'),
  /** Twice the same, 8 s: the clock began anew. */
  clockBeganAnew: joined('firstPart', 'firstPart'),
  /** MPEG-TS, 64 x 64, 40 s, with sound but from 5 to 35 s. */
  mutedTransport: ffmpegMakes('mpegts', [
    ...[...pictures('64x64', { rate: 2 }), ...sine, ...seconds(40)],
    ...['-af', "aselect='lt(t,5)+gte(t,35)'", ...h264, ...aac],
  ]),
  /** Matroska, 64 x 64, 410 s; sound from 200 to 205 s, and from 405 s on. */
  muted: ffmpegMakes('matroska', [
    ...[...pictures('64x64', { rate: 1 }), ...sine, ...seconds(410)],
    ...['-af', "aselect='gte(t,200)*lt(t,205)+gte(t,405)'", ...h264, ...aac],
  ]),
  captions: writes(() => '1\n00:00:00,500 --> 00:00:50,000\nWelcome.\n'),
  /** Matroska, 64 x 64, 2 s; its subtitle lasts 50 s. */
  subtitled: ffmpegMakes('matroska', [
    ...[...pictures('64x64'), '-f', 'srt', '-i', 'clip:captions', '-map', '0', '-map', '1'],
    ...['-frames:v', '20', ...h264, '-c:s', 'subrip'],
  ]),
  lastWords: writes(() => '1\n00:00:01,000 --> 00:01:30,000\nThe end.\n'),
  /** Matroska, 64 x 64, 3 s with sound; its subtitle lasts until 90 s, and so does the file, as it says. */
  outlasted: ffmpegMakes('matroska', [
    ...[...pictures('64x64'), ...sine, '-f', 'srt', '-i', 'clip:lastWords', '-map', '0', '-map', '1'],
    ...['-map', '2', '-frames:v', '30', '-frames:a', '130', ...h264, ...aac, '-c:s', 'subrip'],
  ]),
  /** The same, without a word of how long each stream is. */
  outlastedUntagged: derivedFrom('outlasted', (bytes) =>
    Buffer.from(bytes.toString('latin1').replaceAll('DURATION', 'NOTATION'), 'latin1'),
  ),
  flac: ffmpegMakes('flac', [...sine, ...seconds(1)]),
  /** 33 streams of sound. */
  manyStreams: ffmpegMakes('matroska', [
    ...[...sine, ...seconds(0.2), ...Array.from({ length: 33 }, () => ['-map', '0']).flat(), '-c:a', 'flac'],
  ]),
  /** 8200 x 16. */
  tooWide: ffmpegMakes('matroska', [...pictures('8200x16'), ...seconds(0.2), '-c:v', 'ffv1']),
  /** 6000 x 3000: no side is too long. */
  tooManyPixels: ffmpegMakes('matroska', [
    ...['-f', 'lavfi', '-i', 'color=size=6000x3000:rate=5', ...seconds(0.4), ...h264],
  ]),
  /** PNG pictures in a QuickTime file. */
  pngMovie: ffmpegMakes('mov', [...pictures('64x64'), ...seconds(0.2), '-c:v', 'png']),
  /** 300 frames a second. */
  tooManyFrames: ffmpegMakes('matroska', [
    ...pictures('64x64', { rate: 300 }),
    ...seconds(0.2),
    '-c:v',
    'ffv1',
  ]),
  /** 640 x 360 and 3 s by its index, which comes first; the second half of the bytes is missing. */
  cutOff: derivedFrom('silentLong', (bytes) => bytes.subarray(0, bytes.length / 2)),
  /** The index came last, and is missing. */
  withoutIndex: derivedFrom('landscape', (bytes) => bytes.subarray(0, bytes.length / 2)),
  /** 640 x 360 and 3 s by its index; the pictures are noise. */
  undecodable: derivedFrom('silentLong', (bytes) => {
    const start = bytes.indexOf('mdat', 0, 'latin1') + 4;
    return Buffer.concat([bytes.subarray(0, start), noise(bytes.length - start)]);
  }),
  /** 640 x 360, 3 s, silent, with its index at the beginning. */
  silentLong: ffmpegMakes('mp4', [...pictures('640x360'), ...seconds(3), ...h264, '-movflags', '+faststart']),
  garbage: writes(() => noise(200_000)),
  empty: writes(() => Buffer.alloc(0)),
  plainText: writes(() => 'Minutes of the meeting.\n'.repeat(400)),
  /** An HLS playlist that names the landscape clip. */
  hlsPlaylist: writes(async () =>
    ['#EXTM3U', '#EXT-X-TARGETDURATION:3', '#EXTINF:3,', await pathOf('landscape'), '#EXT-X-ENDLIST'].join(
      '\n',
    ),
  ),
  /** A concat list that names the landscape clip. */
  concatList: writes(async () => `ffconcat version 1.0\nfile '${await pathOf('landscape')}'\n`),
  sdp: writes(
    () =>
      'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\na=rtpmap:96 H264/90000\n',
  ),
  dash: writes(
    async () =>
      `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT3S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1"><BaseURL>${await pathOf('landscape')}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
  ),
  png: ffmpegMakes('image2', [...pictures('64x64'), '-frames:v', '1', '-c:v', 'png']),
} satisfies Record<string, Recipe>;

export type ClipName = keyof typeof recipes;

/** Absolute path of a clip, made if need be. Its name has no extension, as that of an upload has none. */
export function clip(name: ClipName): Promise<string> {
  return pathOf(name);
}

async function pathOf(name: string): Promise<string> {
  if (!isClipName(name)) throw new Error(`there is no clip ${name}`);
  const file = path.join(await folder(), name);
  await writeWhole(file, recipes[name]);
  return file;
}

let openedTools: Promise<MediaTools> | undefined;

/**
 * The ffmpeg of the tests: FFMPEG_PATH and FFPROBE_PATH, else the one on the PATH, else the one shipped with npm. What
 * they can do is asked once for all files of a run: that starts them five times.
 */
export function testMediaTools(): Promise<MediaTools> {
  openedTools ??= openOnceARun();
  return openedTools;
}

async function openOnceARun(): Promise<MediaTools> {
  const { TEST_RUN_FOLDER, FFMPEG_PATH, FFPROBE_PATH, PATH = '' } = process.env;
  if (!TEST_RUN_FOLDER) throw new Error('TEST_RUN_FOLDER is not set: run the tests through npm test');
  const file = path.join(TEST_RUN_FOLDER, 'media-tools.json');
  await writeWhole(file, async (unfinished) => {
    const tools = await openMediaTools({ ffmpegPath: FFMPEG_PATH, ffprobePath: FFPROBE_PATH, path: PATH });
    await writeFile(unfinished, JSON.stringify(tools));
  });
  return JSON.parse(await readFile(file, 'utf8'));
}

let openedShipped: Promise<MediaTools | null> | undefined;

/**
 * Those that encode nothing, or nothing that is looked at, and those that look: the ones shipped with npm, where those
 * are, which start in 1 ms of a core; those of Debian load libraries for 50, and each start of a program is six of them.
 */
export async function quickMediaTools(): Promise<MediaTools> {
  const tools = await testMediaTools();
  if (process.env.FFPROBE_PATH) return tools;
  openedShipped ??= openMediaTools({ path: '' }).catch(() => null);
  const { ffmpeg, ffprobe } = (await openedShipped) ?? tools;
  return { ...tools, ffmpeg, ffprobe };
}

/** Those that encode: by the ffmpeg of the tests, and looked at by the quick ffprobe. */
export async function encodingTools(): Promise<MediaTools> {
  const { ffprobe } = await quickMediaTools();
  return { ...(await testMediaTools()), ffprobe };
}

let madeFolder: Promise<string> | undefined;

function folder(): Promise<string> {
  madeFolder ??= makeFolder();
  return madeFolder;
}

async function makeFolder(): Promise<string> {
  const { versions } = await testMediaTools();
  const digest = createHash('sha256')
    .update(await readFile(import.meta.filename))
    .update(versions.ffmpeg);
  const made = path.join(
    tmpdir(),
    `video-rest-clips-${process.getuid?.()}-${digest.digest('hex').slice(0, 16)}`,
  );
  await mkdir(made, { recursive: true, mode: 0o700 });
  return made;
}

/** @param args  inputs and options; `clip:` before the name of another clip stands for that clip's path */
function ffmpegMakes(format: string, args: string[]): Recipe {
  return async (file) => {
    const { ffmpeg } = await testMediaTools();
    const given = await Promise.all(
      args.map((arg) => (arg.startsWith('clip:') ? pathOf(arg.slice(5)) : arg)),
    );
    // image2 takes a number out of the name unless it is told to write one file.
    const end = format === 'image2' ? ['-f', format, '-update', '1', file] : ['-f', format, file];
    const { status, errorText } = await runTool(ffmpeg, ['-nostdin', '-v', 'error', '-y', ...given, ...end], {
      timeLimitMs: 240_000,
      memoryMiB: 4096,
    });
    if (status !== 0) throw new Error(`ffmpeg did not make ${path.basename(file)}: ${errorText}`);
  };
}

function derivedFrom(name: string, change: (bytes: Buffer) => Uint8Array): Recipe {
  return async (file) => {
    await writeFile(file, change(await readFile(await pathOf(name))));
  };
}

/** Two parts of a transport stream in one file. */
function joined(...parts: string[]): Recipe {
  return async (file) => {
    const bytes = await Promise.all(parts.map(async (part) => readFile(await pathOf(part))));
    await writeFile(file, Buffer.concat(bytes));
  };
}

function writes(content: () => string | Uint8Array | Promise<string>): Recipe {
  return async (file) => writeFile(file, await content());
}

/** The same bytes each time, without any order. */
function noise(length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 64) }, (_, index) =>
    createHash('sha512').update(String(index)).digest(),
  );
  return Buffer.concat(blocks).subarray(0, length);
}

function isClipName(text: string): text is ClipName {
  return Object.hasOwn(recipes, text);
}
