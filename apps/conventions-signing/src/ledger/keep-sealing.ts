import type { Log } from '@campus/service';
import { hasToSeal, sealHistory } from '../data/ledger.ts';
import type { Database } from '../data/open-database.ts';
import { headLine } from './publish-head.ts';

/** What nobody waits for is sealed within this time. */
const everyMs = 1_000;

export interface SealingDeps {
  db: Database;
  log: Log;
  now: () => Date;
}

/** Seals what is committed, so that it can be read in the ledger; a head that is due is published in the log. */
export async function sealCommitted({ db, log, now }: SealingDeps): Promise<void> {
  const at = now();
  if (!(await hasToSeal(db.pool, at))) return;
  const { head } = await sealHistory(db, { at });
  if (head !== null) log.info(headLine(head));
}

/**
 * Seals the history as it grows; a head of the chain is published once a day, and after each thousand entries.
 *
 * @returns what stops it
 */
export function keepSealing({
  onError,
  ...deps
}: SealingDeps & { onError: (error: unknown) => void }): () => Promise<void> {
  let sealing: Promise<void> = Promise.resolve();
  let isOver = false;
  let timer = setTimeout(pass, everyMs).unref();
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await sealing;
  };

  function pass(): void {
    sealing = sealCommitted(deps)
      .catch(onError)
      .finally(() => {
        if (!isOver) timer = setTimeout(pass, everyMs).unref();
      });
  }
}
