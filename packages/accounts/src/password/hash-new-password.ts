import { BudgetSpentError } from '@campus/service';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { hashLanes } from './hash-lanes.ts';
import { hashPassword } from './password-hash.ts';
import { checkPasswordRules } from './password-rules.ts';

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
  checkPasswordRules(password, { username });
  await changes.consume(username).catch(refuse);
  return hashLanes.changes.run(by, () => hashPassword(password));
}

function refuse(spent: unknown): never {
  if (!(spent instanceof RateLimiterRes)) throw spent;
  const retryAfterSeconds = Math.max(1, Math.ceil(spent.msBeforeNext / 1000));
  throw new BudgetSpentError('caller', { retryAfterSeconds });
}
