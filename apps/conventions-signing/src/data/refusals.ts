import { sql } from '@campus/database';
import type { Refusal } from '../domain/signable.ts';
import type { Writing } from './open-database.ts';

/** The refusal of a round; null when nobody has refused in it. */
export async function findRefusal(
  tx: Writing,
  { id, round }: { id: number; round: number },
): Promise<Refusal | null> {
  return sql<Refusal>`
    select mail, "order", refused_at, reason, received_at, actor
    from refusals where signable_id = ${id} and round = ${round}`.row(tx);
}

/** Adds the refusal of a round, which has none. */
export function insertRefusal(
  tx: Writing,
  { id, round }: { id: number; round: number },
  { mail, order, refusedAt, reason, receivedAt, actor }: Refusal,
): void {
  tx.send(sql`
    insert into refusals (signable_id, round, mail, "order", refused_at, reason, received_at, actor)
    values (${id}, ${round}, ${mail}, ${order}, ${refusedAt}, ${reason}, ${receivedAt}, ${actor})`);
}
