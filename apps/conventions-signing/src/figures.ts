import type { Metrics } from '@campus/service';

const results = ['delivered', 'failed'] as const;

/** What this service counts, beside what every service does. */
export type Figures = ReturnType<typeof declareFigures>;

/** Shows for how long the call has been due that waits longest, in the same numbers of every process. */
export function watchDeliveries(metrics: Metrics, oldestSeconds: () => Promise<number>): void {
  metrics.gauge({
    name: 'webhook_oldest_delivery_seconds',
    help: 'Since the oldest delivery that is pending was asked for, over all processes; zero when none is.',
    ofSeveral: 'max',
    read: async () => [{ value: await oldestSeconds() }],
  });
}

/** How the trusted lists were found when they were last followed. */
export interface ListCounts {
  read: number;
  unread: number;
  overdue: number;
  /** When the newest of them was looked at, as Unix time; null: none ever was. */
  checkedAt: number | null;
}

/** Shows how old what is known of the trusted lists is, in the same numbers of every process. */
export function watchTrustedLists(metrics: Metrics, count: () => Promise<ListCounts>): void {
  metrics.gauge({
    name: 'trusted_lists',
    help: 'Trusted lists by how they were last found: read, unread (what they said before holds), overdue (older than they say themselves that they may be).',
    labels: ['state'],
    ofSeveral: 'max',
    read: async () => {
      const { checkedAt: _, ...counts } = await count();
      return Object.entries(counts).map(([state, value]) => ({ labels: { state }, value }));
    },
  });
  metrics.gauge({
    name: 'trusted_lists_checked_timestamp_seconds',
    help: 'When the trusted lists were last followed, as Unix time.',
    ofSeveral: 'max',
    read: async () => {
      const { checkedAt } = await count();
      return checkedAt === null ? [] : [{ value: checkedAt }];
    },
  });
}

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
