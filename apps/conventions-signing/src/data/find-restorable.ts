import { sql } from '@campus/database';
import type { Writing } from './open-database.ts';

/** What a round was, beside what was set aside of it. */
export interface FormerRound {
  startedAt: Date;
  due: string | null;
  signedOutside: boolean;
  isRefused: boolean;
  isDeposited: boolean;
  /** Its call; null when nobody was to be told. */
  delivery: { id: string; state: string } | null;
}

/** Finds that of a round that began; null when the history does not know it any more. */
export async function findFormerRound(
  tx: Writing,
  { signableId, round }: { signableId: number; round: number },
): Promise<FormerRound | null> {
  const found = await sql<Omit<FormerRound, 'startedAt'> & { startedAt: Date | null }>`
    with events as (
      select id, at, event, detail from history
      where signable_id = ${signableId} and event in ('signing-started', 'signed-outside', 'due-changed')
        and (detail->>'round')::int = ${round})
    select
      (select at from events where event <> 'due-changed' order by id limit 1) as started_at,
      (select detail->>'due' from events where event <> 'signed-outside' order by id desc limit 1) as due,
      exists (select from events where event = 'signed-outside') as signed_outside,
      exists (select from refusals where signable_id = ${signableId} and round = ${round}) as is_refused,
      exists (
        select from deposits
        where signable_id = ${signableId} and round = ${round} and superseded_sha256 is null) as is_deposited,
      (select json_build_object('id', d.id, 'state', d.state) from deliveries d
       where d.signable_id = ${signableId} and d.round = ${round}
       order by d.created_at desc limit 1) as delivery`.row(tx);
  return found === null || found.startedAt === null ? null : { ...found, startedAt: found.startedAt };
}
