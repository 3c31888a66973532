import { createHash } from 'node:crypto';
import { claimKey, keepAnswer, type RequestKey } from '../data/idempotent-answers.ts';
import { inTransaction, type Writing } from '../data/open-database.ts';
import type { ChangeDeps } from './change-record.ts';
import { SigningError } from './errors.ts';

/** How a request that may be repeated is answered. */
export interface Repeatable<Result, Answer> {
  /** Absent when the caller sent no Idempotency-Key. */
  key?: RequestKey | undefined;
  /** Turns the result into the answer, which is kept with the key as JSON. */
  show: (result: Result) => Answer;
}

/**
 * Runs `work` in one transaction, and under an Idempotency-Key only once in 24 hours: the key, what was
 * done and the answer commit together, and a repetition gets the first answer.
 *
 * @param asked  what the request asks for beside its route; the same key with something else is refused
 * @param work   tells which record the result is about, whose erasure takes the kept answer with it; null for none
 * @throws SigningError  `idempotency_key_reused`
 */
export async function once<Result, Answer>(
  { db, now }: ChangeDeps,
  { asked = {}, key, show }: Repeatable<Result, Answer> & { asked?: object },
  work: (tx: Writing) => Promise<{ signableId: number | null; result: Result }>,
): Promise<Answer> {
  return inTransaction(db, async (tx) => {
    if (key === undefined) return show((await work(tx)).result);
    const requestHash = createHash('sha256').update(JSON.stringify(asked)).digest('hex');
    const claim = await claimKey(tx, key, { requestHash, now: now() });
    if (claim !== 'claimed') {
      if (claim.requestHash !== requestHash) {
        const message = 'this Idempotency-Key was used within 24 hours for another request; use a new key';
        throw new SigningError('idempotency_key_reused', message);
      }
      // The text that `show` wrote for the first request of this very route.
      return JSON.parse(claim.answer) as Answer;
    }
    const { signableId, result } = await work(tx);
    const answer = show(result);
    keepAnswer(tx, key, { signableId, answer: JSON.stringify(answer) });
    return answer;
  });
}
