/** What can be said of a worker: `lost` was not told to stop, and has not been heard of; `gone` was told. */
export const workerStates = ['free', 'busy', 'draining', 'lost', 'gone'] as const;

export type WorkerState = (typeof workerStates)[number];

/** A worker gives a sign of life this often. */
export const seenEverySeconds = 5;

/** One that has given none for so long is lost: several in a row are missing. */
export const lostAfterSeconds = 20;

/** What the state of a worker is told by. */
export interface WorkerSigns {
  endedAt: Date | null;
  seenAt: Date;
  isDraining: boolean;
  /** Ids of the runs that it has at work. */
  encodings: readonly number[];
}

/** The state of a worker at an instant. Pure. */
export function workerStateAt(
  now: Date,
  { endedAt, seenAt, isDraining, encodings }: WorkerSigns,
): WorkerState {
  if (endedAt !== null) return 'gone';
  if (now.getTime() - seenAt.getTime() > lostAfterSeconds * 1000) return 'lost';
  if (isDraining) return 'draining';
  return encodings.length > 0 ? 'busy' : 'free';
}
