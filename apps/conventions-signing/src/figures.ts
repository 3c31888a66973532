import type { Metrics } from '@campus/service';

const results = ['delivered', 'failed'] as const;

/** What this service counts, beside what every service does. */
export type Figures = ReturnType<typeof declareFigures>;

/** Declares them; once in each process. */
export function declareFigures(metrics: Metrics) {
  const attempts = metrics.histogram({
    name: 'webhook_attempt_duration_seconds',
    help: 'Time of one call to the signing application, by result: delivered, or failed (which mostly is tried again).',
    labels: ['result'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  });
  const deliveries = metrics.counter({
    name: 'webhook_deliveries_total',
    help: 'Deliveries that are over, by result: delivered, or failed (given up after three days).',
    labels: ['result'],
  });
  for (const result of results) {
    // A rate needs a zero to start from.
    attempts.zero({ result });
    deliveries.inc({ result }, 0);
  }
  return {
    /** The signing application was called once, and took it or not. */
    called: ({ result, durationMs }: { result: (typeof results)[number]; durationMs: number }) =>
      attempts.observe({ result }, durationMs / 1000),
    /** A delivery is over: the signing application was told, or is not called any more. */
    deliveryEnded: (result: (typeof results)[number]) => deliveries.inc({ result }),
  };
}
