import { randomInt } from 'node:crypto';
import type { Jobs, Queue } from '@campus/jobs';
import type { Transaction } from '../data/open-database.ts';

/**
 * Asks for one run of the encoder: the one that is next when a worker is free, not the one that the job was sent for,
 * whose id is no more than the number by which a job finds its run again (`claimEncoding`). It may
 * be a part of a run. A lost worker is noticed by its missing heartbeat; the length of a run is bounded by the duration of
 * its source, far below this.
 */
export const encodeQueue: Queue<{ encodingId: number }> = {
  name: 'encode-video',
  expireInSeconds: 24 * 3600 - 1,
  atStop: 'hand back',
};

/** Sends so many jobs for whatever is next. One too many finds nothing. */
export async function ring(tx: Transaction, jobs: Jobs, count: number): Promise<void> {
  // No run has such an id: their tickets are nobody else's.
  for (let sent = 0; sent < count; sent += 1)
    await jobs.send(tx, encodeQueue, { encodingId: -randomInt(1, 2 ** 31) });
}
