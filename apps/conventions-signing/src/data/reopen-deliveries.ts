import { sql } from '@campus/database';
import type { Delivery } from '../../generated/client.ts';
import type { Placed } from '../domain/scope.ts';
import type { SignableRef, SignableState } from '../domain/signable.ts';
import type { Writing } from './open-database.ts';

/** What decides whether a delivery can be made again, and how. */
interface RedeliverableDelivery extends Pick<Delivery, 'id' | 'signableId' | 'state' | 'round'> {
  attemptsMade: number;
  /** How often somebody has asked for it again. */
  redeliveries: number;
  signable: SignableRef & Placed & { state: SignableState; round: number; signedOutside: boolean };
}

/** Locks the records of deliveries, and finds those of the deliveries that nobody has asked for since `asked`. */
export async function findRedeliverable(
  tx: Writing,
  { ids, asked }: { ids: string[]; asked: Date },
): Promise<RedeliverableDelivery[]> {
  // In one order, so that two who do the same wait for each other and not each for the other.
  await sql`
    select from signables where id in (select signable_id from deliveries where id = any (${ids}))
    order by id for update`.run(tx);
  return sql<RedeliverableDelivery>`
    select d.id, d.signable_id, d.state, d.round,
      (select count(*)::int from attempts where delivery_id = d.id) as attempts_made,
      (select count(*)::int from history h
       where h.signable_id = d.signable_id and h.event = 'redelivered'
         and h.detail->>'delivery' = d.id::text) as redeliveries,
      json_build_object('kind', s.kind, 'number', s.number, 'state', s.state, 'round', s.round,
        'signedOutside', s.signed_outside, 'department', s.department, 'workflowId', s.workflow_id) as signable
    from deliveries d join signables s on s.id = d.signable_id
    where d.id = any (${ids}) and (d.reopened_at is null or d.reopened_at < ${asked}) order by d.id`.rows(tx);
}

/** Makes deliveries pending again, due at `at`. */
export function reopenDeliveries(
  tx: Writing,
  deliveries: readonly Pick<RedeliverableDelivery, 'id' | 'attemptsMade'>[],
  { at, giveUpAt }: { at: Date; giveUpAt: Date },
): void {
  tx.send(sql`
    update deliveries d
    set state = 'pending', next_attempt_at = ${at}, give_up_at = ${giveUpAt}, reopened_at = ${at},
      attempts_before = made.attempts
    from ${sql.unnest(deliveries, { id: sql`uuid`, attemptsMade: sql`int` })} made (id, attempts)
    where d.id = made.id`);
}
