/** Small pictures of a whole video, on sheets, and the WebVTT that says which is shown when: for seeking. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Size } from './composition.ts';
import { inputOf, inputRules } from './containers.ts';
import { encodeMemoryMiB, timeLimitMs } from './encode-limits.ts';
import { EncodingFailure } from './encoding-failure.ts';
import { quietly } from './ffmpeg-args.ts';
import type { MediaTools } from './open-media-tools.ts';
import { outputFiles, sizeOf } from './outputs.ts';
import type { EncodingPlan } from './plan-encoding.ts';
import { runFfmpeg } from './run-ffmpeg.ts';
import { webVttClock } from './web-vtt-clock.ts';
import type { Written } from './written.ts';

/** More would not be told apart while seeking; on five sheets of about 300 KB. */
export const mostOverviewPictures = 500;

const longSidePixels = 160;

/** Of a sheet. */
const most = { columns: 10, rows: 10 };

/** Where the small pictures of a video are. */
interface OverviewPlan {
  /** From one picture to the next; a multiple of the distance of key frames. */
  everySeconds: number;
  pictures: number;
  size: Size;
  columns: number;
  rows: number;
}

/** Pure: by how long a video is, in seconds. */
export function planOverview(video: {
  durationSeconds: number;
  keyFrameSeconds: number;
  size: Size;
}): OverviewPlan {
  const { durationSeconds, keyFrameSeconds, size } = video;
  const everySeconds =
    keyFrameSeconds * Math.ceil(Math.max(1, durationSeconds / mostOverviewPictures / keyFrameSeconds));
  const pictures = Math.max(1, Math.floor(durationSeconds / everySeconds));
  const columns = Math.min(most.columns, pictures);
  const scale = longSidePixels / Math.max(size.widthPixels, size.heightPixels);
  const even = (pixels: number) => Math.max(2, Math.round((pixels * scale) / 2) * 2);
  return {
    everySeconds,
    pictures,
    size: { widthPixels: even(size.widthPixels), heightPixels: even(size.heightPixels) },
    columns,
    rows: Math.min(most.rows, Math.ceil(pictures / columns)),
  };
}

/** Pure: the WebVTT of the sheets, named relative to it; each cue is a part of one (Media Fragments, `xywh`). */
export function overviewTrack(
  { everySeconds, pictures, size, columns, rows }: OverviewPlan,
  durationSeconds: number,
): string {
  const { widthPixels: width, heightPixels: height } = size;
  const cues = Array.from({ length: pictures }, (_, picture) => {
    const place = picture % (columns * rows);
    const end = picture === pictures - 1 ? durationSeconds : (picture + 1) * everySeconds;
    const sheet = outputFiles.overviewSheet(Math.floor(picture / (columns * rows)) + 1);
    const [x, y] = [(place % columns) * width, Math.floor(place / columns) * height];
    const [from, to] = [picture * everySeconds, end].map((at) => webVttClock(Math.round(at * 1000)));
    return `${from} --> ${to}\n${sheet}#xywh=${x},${y},${width},${height}`;
  });
  return `WEBVTT\n\n${cues.join('\n\n')}\n`;
}

/**
 * Makes the overview out of the smallest of the renditions that are written, of which the key frames alone are decoded:
 * some seconds for hours of video.
 *
 * @param made.plan  its ladder has what is in the folder
 * @returns what is written, with the overview; as it was where there are no pictures, or they are not to be had: a video
 *   plays without it
 * @throws the reason of `signal`
 */
export async function withOverview(
  tools: MediaTools,
  made: { folder: string; plan: EncodingPlan; written: Written; signal?: AbortSignal | undefined },
): Promise<Written> {
  const { folder, plan, written, signal } = made;
  const smallest = plan.ladder.renditions.at(-1);
  if (smallest === undefined) return written;
  const { durationSeconds } = written;
  const { keyFrameSeconds } = plan.segments;
  const overview = planOverview({ durationSeconds, keyFrameSeconds, size: smallest });
  const file = path.join(folder, outputFiles.segments(smallest.name));
  try {
    await runFfmpeg(tools.ffmpeg, {
      args: sheetArgs(file, overview),
      folder,
      durationSeconds,
      timeLimitMs: timeLimitMs(durationSeconds),
      memoryMiB: encodeMemoryMiB(1, [smallest]),
      hiddenPaths: [path.resolve(folder)],
      signal,
    });
  } catch (error) {
    if (error instanceof EncodingFailure) return written;
    throw error;
  }
  if ((await sizeOf(path.join(folder, outputFiles.overviewSheet(1)))) === 0) return written;
  await writeFile(path.join(folder, outputFiles.overview), overviewTrack(overview, durationSeconds));
  return { ...written, overview: outputFiles.overview };
}

function sheetArgs(file: string, { everySeconds, pictures, size, columns, rows }: OverviewPlan): string[] {
  const sheets = Math.ceil(pictures / (columns * rows));
  const filters = [
    `fps=1/${everySeconds}:start_time=0`,
    `scale=${size.widthPixels}:${size.heightPixels}:flags=bicubic:out_range=pc`,
    `setsar=1,format=yuvj420p,tile=${columns}x${rows}`,
    // The rate of sheets is none that any format has.
    'setpts=N/TB',
  ];
  return [
    ...quietly,
    ...['-skip_frame', 'nokey', '-threads', '1', ...inputRules, ...inputOf(file)],
    ...['-map', '0:v:0', '-map_metadata', '-1', '-vf', filters.join(',')],
    ...[
      '-c:v',
      'mjpeg',
      '-q:v',
      '5',
      '-r',
      '1',
      '-frames:v',
      String(sheets),
      '-f',
      'image2',
      outputFiles.overviewSheet('%d'),
    ],
  ];
}
