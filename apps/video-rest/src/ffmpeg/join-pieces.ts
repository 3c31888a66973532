import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { encodeMemoryMiB, timeLimitMs } from './encode-limits.ts';
import type { EncodedPiece } from './encode-piece.ts';
import type { SourceRun } from './encode-whole.ts';
import { EncodingFailure } from './encoding-failure.ts';
import { joinArgs } from './ffmpeg-args.ts';
import type { MediaTools } from './open-media-tools.ts';
import { outputFiles } from './outputs.ts';
import type { Piece } from './pieces.ts';
import { type EncodingPlan, readFrames } from './plan-encoding.ts';
import { framesPerSecond } from './probe-result.ts';
import { runFfmpeg } from './run-ffmpeg.ts';
import { readWritten, type Written } from './written.ts';

/** A piece that was encoded, with its files. */
export interface PieceToJoin extends EncodedPiece {
  piece: Piece;
  /** Absolute path of the MP4 of each rendition, by its name. */
  files: Readonly<Record<string, string>>;
}

/**
 * Joins the pieces of some renditions to HLS and MP4, copying what is encoded, and checks what came out: every frame is
 * there, at its time.
 *
 * @param job.plan    its ladder has what is made, and the poster when that is in the folder already
 * @param job.pieces  all of the source, in their order, with the renditions of the ladder
 * @param job.sound   absolute path of the file of the sound; null: there is none
 * @throws EncodingFailure  `pieces_do_not_fit`: one run must encode the source; what `encodeWhole` throws
 * @throws the reason of `signal`, once ffmpeg is dead
 */
export async function joinPieces(
  tools: MediaTools,
  job: Omit<SourceRun, 'source' | 'threads'> & {
    plan: EncodingPlan;
    pieces: readonly PieceToJoin[];
    sound: string | null;
  },
): Promise<Written> {
  const { plan, pieces, sound, folder, signal, onProgress, onWords } = job;
  const { renditions } = plan.ladder;
  const { durationSeconds } = plan.timeline;
  if (renditions.some(({ name }) => new Set(pieces.map(({ heads }) => heads[name])).size !== 1))
    throw new EncodingFailure('pieces_do_not_fit');
  const lists = renditions.map(({ name }) => ({ file: `${name}.ffconcat`, text: concatList(name, job) }));
  for (const { file, text } of lists) await writeFile(path.join(folder, file), text);
  const { words } = await runFfmpeg(tools.ffmpeg, {
    args: joinArgs({ ...plan, lists: lists.map(({ file }) => file), sound }),
    folder,
    durationSeconds,
    timeLimitMs: timeLimitMs(durationSeconds),
    memoryMiB: encodeMemoryMiB(1),
    hiddenPaths: [path.resolve(folder), ...pieces.flatMap(({ files }) => Object.values(files))],
    signal,
    onProgress,
    onWords,
  });
  for (const { file } of lists) await rm(path.join(folder, file));
  const written = await readWritten(folder, { ...plan, words });
  const expected = pieces.reduce((sum, { frames }) => sum + frames, 0);
  for (const { name } of renditions) {
    const file = path.join(folder, outputFiles.segments(name));
    const { frames } = await readFrames(tools, { file, frameRate: plan.frameRate, signal });
    if (frames !== expected) throw new EncodingFailure('pieces_do_not_fit');
  }
  return written;
}

/** When each piece begins is told in microseconds, from the beginning of all: rounding does not add up. */
function concatList(
  name: string,
  { plan: { frameRate }, pieces }: { plan: EncodingPlan; pieces: readonly PieceToJoin[] },
): string {
  const microseconds = (frame: number) => Math.round((frame / framesPerSecond(frameRate)) * 1_000_000);
  const lines = pieces.flatMap(({ piece: { firstFrame, endFrame }, files }) => {
    const file = `file '${(files[name] ?? '').replaceAll("'", "'\\''")}'`;
    if (endFrame === null) return [file];
    return [file, `duration ${((microseconds(endFrame) - microseconds(firstFrame)) / 1_000_000).toFixed(6)}`];
  });
  return `ffconcat version 1.0\n${lines.join('\n')}\n`;
}
