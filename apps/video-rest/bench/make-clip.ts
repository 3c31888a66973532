import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Makes a clip with sound, H.264 and AAC in MP4, readable from its start: moving pictures as ffmpeg draws them. */
export async function makeClip(
  ffmpeg: string,
  { file, size, seconds, signal }: { file: string; size: string; seconds: number; signal: AbortSignal },
): Promise<void> {
  const inputs = [`testsrc2=size=${size}:rate=25`, 'sine=frequency=440:sample_rate=48000'];
  await run(
    ffmpeg,
    [
      ...['-hide_banner', '-nostdin', '-loglevel', 'error'],
      ...inputs.flatMap((input) => ['-f', 'lavfi', '-i', input]),
      ...[
        '-t',
        String(seconds),
        '-pix_fmt',
        'yuv420p',
        '-c:v',
        'libx264',
        '-preset',
        'ultrafast',
        '-crf',
        '20',
      ],
      ...['-c:a', 'aac', '-ac', '2', '-movflags', '+faststart', '-f', 'mp4', file],
    ],
    { signal },
  );
}
