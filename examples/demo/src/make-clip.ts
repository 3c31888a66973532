import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A short video that ffmpeg draws by itself. */
export interface Clip {
  /** A video source of ffmpeg with its options, such as `testsrc2=size=1280x720:rate=25`. */
  picture: string;
  /** Pitch of its sound. */
  toneHertz: number;
  durationSeconds: number;
  /** All of its pictures and sound are zeros, as a recorder leaves them that has run out of room. */
  isDamaged?: boolean;
}

/** Makes the clip as an MP4 file (H.264, AAC) with filters that old builds of ffmpeg have too. */
export async function makeClip(
  { picture, toneHertz, durationSeconds, isDamaged = false }: Clip,
  { ffmpeg, file, signal }: { ffmpeg: string; file: string; signal?: AbortSignal },
): Promise<void> {
  const inputs = [picture, `sine=frequency=${toneHertz}:sample_rate=48000`];
  await run(
    ffmpeg,
    [
      ...['-hide_banner', '-loglevel', 'error', '-nostdin', '-y'],
      ...inputs.flatMap((source) => ['-f', 'lavfi', '-i', source]),
      ...['-t', String(durationSeconds), '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
      // Noise is most of the work: fewer bits of it, by CABAC, take the ffmpeg of npm half of the time.
      ...['-coder', '1', '-crf', '28'],
      ...['-c:a', 'aac', '-movflags', 'faststart', '-f', 'mp4', file],
    ],
    { signal },
  );
  if (isDamaged) await damage(file);
}

/** What describes the pictures comes first, see `faststart`. */
async function damage(file: string): Promise<void> {
  const bytes = await readFile(file);
  await writeFile(file, bytes.fill(0, bytes.indexOf('mdat') + 4));
}
