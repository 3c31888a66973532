import type { Metrics } from './create-metrics.ts';

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
