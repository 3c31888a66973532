import type { Log } from '@campus/service';
import type { Database } from '../data/open-database.ts';
import { type Sealing, sealHistory } from './seal-history.ts';

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
