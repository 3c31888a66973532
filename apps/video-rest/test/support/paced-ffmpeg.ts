import { createHash } from 'node:crypto';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runTool } from '../../src/ffmpeg/run-tool.ts';
import { quickMediaTools } from './clips.ts';
import { writeWhole } from './write-whole.ts';

/**
 * The ffmpeg of the tests, encoding no faster than somebody would watch: a run takes the duration of its source, and
 * next to no processor, so that a test can look at it and interrupt it.
 *
 * @returns absolute path of the program, for FFMPEG_PATH; kept in the temporary folder of the machine
 */
export async function pacedFfmpeg(): Promise<string> {
  const { ffmpeg } = await quickMediaTools();
  // -re belongs to the input that follows. As long as an output waits for its first frame, ffmpeg looks for it as fast as a
  // core can: an overview has its first at the end. So only runs that write renditions are slow.
  const script = `#!/bin/sh
case " $* " in *" tee "*) exec "${ffmpeg}" -re "$@" ;; *) exec "${ffmpeg}" "$@" ;; esac
`;
  const file = path.join(await folderFor(script), 'ffmpeg');
  await writeWhole(file, async (unfinished) => {
    await writeFile(unfinished, script);
    await chmod(unfinished, 0o700);
  });
  return file;
}

/** A source of so many seconds, 64 x 36 and silent: for runs that are looked at, or whose worker is killed. */
export function sourceOfSeconds(seconds: number): Promise<string> {
  // The encoder looks ahead some 40 frames before it gives anything: at a high rate that is soon.
  return source({ seconds, rate: 60 });
}

/**
 * A source that takes longer than any test, however busy the machine: for runs that are interrupted. One of MPEG-TS is
 * never encoded in parts.
 */
export function endlessSource(): Promise<string> {
  return source({ seconds: 1800, rate: 2, format: 'mpegts' });
}

async function source({
  seconds,
  rate,
  format = 'mp4',
}: {
  seconds: number;
  rate: number;
  format?: string;
}): Promise<string> {
  const { ffmpeg, versions } = await quickMediaTools();
  const pictures = ['-f', 'lavfi', '-i', `testsrc2=size=64x36:rate=${rate}`, '-t', String(seconds)];
  const args = [...pictures, '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-f', format];
  const file = path.join(await folderFor([versions.ffmpeg, ...args].join(' ')), 'source');
  await writeWhole(file, async (unfinished) => {
    const run = ['-nostdin', '-v', 'error', '-y', ...args, unfinished];
    const { status, errorText } = await runTool(ffmpeg, run, { timeLimitMs: 240_000 });
    if (status !== 0) throw new Error(`ffmpeg did not make a source of ${seconds} s: ${errorText}`);
  });
  return file;
}

async function folderFor(content: string): Promise<string> {
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 16);
  const folder = path.join(tmpdir(), `video-rest-paced-${process.getuid?.()}-${digest}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}
