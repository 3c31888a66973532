import type { TurnLimits } from '@campus/service';

/**
 * Images made smaller at a time, by the account that sent them: each may take the memory of `imageMemoryMiB` and 20
 * seconds. An ordinary one takes a tenth of a second.
 */
export const imageTurnLimits = {
  atATime: 1,
  waiting: 32,
  atATimePerCaller: 1,
  waitingPerCaller: 8,
  retryAfterSeconds: 20,
} as const satisfies TurnLimits;
