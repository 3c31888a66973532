import { whyNoSpace } from '@campus/database';
import { keepDoing } from '@campus/feed';
import { inOneGo, type Log } from '@campus/service';
import { hasToSeal } from '../data/ledger.ts';
import type { Database } from '../data/open-database.ts';
import { headLine, type Sealing, sealHistory } from './seal-history.ts';

/** What nobody waits for is sealed within this time. */
const everyMs = 1_000;

/**
 * For those who cannot wait: a thousand entries at least where there are so many, in two batches, since the first may end
 * soon; nothing more where others seal and go on with it for long.
 */
const briefly = { patienceMs: 250, most: 2 };

export interface SealingDeps {
  db: Database;
  log: Log;
  now: () => Date;
}

/**
 * Seals what is committed, so that it can be read in the ledger, for all who ask in this process: who comes while it is
 * done waits for the next time, which is one for all of them. Of a backlog they seal a batch, and `keepSealing` the rest.
 * On a full disk nothing is sealed, of which `keepSealing` tells: what is sealed already can be read.
 */
export function sealTogether(deps: SealingDeps): () => Promise<void> {
  return inOneGo(async () => {
    await sealDue(deps, briefly).catch((error: unknown) => {
      if (whyNoSpace(error) === undefined) throw error;
    });
  });
}

/**
 * Seals the history as it grows; a head of the chain is published once a day, and after each thousand entries.
 *
 * @returns what stops it
 */
export function keepSealing(
  options: SealingDeps & { onError: (error: unknown) => void },
): () => Promise<void> {
  const { onError, ...deps } = options;
  return keepDoing((signal) => sealDue(deps, { signal }), { everyMs, onError });
}

/** Seals where there is something to seal; a head that is due is published in the log. */
async function sealDue({ db, log, now }: SealingDeps, how: Omit<Sealing, 'at'>): Promise<void> {
  const at = now();
  if (!(await hasToSeal(db.pool, at))) return;
  const { head } = await sealHistory(db, { at, ...how });
  if (head !== null) log.info(headLine(head));
}
