import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { outputFiles } from './outputs.ts';
import type { Piece } from './pieces.ts';
import { type EncodingPlan, thumbnailTimes } from './plan-encoding.ts';
import { framesPerSecond } from './probe-result.ts';

/** Which pictures to choose the poster from are taken: all, or those of a piece; with their times in the source. */
export function thumbnailsWithin(
  job: Pick<EncodingPlan, 'timeline' | 'frameRate'> & { piece?: Piece | undefined },
): {
  number: number;
  seconds: number;
}[] {
  const { timeline, frameRate, piece } = job;
  const { firstFrame = 0, endFrame = null } = piece ?? {};
  return thumbnailTimes(timeline)
    .map((seconds, index) => ({ number: index + 1, seconds, frame: seconds * framesPerSecond(frameRate) }))
    .filter(({ frame }) => frame >= firstFrame && (endFrame === null || frame < endFrame))
    .map(({ number, seconds }) => ({ number, seconds }));
}

/**
 * Gives the pictures that a run has taken their names: the first picture of all, and behind it those of `thumbnailsWithin`
 * as far as the source goes. Where it ends before the poster, that is the first picture.
 */
export async function nameThumbnails(
  folder: string,
  run: Pick<EncodingPlan, 'timeline' | 'frameRate'> & { piece?: Piece | undefined },
): Promise<void> {
  const there = new Set(await readdir(folder));
  for (const [index, { number }] of thumbnailsWithin(run).entries()) {
    const isFirst = number === 1 && !there.has(outputFiles.taken(index + 2));
    const taken = outputFiles.taken(isFirst ? 1 : index + 2);
    if (!there.delete(taken)) break;
    await rename(path.join(folder, taken), path.join(folder, outputFiles.thumbnail(number)));
  }
  const left = [...there].filter((name) => name.startsWith('taken-'));
  for (const name of left) await rm(path.join(folder, name));
}

/** The pictures to choose the poster from that are in a folder, that one first. */
export async function findThumbnails(folder: string): Promise<string[]> {
  const there = new Set(await readdir(folder));
  return [1, 2, 3].map(outputFiles.thumbnail).filter((file) => there.has(file));
}
