import type { Refusal } from '../domain/signable.ts';
import type { Writing } from './open-database.ts';

/** The refusal of a round; null when nobody has refused in it. */
export async function findRefusal(
  tx: Writing,
  { id, round }: { id: number; round: number },
): Promise<Refusal | null> {
  const { rows } = await tx.query<Refusal>({
    name: 'refusal-of-round',
    text: `
      select mail, "order", refused_at as "refusedAt", reason, received_at as "receivedAt", actor
      from refusals where signable_id = $1 and round = $2`,
    values: [id, round],
  });
  return rows[0] ?? null;
}

/** Adds the refusal of a round, which has none. */
export function insertRefusal(
  tx: Writing,
  { id, round }: { id: number; round: number },
  { mail, order, refusedAt, reason, receivedAt, actor }: Refusal,
): void {
  tx.send({
    name: 'insert-refusal',
    text: `
      insert into refusals (signable_id, round, mail, "order", refused_at, reason, received_at, actor)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [id, round, mail, order, refusedAt, reason, receivedAt, actor],
  });
}
