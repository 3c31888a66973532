import type { Log } from '../log/create-log.ts';
import { createMetrics, type Metrics } from '../metrics/create-metrics.ts';
import { createReadiness, type Readiness } from './create-readiness.ts';

/** What a process is watched by. */
export interface Watched {
  metrics: Metrics;
  readiness: Readiness;
}

/** Begins to watch this process: its figures, with what Node knows of it, and whether it is ready. */
export function watchProcess({ log }: { log: Log }): Watched {
  const metrics = createMetrics({ ofProcess: true });
  const readiness = createReadiness({ log });
  metrics.gauge({
    name: 'readiness_check_ok',
    help: 'The checks of /readyz, as of the last look or scrape: 1 when well, 0 when failed, or degraded, which leaves the process ready.',
    labels: ['check'],
    ofSeveral: 'min',
    read: () =>
      Object.entries(readiness.lastChecks()).map(([check, result]) => ({
        labels: { check },
        value: Number(result === 'ok'),
      })),
  });
  return { metrics, readiness };
}
