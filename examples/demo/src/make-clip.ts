import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A short video that ffmpeg draws by itself. */
export interface Clip {
  /** A video source of ffmpeg with its options, such as `testsrc2=size=1280x720:rate=25`. */
  picture: string;
  /** Pitch of its sound. */
  toneHertz: number;
  durationSeconds: number;
}

/** Makes the clip as an MP4 file (H.264, AAC) with filters that old builds of ffmpeg have too. */
export async function makeClip(
  { picture, toneHertz, durationSeconds }: Clip,
  { ffmpeg, file, signal }: { ffmpeg: string; file: string; signal?: AbortSignal },
): Promise<void> {
  const inputs = [picture, `sine=frequency=${toneHertz}:sample_rate=48000`];
  await run(
    ffmpeg,
    [
      ...['-hide_banner', '-loglevel', 'error', '-nostdin', '-y'],
      ...inputs.flatMap((source) => ['-f', 'lavfi', '-i', source]),
      ...['-t', String(durationSeconds), '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
      ...['-c:a', 'aac', '-f', 'mp4', file],
    ],
    { signal },
  );
}
