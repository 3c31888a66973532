import type { Statements } from '@campus/database';
import type { Writing } from './open-database.ts';

/** Names one request of one caller: who, on which route, under which Idempotency-Key. */
export interface RequestKey {
  /** Who calls, as in the history. */
  actor: string;
  /** Method and path. */
  route: string;
  key: string;
}

/** Keys are forgotten after 24 hours. */
export const keptMs = 24 * 60 * 60 * 1000;

/**
 * Claims a key for this transaction, or finds what the first request with it got.
 *
 * A key counts until `forgetOldKeys` has forgotten it. A second request with the same key waits here until the first
 * one's transaction ends.
 */
export async function claimKey(
  tx: Writing,
  { actor, route, key }: RequestKey,
  { requestHash, now }: { requestHash: string; now: Date },
): Promise<'claimed' | { requestHash: string; answer: string }> {
  const claimed = await tx.query({
    name: 'claim-key',
    text: `
      insert into idempotent_answers (actor, route, key, request_hash, created_at) values ($1, $2, $3, $4, $5)
      on conflict do nothing`,
    values: [actor, route, key, requestHash, now],
  });
  if (claimed.rowCount === 1) return 'claimed';
  const { rows } = await tx.query<{ requestHash: string; answer: string | null }>({
    name: 'answer-of-key',
    text: `
      select request_hash as "requestHash", answer from idempotent_answers
      where actor = $1 and route = $2 and key = $3`,
    values: [actor, route, key],
  });
  const [first] = rows;
  if (first === undefined) throw new Error('an idempotency key is neither there nor free');
  if (first.answer === null) throw new Error('an idempotent answer was committed without its text');
  return { requestHash: first.requestHash, answer: first.answer };
}

/** Keeps the answer, about a record or none, with the claimed key, in the same transaction as what it reports. */
export function keepAnswer(
  tx: Writing,
  { actor, route, key }: RequestKey,
  { answer, signableId }: { answer: string; signableId: number | null },
): void {
  tx.send({
    name: 'keep-answer',
    text: `
      update idempotent_answers set answer = $4, signable_id = $5 where actor = $1 and route = $2 and key = $3`,
    values: [actor, route, key, answer, signableId],
  });
}

/**
 * Forgets the keys whose 24 hours are over, with the personal data in their answers. It waits for nobody: a key that
 * somebody else holds is being forgotten there.
 */
export async function forgetOldKeys(db: Statements, now: Date): Promise<void> {
  await db.query({
    name: 'forget-old-keys',
    text: `
      delete from idempotent_answers where (actor, route, key) in (
        select actor, route, key from idempotent_answers where created_at < $1 for update skip locked)`,
    values: [new Date(now.getTime() - keptMs)],
  });
}
