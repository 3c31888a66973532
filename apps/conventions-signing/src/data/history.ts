import type { Prisma } from '../../generated/client.ts';
import type { Transaction } from './open-database.ts';

/** What the service does by itself, such as giving up a delivery. */
export const serviceActor = 'service';

/** A person, as the history names whoever acts in the console; user names never change. */
export function personActor({ username }: { username: string }): string {
  return `person:${username}`;
}

/** The user name that an actor is about; undefined for tokens and the service. */
export function usernameOf(actor: string): string | undefined {
  return actor.startsWith('person:') ? actor.slice('person:'.length) : undefined;
}

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
