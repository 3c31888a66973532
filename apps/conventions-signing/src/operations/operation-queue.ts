import type { Jobs, Queue } from '@campus/jobs';
import type { Writing } from '../data/open-database.ts';

/** A while of work on one operation. */
interface OperationJob {
  operationId: string;
}

/** Operations that are under way. */
export const operationQueue: Queue<OperationJob> = {
  name: 'operations',
  expireInSeconds: 90,
  atStop: 'hand back',
};

/** Queues the next while of an operation, behind those of others. Only one process works on an operation at a time. */
export function sendWhile(tx: Writing, jobs: Jobs, operationId: string): Promise<void> {
  return jobs.send(tx, operationQueue, { operationId }, { group: operationId });
}
