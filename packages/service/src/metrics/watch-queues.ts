import type { Metrics, Sample } from './create-metrics.ts';

const states = ['ready', 'deferred', 'active', 'failed'] as const;

/** How many jobs of a queue there are, over all processes. */
type QueueDepth = { queue: string } & Record<(typeof states)[number], number>;

/** However many scrape, and however often. */
const rememberMs = 5_000;

/** Shows how deep the queues are. Every process tells the same numbers: take their maximum, not their sum. */
export function watchQueues(metrics: Metrics, readDepths: () => Promise<readonly QueueDepth[]>): void {
  let last: { depths: Promise<readonly QueueDepth[]>; readAt: number } | undefined;
  const remembered = () => {
    if (last === undefined || performance.now() - last.readAt > rememberMs) {
      // As long as one reading does not end, as of a database that has gone silent, no other is begun.
      const reading = { depths: readDepths(), readAt: Number.POSITIVE_INFINITY };
      reading.depths.then(
        () => {
          reading.readAt = performance.now();
        },
        () => {
          last = undefined;
        },
      );
      last = reading;
    }
    return last.depths;
  };
  metrics.gauge({
    name: 'job_queue_jobs',
    help: 'Jobs in a queue over all processes, by state: due (ready), for later (deferred), at work (active), given up (failed).',
    labels: ['queue', 'state'],
    ofSeveral: 'max',
    read: async () => (await remembered()).flatMap(samplesOf),
  });
}

function samplesOf(depth: QueueDepth): Sample<'queue' | 'state'>[] {
  return states.map((state) => ({ labels: { queue: depth.queue, state }, value: depth[state] }));
}

type Count = 'totalCount' | 'idleCount' | 'waitingCount';

/** Shows pools of database connections together, as `pg` counts each. */
export function watchPools(metrics: Metrics, pools: readonly Readonly<Record<Count, number>>[]): void {
  const count = (of: Count) => pools.reduce((sum, pool) => sum + pool[of], 0);
  metrics.gauge({
    name: 'database_pool_connections',
    help: 'Open connections for requests and jobs, by state: all of them (total), unused ones (idle).',
    labels: ['state'],
    read: () => [
      { labels: { state: 'total' }, value: count('totalCount') },
      { labels: { state: 'idle' }, value: count('idleCount') },
    ],
  });
  metrics.gauge({
    name: 'database_pool_waiting',
    help: 'Callers that wait for one of these connections.',
    read: () => [{ value: count('waitingCount') }],
  });
}
