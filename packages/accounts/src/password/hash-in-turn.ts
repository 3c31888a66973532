/**
 * Who waits for whom where passwords are hashed, and what is stored of new ones. Each hash takes 128 MiB, a core, and one of the four threads that read
 * files too; these three at once leave one. In the whole process, hence here.
 */
import { BudgetSpentError, createTurns } from '@campus/service';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { hashPassword } from './password-hash.ts';
import { checkPasswordRules } from './password-rules.ts';

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

/** How often one account is given another password, whoever gives it. */
export const passwordChangeLimits = { perAccount: 5, windowSeconds: 60 };

// In the whole process, as the turns are.
const changes = new RateLimiterMemory({
  points: passwordChangeLimits.perAccount,
  duration: passwordChangeLimits.windowSeconds,
});

/**
 * The text to store for a new password, made in its turn: a change holds up no sign-in, and what somebody asks for holds
 * up nobody else's changes.
 *
 * @param options.username  of the account that it is for
 * @param options.by        whoever gives it, by any name
 * @throws AccountRuleError; BudgetSpentError
 */
export async function hashNewPassword(
  password: string,
  { username, by }: { username: string; by: string },
): Promise<string> {
  checkPasswordRules(password, username);
  await changes.consume(username).catch(refuse);
  return hashLanes.changes.run(by, () => hashPassword(password));
}

function refuse(spent: unknown): never {
  if (!(spent instanceof RateLimiterRes)) throw spent;
  const retryAfterSeconds = Math.max(1, Math.ceil(spent.msBeforeNext / 1000));
  throw new BudgetSpentError('caller', { retryAfterSeconds });
}

/**
 * The text to store for a password that many are told, such as that of a video, made in its turn; what accounts want of
 * theirs does not hold for it.
 *
 * @param by  whoever gives it, by any name
 * @throws BudgetSpentError
 */
export function hashSharedPassword(password: string, by: string): Promise<string> {
  return hashLanes.changes.run(by, () => hashPassword(password));
}
