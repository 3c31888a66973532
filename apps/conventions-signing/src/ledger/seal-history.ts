import type { Log } from '@campus/service';
import type { ChainPlace } from '../chain/chain.ts';
import { isLeftToOthers, sealBatch } from '../data/ledger.ts';
import { type Database, inTransaction } from '../data/open-database.ts';

export interface Sealing {
  at: Date;
  /** Make a head of what is there, however little it is. */
  publish?: boolean;
  /** Ends it early; each batch is in a transaction of its own. */
  signal?: AbortSignal;
  /** How long to wait for others who seal, who go on with it then; absent: until they are done. */
  patienceMs?: number;
  /** How many batches at most. */
  most?: number;
}

/**
 * Gives entries that are committed their place in the chain. Whoever does it does it alone, over all processes: one
 * that commits late simply comes later, and nothing that was read up to a place ever gets something before it.
 *
 * @returns the newest head that it made, and whether all that was committed before is sealed
 */
export async function sealHistory(
  db: Database,
  { at, publish = false, signal, patienceMs, most = Number.POSITIVE_INFINITY }: Sealing,
): Promise<{ head: ChainPlace | null; isWhole: boolean }> {
  let newest: ChainPlace | null = null;
  for (let batch = 0; batch < most && !signal?.aborted; batch += 1) {
    const sealing = inTransaction(db, (tx) => sealBatch(tx, { at, publish, patienceMs }));
    const sealed = await sealing.catch((error: unknown) => {
      if (!isLeftToOthers(error)) throw error;
    });
    if (sealed === undefined) break;
    newest = sealed.head ?? newest;
    if (!sealed.isFull) return { head: newest, isWhole: true };
  }
  return { head: newest, isWhole: false };
}

interface PublishDeps {
  db: Database;
  log: Log;
  now: () => Date;
}

/**
 * Seals what there is, and publishes the head of the chain, in the log too, unless the newest one speaks for all of it.
 *
 * @returns whether it speaks for all that was committed before, see `sealHistory`
 */
export async function publishHead(
  { db, log, now }: PublishDeps,
  how: Pick<Sealing, 'signal' | 'patienceMs'> = {},
): Promise<boolean> {
  const { head, isWhole } = await sealHistory(db, { at: now(), publish: true, ...how });
  if (head !== null) log.info(headLine(head));
  return isWhole;
}

/** What the log says of a head; whoever keeps the log can show that all before it is as it was. */
export function headLine({ position, hash }: { position: number; hash: string }): string {
  return `the history is sealed: its head is ${hash} at entry ${position}`;
}
