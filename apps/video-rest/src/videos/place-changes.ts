import { inPipelinedTransaction } from '@campus/database';
import { hasToPlace, isLeftToOthers, placeBatch } from '../data/changes.ts';
import type { Database } from '../data/open-database.ts';

/**
 * Gives changes that are committed their places, and forgets those that are not kept any more. Whoever does it does it alone,
 * over all processes: a transaction that commits late comes later, and nothing ever comes before what was read.
 *
 * @param options.patienceMs  how long to wait for others who do it; they go on with it then
 * @returns whether there may be more to do
 */
export async function placeChanges(
  { pool }: Pick<Database, 'pool'>,
  how: { patienceMs: number },
): Promise<boolean> {
  if (!(await hasToPlace(pool))) return false;
  return inPipelinedTransaction(pool, (tx) => placeBatch(tx, how)).catch((error: unknown) => {
    if (isLeftToOthers(error)) return false;
    throw error;
  });
}
