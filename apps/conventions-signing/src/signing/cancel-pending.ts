import { cancelPendingDeliveries } from '../data/deliveries.ts';
import { addToHistory, type Change } from '../data/history.ts';

/** Cancels what is still to be told about a record, and says so in its history; returns the ids. */
export async function cancelPending(change: Change, signableId: number): Promise<string[]> {
  const cancelled = await cancelPendingDeliveries(change.tx, signableId);
  for (const delivery of cancelled)
    addToHistory(change, { signableId, event: 'delivery-cancelled', detail: { delivery } });
  return cancelled;
}
