import type pg from 'pg';
import { SignInError } from '../sign-in-error.ts';

/** Wrong codes of one account, over all its sessions and all processes; whoever gets here knows its password. */
export const factorAttemptLimits = { perAccount: 10, windowSeconds: 900 };

/**
 * Counts an attempt before it is made, as a failure, so that many at once cannot pass together.
 *
 * @throws SignInError `throttled`; the attempt must not be made
 */
export async function beginFactorAttempt(pool: pg.Pool, accountId: number, now: Date): Promise<void> {
  const { perAccount, windowSeconds } = factorAttemptLimits;
  const { rows } = await pool.query<{ count: number; began_at: Date }>({
    name: 'begin_factor_attempt',
    text: `insert into second_factor_attempts as a (account_id, count, began_at) values ($1, 1, $2)
           on conflict (account_id) do update set
             count = case when a.began_at <= $3 then 1 else least(a.count + 1, $4) end,
             began_at = case when a.began_at <= $3 then $2 else a.began_at end
           returning count, began_at`,
    values: [accountId, now, new Date(now.getTime() - windowSeconds * 1000), perAccount + 1],
  });
  const [row] = rows;
  if (row === undefined || row.count <= perAccount) return;
  const leftMs = row.began_at.getTime() + windowSeconds * 1000 - now.getTime();
  throw new SignInError('throttled', { retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)) });
}

/** All attempts of an account are forgiven: one was right. */
export async function forgetFactorAttempts(pool: pg.Pool, accountId: number): Promise<void> {
  await pool.query('delete from second_factor_attempts where account_id = $1', [accountId]);
}
