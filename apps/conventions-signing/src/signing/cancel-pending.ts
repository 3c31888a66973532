import { cancelPendingDeliveries } from '../data/deliveries.ts';
import { addToHistory } from '../data/history.ts';
import type { Transaction } from '../data/open-database.ts';

/** Cancels what is still to be told about a record, and says so in its history; returns the ids. */
export async function cancelPending(
  tx: Transaction,
  signableId: number,
  { at, actor }: { at: Date; actor: string },
): Promise<string[]> {
  const cancelled = await cancelPendingDeliveries(tx, signableId);
  for (const delivery of cancelled) {
    await addToHistory(tx, { signableId, at, event: 'delivery-cancelled', actor, detail: { delivery } });
  }
  return cancelled;
}
