import { workerStateAt } from '../../../domain/worker-state.ts';
import type { ShownWorkers } from './worker-list.ts';

/** Codecs of a source that keep each worker that is there from decoding it; none when one can, or none is there. Pure. */
export function undecodableBy(
  { now, workers }: ShownWorkers,
  { sourceCodecs }: { sourceCodecs: readonly string[] },
): string[] {
  const present = workers.filter((worker) => !['lost', 'gone'].includes(workerStateAt(now, worker)));
  const missing = present.map(({ undecodable }) =>
    sourceCodecs.filter((codec) => undecodable.includes(codec)),
  );
  return missing.some((codecs) => codecs.length === 0) ? [] : [...new Set(missing.flat())];
}
