/** Looks at encoded files with ffprobe, as a player would. */
import { z } from 'zod';
import { runTool } from '../../src/ffmpeg/run-tool.ts';
import { quickMediaTools, testMediaTools } from './clips.ts';

const mediaShape = z.object({
  streams: z.array(
    z.object({
      codec_type: z.string(),
      codec_name: z.string(),
      width: z.number().optional(),
      height: z.number().optional(),
      pix_fmt: z.string().optional(),
      sample_aspect_ratio: z.string().optional(),
      color_transfer: z.string().optional(),
      avg_frame_rate: z.string().optional(),
      channels: z.number().optional(),
      sample_rate: z.string().optional(),
      start_time: z.string().optional(),
      tags: z.record(z.string(), z.string()).optional(),
      side_data_list: z.array(z.unknown()).optional(),
    }),
  ),
  format: z.object({
    duration: z.string().optional(),
    tags: z.record(z.string(), z.string()).optional(),
  }),
});

/** Streams and format of a file or playlist. */
export async function inspectMedia(file: string) {
  const { ffprobe } = await quickMediaTools();
  return mediaShape.parse(
    JSON.parse(await output(ffprobe, ['-show_streams', '-show_format', '-of', 'json', file])),
  );
}

/** Seconds at which the key frames of the pictures are shown. */
export async function keyFrameTimes(file: string): Promise<number[]> {
  const packets = await packetsOf(file, ['-show_entries', 'packet=pts_time,flags']);
  return packets.filter((packet) => /,K/.test(packet)).map((packet) => Number.parseFloat(packet));
}

/** Times of every packet of the pictures, and which are key frames, in their order. */
export function pictureTimes(file: string): Promise<string[]> {
  return packetsOf(file, ['-show_entries', 'packet=pts,dts,duration,flags']);
}

/** How alike each picture is to that of the source at the same place, scaled: 1 is the same (SSIM). */
export async function similarities(file: string, source: string): Promise<number[]> {
  const { ffmpeg } = await quickMediaTools();
  const [{ width, height } = {}] = (await inspectMedia(file)).streams;
  const graph = `[1:v]scale=${width}:${height}:flags=bicubic,setpts=PTS-STARTPTS[s];[0:v][s]ssim=stats_file=-`;
  const said = await output(ffmpeg, [
    '-nostdin',
    '-i',
    file,
    '-i',
    source,
    '-lavfi',
    graph,
    '-f',
    'null',
    '-',
  ]);
  return said.split('\n').flatMap((line) => (/ All:([\d.]+)/.exec(line)?.slice(1) ?? []).map(Number));
}

/** Size and hash of every packet of the pictures, in their order: alike where one file is a copy of another. */
export function picturePackets(file: string): Promise<string[]> {
  return packetsOf(file, ['-show_data_hash', 'md5', '-show_entries', 'packet=size,data_hash']);
}

/** A line for each packet of the pictures, of what these arguments of ffprobe ask for. */
async function packetsOf(file: string, asked: string[]): Promise<string[]> {
  const { ffprobe } = await quickMediaTools();
  const lines = await output(ffprobe, [
    '-select_streams',
    'v:0',
    ...asked,
    '-of',
    'csv=print_section=0',
    file,
  ]);
  return lines.split('\n');
}

/** How much a line of the tenth picture differs from the next one, on average (0 to 255). */
export async function linesApart(file: string): Promise<number> {
  const { ffmpeg } = await quickMediaTools();
  const filters = [
    "select='eq(n,9)',format=gray,split[one][other]",
    '[other]crop=iw:ih-1:0:1[next];[one]crop=iw:ih-1:0:0[this]',
    '[this][next]blend=all_mode=difference,signalstats,metadata=print:key=lavfi.signalstats.YAVG:file=-',
  ];
  const said = await output(ffmpeg, ['-nostdin', '-i', file, '-lavfi', filters.join(';'), '-f', 'null', '-']);
  return Number(/YAVG=([\d.]+)/.exec(said)?.[1]);
}

/** The colour at a place of the picture that is shown then; `x` and `y` are parts of its sides. */
export async function colourAt(
  file: string,
  { seconds, x, y }: { seconds: number; x: number; y: number },
): Promise<'red' | 'blue' | 'another'> {
  const { ffmpeg } = await quickMediaTools();
  const filters = [
    `crop=4:4:iw*${x}-2:ih*${y}-2`,
    'signalstats',
    ...['UAVG', 'VAVG'].map((key) => `metadata=print:key=lavfi.signalstats.${key}:file=-`),
  ];
  // Of a single picture, a seek to its beginning may find nothing.
  const seek = seconds > 0 ? ['-ss', String(seconds)] : [];
  const picture = [...seek, '-i', file, '-frames:v', '1', '-vf', filters.join(',')];
  const said = await output(ffmpeg, ['-nostdin', ...picture, '-f', 'null', '-']);
  const [blue = 0, red = 0] = ['UAVG', 'VAVG'].map((key) => Number(said.match(`${key}=([\\d.]+)`)?.[1]));
  if (blue > 200) return 'blue';
  return red > 200 ? 'red' : 'another';
}

/** Decodes everything in a file or playlist, as playing it to the end does; fails at the first error. */
export async function playThrough(file: string): Promise<void> {
  // The quick one loses its place in the HLS of pieces that were joined.
  const { ffmpeg } = await testMediaTools();
  const said = await output(ffmpeg, ['-nostdin', '-xerror', '-i', file, '-map', '0', '-f', 'null', '-']);
  if (said.trim() !== '') throw new Error(said);
}

async function output(program: string, args: string[]): Promise<string> {
  const lines: string[] = [];
  const { status, errorText } = await runTool(program, ['-v', 'error', ...args], {
    timeLimitMs: 240_000,
    onLine: (line) => lines.push(line),
  });
  if (status !== 0 || errorText !== '') throw new Error(`${args.at(-1)}: status ${status}: ${errorText}`);
  return lines.join('\n');
}
