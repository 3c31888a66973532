import type { Prisma } from '../../generated/client.ts';
import type { Transaction } from './open-database.ts';

/** What the service does by itself, such as giving up a delivery. */
export const serviceActor = 'service';

export type HistoryEventName =
  | 'registered'
  | 'replaced'
  | 'signing-started'
  | 'returned-to-draft'
  | 'deposited'
  | 'date-recorded'
  | 'signed'
  | 'signed-outside'
  | 'delivery-cancelled'
  | 'redelivered'
  | 'delivered'
  | 'delivery-failed'
  | 'erased';

/** Adds one event to the history of a record. `detail` never holds a token or document bytes. */
export async function addToHistory(
  tx: Transaction,
  {
    signableId,
    at,
    event,
    actor,
    detail = {},
  }: {
    signableId: number;
    at: Date;
    event: HistoryEventName;
    actor: string;
    detail?: Prisma.InputJsonObject;
  },
): Promise<void> {
  await tx.historyEvent.create({ data: { signableId, at, event, actor, detail } });
}
