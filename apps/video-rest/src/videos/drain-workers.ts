import { OperatorError } from '@campus/config';
import type { Database } from '../data/open-database.ts';
import { setDraining } from '../data/workers.ts';

/** Workers by their name, all of a machine, or one by its id. */
export type WhichWorkers = { name: string } | { host: string } | { id: number };

/** That there is no such worker, or not any more. */
export class NoSuchWorker extends OperatorError {}

/**
 * Tells workers to take up nothing new, or that they may again. A worker by itself finishes what it has and ends; a
 * service that encodes goes on answering requests.
 *
 * @returns the names of those that were told
 * @throws NoSuchWorker
 */
export async function drainWorkers(
  db: Pick<Database, 'pool'>,
  { which, isDraining }: { which: WhichWorkers; isDraining: boolean },
): Promise<string[]> {
  const told = await setDraining(db, { which, isDraining });
  if (told.length > 0) return told;
  const [[by, value] = []] = Object.entries(which);
  const said = by === 'host' ? `on the machine "${value}"` : `with the ${by} "${value}"`;
  throw new NoSuchWorker(`There is no worker ${said}.`);
}
