import type { Metrics } from './create-metrics.ts';

/** Shows a pool of database connections, as `pg` counts it. */
export function watchPool(
  metrics: Metrics,
  pool: { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number },
): void {
  metrics.gauge({
    name: 'database_pool_connections',
    help: 'Open connections of the pool that requests and jobs share, by state: all of them (total), unused ones (idle).',
    labels: ['state'],
    read: () => [
      { labels: { state: 'total' }, value: pool.totalCount },
      { labels: { state: 'idle' }, value: pool.idleCount },
    ],
  });
  metrics.gauge({
    name: 'database_pool_waiting',
    help: 'Callers that wait for a connection of that pool.',
    read: () => [{ value: pool.waitingCount }],
  });
}
