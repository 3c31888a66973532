import type { TurnLimits } from '@campus/service';

/**
 * Examinations of uploads at a time, by the account that sent them: each may take the memory of `probeMemoryMiB` and
 * 30 seconds. An ordinary one takes a tenth of a second, so that hardly anybody waits.
 */
export const probeTurnLimits = {
  atATime: 2,
  waiting: 64,
  atATimePerCaller: 1,
  waitingPerCaller: 16,
  retryAfterSeconds: 30,
} as const satisfies TurnLimits;
