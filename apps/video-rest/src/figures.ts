import type { Metrics } from '@campus/service';

/**
 * What became of one attempt at an encoding: `retried` failed and is tried again, `failed` is not; `cancelled` by
 * somebody, or taken up by another worker meanwhile; `handed_back` because this process stops, or cannot encode for now;
 * `part_done` when it was a part of a long one.
 */
const outcomes = ['done', 'retried', 'failed', 'cancelled', 'handed_back', 'part_done'] as const;

export type EncodingOutcome = (typeof outcomes)[number];

/** What this service counts, beside what every service does. */
export type Figures = ReturnType<typeof declareFigures>;

/** Shows how many workers there are over all processes: take the maximum of what these tell, not their sum. */
export function watchWorkers(metrics: Metrics, count: () => Promise<Record<string, number>>): void {
  metrics.gauge({
    name: 'video_workers',
    help: 'Processes that encode, by state: free, busy, draining, and lost within a day.',
    labels: ['state'],
    ofSeveral: 'max',
    read: async () => Object.entries(await count()).map(([state, value]) => ({ labels: { state }, value })),
  });
}

/** How webhooks fare. */
export interface WebhookCounts {
  /** Since the one that has failed longest began to. */
  failingSeconds: number;
  /** By the service, after three days. */
  switchedOff: number;
}

/** Shows whether somebody is not told, in the same numbers of every process. */
export function watchWebhooks(metrics: Metrics, count: () => Promise<WebhookCounts>): void {
  metrics.gauge({
    name: 'webhook_failing_seconds',
    help: 'Since the webhook that has failed longest began to, over all processes; zero when none fails.',
    ofSeveral: 'max',
    read: async () => [{ value: (await count()).failingSeconds }],
  });
  metrics.gauge({
    name: 'webhooks_switched_off',
    help: 'Webhooks that the service has switched off after three days of failures, over all processes.',
    ofSeveral: 'max',
    read: async () => [{ value: (await count()).switchedOff }],
  });
}

const mebibyte = 2 ** 20;

/** Declares them; once in each process. */
export function declareFigures(metrics: Metrics) {
  const uploads = metrics.histogram({
    name: 'video_upload_size_bytes',
    help: 'Sizes of the sources that arrived whole.',
    buckets: [1, 10, 100, 500, 1024, 5 * 1024, 20 * 1024].map((size) => size * mebibyte),
  });
  const encodings = metrics.counter({
    name: 'video_encodings_total',
    help: 'Attempts at encodings in this process, by outcome: done, retried, failed, cancelled, handed_back, and part_done for parts of long ones.',
    labels: ['outcome'],
  });
  // A rate needs a zero to start from.
  for (const outcome of outcomes) encodings.inc({ outcome }, 0);
  const speeds = metrics.histogram({
    name: 'video_encoding_speed_ratio',
    help: 'Seconds of video that were encoded in one second, whole runs of the encoder.',
    buckets: [0.25, 0.5, 1, 2, 4, 8, 16, 32],
  });
  let running = 0;
  metrics.gauge({
    name: 'video_encodings_running',
    help: 'Encodings at work in this process.',
    read: () => [{ value: running }],
  });
  return {
    /** A source has arrived whole. */
    received: (bytes: number) => uploads.observe(bytes),
    /** An attempt at an encoding begins; the function that comes back ends it. */
    encodingBegins() {
      running += 1;
      return (outcome: EncodingOutcome) => {
        running -= 1;
        encodings.inc({ outcome });
      };
    },
    /** An encoding was done, so many times faster than it plays. */
    encodedAt: (speed: number) => speeds.observe(speed),
  };
}
