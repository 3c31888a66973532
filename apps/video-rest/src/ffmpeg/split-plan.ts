/**
 * How the run of a long source is shared among workers: by tasks, each of which any of them may take up. Pure.
 *
 * Where nothing of the video is on air yet, the lowest rendition is made first, with sound and poster, and goes on air
 * as soon as it is whole; the others follow. Else one piece has all renditions, which decodes the source once.
 */
import type { Ladder } from './ladder.ts';
import { canBeCut, cutPictures, type Piece } from './pieces.ts';
import type { EncodingPlan } from './plan-encoding.ts';

/** `first` joins `lowest` and `sound`, and `last` the rest. */
export type TaskKind = 'sound' | 'lowest' | 'piece' | 'first' | 'last';

/** What all tasks of a run go by. Plain data. */
export interface SplitPlan extends EncodingPlan {
  /** Whether the lowest rendition goes on air before the others. */
  isProgressive: boolean;
}

export interface PlannedTask {
  kind: TaskKind;
  piece: Piece | null;
  /** In proportion to the time that it takes; whole. */
  weight: number;
}

/** Long enough that what each piece decodes ahead of it costs little. */
const longestPieceSeconds = 60;

/** The lowest is encoded about as fast as it is decoded. */
const lowestPieces = 4;

/**
 * @param split.fromSeconds  shorter sources are not split; 0: none is
 * @param split.isOnAir      whether anything of the video is
 * @returns null: one worker encodes all, in one run
 */
export function splitPlan(
  plan: EncodingPlan,
  { fromSeconds, isOnAir }: { fromSeconds: number; isOnAir: boolean },
): SplitPlan | null {
  const seconds = plan.timeline.video?.endSeconds ?? 0;
  if (fromSeconds === 0 || seconds < fromSeconds || !canBeCut(plan.facts, plan.timeline)) return null;
  return { ...plan, isProgressive: !isOnAir && plan.ladder.renditions.length > 1 };
}

/** In the order in which they are taken up. */
export function tasksOf(plan: SplitPlan, { fromSeconds }: { fromSeconds: number }): PlannedTask[] {
  const { timeline, frameRate, segments, isProgressive, ladder } = plan;
  const seconds = timeline.video?.endSeconds ?? 0;
  const atLeast = Math.min(longestPieceSeconds, fromSeconds / 10);
  const cut = (kind: 'lowest' | 'piece', length: number, timesWeight: number): PlannedTask[] => {
    const pieces = cutPictures({ seconds, atLeast: length, frameRate, segments });
    const weight = Math.ceil((timesWeight * seconds) / pieces.length);
    return pieces.map((piece) => ({ kind, piece, weight }));
  };
  const joining = Math.ceil(seconds / 10);
  return [
    ...(ladder.audio ? [{ kind: 'sound', piece: null, weight: joining } as const] : []),
    ...(isProgressive ? cut('lowest', lowestPieces * atLeast, 1) : []),
    ...(isProgressive ? [{ kind: 'first', piece: null, weight: joining } as const] : []),
    ...cut('piece', atLeast, isProgressive ? 3 : 4),
    { kind: 'last', piece: null, weight: joining },
  ];
}

/** What a task makes, or joins. */
export function ladderOfTask({ ladder, isProgressive }: SplitPlan, kind: TaskKind): Ladder {
  const { renditions, poster, audio } = ladder;
  if (kind === 'sound') return { renditions: [], poster: null, audio };
  if (!isProgressive) return ladder;
  if (kind === 'lowest' || kind === 'first') return { renditions: renditions.slice(-1), poster, audio };
  return { renditions: renditions.slice(0, -1), poster: null, audio: null };
}
