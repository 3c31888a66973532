/**
 * Who waits for whom where passwords are hashed. Each hash takes 128 MiB, a core, and one of the four threads that read
 * files too; these three at once leave one. In the whole process, hence here.
 */
import { createTurns } from '@campus/service';

/** Of each lane. A hash takes 0.4 s: within these nobody waits for more than 7 s, and whoever would is told to come again. */
export const hashTurnLimits = { atATime: 1, waiting: 16, waitingPerCaller: 4, retryAfterSeconds: 5 };

/** Turns at hashing a password. */
export const hashLanes = {
  /** Checks for clients that have never been right about the account: anybody, with any number of addresses. */
  strangers: createTurns(hashTurnLimits),
  /** Checks for those that have, whom strangers do not hold up. Each account is a caller: a school has one address. */
  known: createTurns(hashTurnLimits),
  /** New passwords, which hold up no check. */
  changes: createTurns(hashTurnLimits),
};
