import { sql } from '@campus/database';
import type { Refusal, SignableState } from '../domain/signable.ts';
import type { Writing } from './open-database.ts';

/** Cancels what is pending for a record and returns the ids. There is at most one. */
export async function cancelPendingDeliveries(tx: Writing, signableId: number): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    update deliveries set state = 'cancelled', next_attempt_at = null
    where signable_id = ${signableId} and state = 'pending' returning id`.rows(tx);
  return rows.map(({ id }) => id);
}

/**
 * What counts in the round of a record: who has signed, by order; the versions that came back; the identifier that the
 * signing application answered, and the refusal that has ended it, null where there is none.
 */
export async function readEndingRound(
  tx: Writing,
  { id, round, state }: { id: number; round: number; state: SignableState },
) {
  const [dates, deposits, told, refusal] = await Promise.all([
    sql<{ mail: string; order: number; signatureDate: Date; submissionDate: Date | null }>`
      select mail, "order", signature_date, submission_date from signatories
      where signable_id = ${id} and signature_date is not null order by "order", position`.rows(tx),
    sql<{ version: number }>`
      select version from deposits where signable_id = ${id} and round = ${round} order by version`.rows(tx),
    sql<{ reference: string | null }>`
      select reference from deliveries where signable_id = ${id} and round = ${round} limit 1`.row(tx),
    // One that was signed outside since does not count.
    state === 'refused'
      ? sql<Pick<Refusal, 'mail' | 'order' | 'refusedAt' | 'reason'>>`
          select mail, "order", refused_at, reason from refusals
          where signable_id = ${id} and round = ${round}`.row(tx)
      : null,
  ]);
  return {
    dates,
    versions: deposits.map(({ version }) => version),
    reference: told?.reference ?? null,
    refusal,
  };
}

/** Forgets the dates of the current round; the history keeps them. */
export function clearDates(tx: Writing, signableId: number): void {
  tx.send(
    sql`
      update signatories set signature_date = null, submission_date = null where signable_id = ${signableId}`,
  );
}
