import type { Metrics, Sample } from './create-metrics.ts';

const states = ['ready', 'deferred', 'active', 'failed'] as const;

/** How many jobs of a queue there are, over all processes. */
type QueueDepth = { queue: string } & Record<(typeof states)[number], number>;

/** However many scrape, and however often. */
const rememberMs = 5_000;

/** What a queue keeps waiting, over all processes. */
interface QueueWait {
  queue: string;
  /** Since its oldest job that has not begun was due; zero while all of them are for later. */
  oldestSeconds: number;
  /** Jobs that have failed so often that trying again alone may not mend them. */
  failing: number;
}

/** Shows how deep the queues are. Every process tells the same numbers: take their maximum, not their sum. */
export function watchQueues(metrics: Metrics, readDepths: () => Promise<readonly QueueDepth[]>): void {
  const remembered = remember(readDepths);
  metrics.gauge({
    name: 'job_queue_jobs',
    help: 'Jobs in a queue over all processes, by state: due (ready), for later (deferred), at work (active), given up (failed).',
    labels: ['queue', 'state'],
    ofSeveral: 'max',
    read: async () => (await remembered()).flatMap(samplesOf),
  });
}

/** Shows what the queues keep waiting, in the same numbers of every process. */
export function watchWaits(metrics: Metrics, readWaits: () => Promise<readonly QueueWait[]>): void {
  const remembered = remember(readWaits);
  metrics.gauge({
    name: 'job_queue_oldest_seconds',
    help: 'Since the oldest job of a queue that has not begun was due, over all processes.',
    labels: ['queue'],
    ofSeveral: 'max',
    read: async () =>
      (await remembered()).map(({ queue, oldestSeconds: value }) => ({ labels: { queue }, value })),
  });
  metrics.gauge({
    name: 'job_queue_failing_jobs',
    help: 'Jobs of a queue that have failed ten times or more and are tried again, over all processes.',
    labels: ['queue'],
    ofSeveral: 'max',
    read: async () => (await remembered()).map(({ queue, failing: value }) => ({ labels: { queue }, value })),
  });
}

function remember<Row>(read: () => Promise<readonly Row[]>): () => Promise<readonly Row[]> {
  let last: { rows: Promise<readonly Row[]>; readAt: number } | undefined;
  return () => {
    if (last === undefined || performance.now() - last.readAt > rememberMs) {
      // As long as one reading does not end, as of a database that has gone silent, no other is begun.
      const reading = { rows: read(), readAt: Number.POSITIVE_INFINITY };
      reading.rows.then(
        () => {
          reading.readAt = performance.now();
        },
        () => {
          last = undefined;
        },
      );
      last = reading;
    }
    return last.rows;
  };
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
