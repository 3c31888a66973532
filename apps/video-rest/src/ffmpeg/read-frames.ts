import { duringEncoding, EncodingFailure } from './encoding-failure.ts';
import { type FrameRate, framesPerSecond } from './frame-rate.ts';
import type { MediaTools } from './open-media-tools.ts';
import { timelineTimeLimitMs } from './read-timeline.ts';
import { runFfprobe } from './run-ffprobe.ts';

/**
 * Counts the frames of a piece, or of what pieces were joined to, without decoding them.
 *
 * @returns `head`: digest of what decoders need before the first frame
 * @throws EncodingFailure  `pieces_do_not_fit`: one is not at its time, or the first is no key frame; `tool_missing`, `tool_ended`
 * @throws SourceUnreadable
 */
export async function readFrames(
  tools: MediaTools,
  { file, frameRate, signal }: { file: string; frameRate: FrameRate; signal?: AbortSignal | undefined },
): Promise<{ frames: number; head: string }> {
  const times: number[] = [];
  let head = '';
  let isKeyFirst = false;
  const args = ['-select_streams', 'v:0', '-show_data_hash', 'sha256'];
  const entries = ['-show_entries', 'packet=pts_time,flags:stream=extradata_hash', '-of', 'csv'];
  await duringEncoding(
    runFfprobe(tools, {
      source: file,
      args: [...args, ...entries],
      timeLimitMs: timelineTimeLimitMs,
      signal,
      onLine(line) {
        const [section, first = '', flags = ''] = line.split(',');
        if (section === 'stream') head = first;
        if (section !== 'packet') return;
        if (times.length === 0) isKeyFirst = flags.startsWith('K');
        times.push(Number(first));
      },
    }),
  );
  const rate = framesPerSecond(frameRate);
  const inOrder = times.toSorted((one, other) => one - other);
  const areInTime = inOrder.every((seconds, frame) => Math.abs(seconds * rate - frame) < 0.1);
  if (!isKeyFirst || !areInTime || head === '') throw new EncodingFailure('pieces_do_not_fit');
  return { frames: times.length, head };
}
