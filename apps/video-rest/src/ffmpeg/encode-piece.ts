import path from 'node:path';
import { encodeTo, type SourceRun } from './encode-whole.ts';
import { EncodingFailure } from './encoding-failure.ts';
import { encodeFurtherSounds } from './further-sounds.ts';
import type { AnnouncedAudio } from './master-playlist.ts';
import type { MediaTools } from './open-media-tools.ts';
import { outputFiles } from './outputs.ts';
import type { Piece } from './pieces.ts';
import { type EncodingPlan, readFrames } from './plan-encoding.ts';
import { framesPerSecond } from './probe-result.ts';
import { thumbnailsWithin } from './thumbnails.ts';
import { readWritten } from './written.ts';

/** What was made of a piece. Plain data. */
export interface EncodedPiece {
  /** Counted in the file of each rendition. */
  frames: number;
  /** Digest of what stands at the head of each rendition's stream, by its name: pieces that join have the same. */
  heads: Record<string, string>;
}

/**
 * Encodes some of the pictures: one MP4 for each rendition of the plan's ladder, and what there is in it to choose the poster from.
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
  const poster = thumbnailsWithin({ ...plan, piece }).length > 0 ? plan.ladder.poster : null;
  const ladder = { ...plan.ladder, poster, audio: null };
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

/**
 * Encodes all of the sound: its HLS, and one file of it; and the further sounds, in HLS alone, which it returns.
 *
 * @throws what `encodeWhole` does
 */
export async function encodeSound(
  tools: MediaTools,
  job: SourceRun & { plan: EncodingPlan },
): Promise<AnnouncedAudio[]> {
  const plan = soundOf(job.plan);
  const { words } = await encodeTo(tools, { ...job, plan, seconds: plan.timeline.durationSeconds });
  await readWritten(job.folder, { ...plan, words });
  return encodeFurtherSounds(tools, job);
}

function soundOf({ facts, ladder, ...plan }: EncodingPlan): EncodingPlan {
  const { audio } = ladder;
  return { ...plan, facts: { ...facts, video: null }, ladder: { renditions: [], poster: null, audio } };
}
