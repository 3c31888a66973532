import { setTimeout as sleep } from 'node:timers/promises';
import { whyDatabaseIsAway } from '@campus/database';

/**
 * A stop that reaches every process at once takes the embedded PostgreSQL away for the moment of its restart. The stop
 * of the queue waits about twice as long for whoever hands back.
 */
const patienceMs = 5_000;

const pauseMs = 100;

/**
 * Puts what is at work back into the queue for another process; the attempt does not count.
 *
 * @throws when the database stays away: the run is then taken up as that of a lost worker, and the attempt counts
 */
export async function handBack(requeue: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      await requeue();
      return;
    } catch (error) {
      if (whyDatabaseIsAway(error) === undefined || performance.now() > deadline) throw error;
    }
    await sleep(pauseMs);
  }
}
