import path from 'node:path';
import { encodeTo, type SourceRun } from './encode-source.ts';
import { EncodingFailure } from './encoding-failure.ts';
import { framesPerSecond } from './frame-rate.ts';
import type { MediaTools } from './open-media-tools.ts';
import { outputFiles } from './output-files.ts';
import type { Piece } from './pieces.ts';
import { type EncodingPlan, posterTime } from './plan-encoding.ts';
import { readFrames } from './read-frames.ts';
import { readWritten } from './written.ts';

/** What was made of a piece. Plain data. */
export interface EncodedPiece {
  /** Counted in the file of each rendition. */
  frames: number;
  /** Digest of what stands at the head of each rendition's stream, by its name: pieces that join have the same. */
  heads: Record<string, string>;
}

/**
 * Encodes some of the pictures: one MP4 for each rendition of the plan's ladder, and the poster when it is of this piece.
 *
 * @throws EncodingFailure  `pieces_do_not_fit`: it has other frames than it should; what `encodeWhole` throws
 */
export async function encodePiece(
  tools: MediaTools,
  job: SourceRun & { plan: EncodingPlan; piece: Piece },
): Promise<EncodedPiece> {
  const { folder, piece, plan, signal } = job;
  const { frameRate, timeline } = plan;
  const rate = framesPerSecond(frameRate);
  const endSeconds = piece.endFrame === null ? (timeline.video?.endSeconds ?? 0) : piece.endFrame / rate;
  const seconds = Math.max(1, endSeconds - piece.firstFrame / rate);
  const isPosterHere = isWithin(piece, posterTime(timeline) * rate);
  const ladder = { ...plan.ladder, poster: isPosterHere ? plan.ladder.poster : null, audio: null };
  await encodeTo(tools, { ...job, plan: { ...plan, ladder }, seconds });
  const heads: Record<string, string> = {};
  const counts = new Set<number>();
  for (const { name } of ladder.renditions) {
    const file = path.join(folder, outputFiles.mp4(name));
    const found = await readFrames(tools, { file, frameRate, signal });
    heads[name] = found.head;
    counts.add(found.frames);
  }
  const [frames = 0, ...others] = counts;
  const isWhole = piece.endFrame === null ? frames > 0 : frames === piece.endFrame - piece.firstFrame;
  if (!isWhole || others.length > 0) throw new EncodingFailure('pieces_do_not_fit');
  return { frames, heads };
}

function isWithin({ firstFrame, endFrame }: Piece, frame: number): boolean {
  return frame >= firstFrame && (endFrame === null || frame < endFrame);
}

/**
 * Encodes all of the sound: its HLS, and one file of it.
 *
 * @throws what `encodeWhole` does
 */
export async function encodeSound(tools: MediaTools, job: SourceRun & { plan: EncodingPlan }): Promise<void> {
  const plan = soundOf(job.plan);
  const { words } = await encodeTo(tools, { ...job, plan, seconds: plan.timeline.durationSeconds });
  await readWritten(job.folder, { ...plan, words });
}

function soundOf({ facts, ladder, ...plan }: EncodingPlan): EncodingPlan {
  const { audio } = ladder;
  return { ...plan, facts: { ...facts, video: null }, ladder: { renditions: [], poster: null, audio } };
}
