import { type Queryable, sql } from '@campus/database';
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
 * A key whose 24 hours are over is as good as forgotten. A second request with the same key waits here until the first
 * one's transaction ends.
 */
export async function claimKey(
  tx: Writing,
  { actor, route, key }: RequestKey,
  { requestHash, now }: { requestHash: string; now: Date },
): Promise<'claimed' | { requestHash: string; answer: string }> {
  const claimed = await sql`
    insert into idempotent_answers (actor, route, key, request_hash, created_at)
    values (${actor}, ${route}, ${key}, ${requestHash}, ${now})
    on conflict (actor, route, key) do update
    set request_hash = excluded.request_hash, answer = null, signable_id = null, created_at = excluded.created_at
    where idempotent_answers.created_at < ${forgottenAt(now)}`.run(tx);
  if (claimed === 1) return 'claimed';
  const first = await sql<{ requestHash: string; answer: string | null }>`
    select request_hash, answer from idempotent_answers
    where actor = ${actor} and route = ${route} and key = ${key}`.row(tx);
  if (first === null) throw new Error('an idempotency key is neither there nor free');
  if (first.answer === null) throw new Error('an idempotent answer was committed without its text');
  return { requestHash: first.requestHash, answer: first.answer };
}

/** Keeps the answer, about a record or none, with the claimed key, in the same transaction as what it reports. */
export function keepAnswer(
  tx: Writing,
  { actor, route, key }: RequestKey,
  { answer, signableId }: { answer: string; signableId: number | null },
): void {
  tx.send(sql`
    update idempotent_answers set answer = ${answer}, signable_id = ${signableId}
    where actor = ${actor} and route = ${route} and key = ${key}`);
}

function forgottenAt(now: Date): Date {
  return new Date(now.getTime() - keptMs);
}

/**
 * Forgets the keys whose 24 hours are over, with the personal data in their answers. It waits for nobody: a key that
 * somebody else holds is being forgotten there.
 */
export async function forgetOldKeys(db: Queryable, now: Date): Promise<void> {
  await sql`
    delete from idempotent_answers where (actor, route, key) in (
      select actor, route, key from idempotent_answers
      where created_at < ${forgottenAt(now)} for update skip locked)`.run(db);
}
