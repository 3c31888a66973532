import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** One request of a caller who is timed. */
export interface TimedRequest {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

/** How long the answers took, in milliseconds. */
export interface Timing {
  count: number;
  medianMs: number;
  p99Ms: number;
  longestMs: number;
  /** How often each status came; 0: no answer. */
  statuses: Record<number, number>;
}

/** What `timing-worker.ts` is told. */
export interface TimingOrder {
  /** Sent in turn, again and again. */
  requests: TimedRequest[];
  durationMs: number;
  /** Between an answer and the next request. */
  pauseMs: number;
}

/**
 * Times one caller who asks one request after the other, in a thread of its own: what else this process does does not
 * delay its clock.
 */
export async function timeRequests(order: TimingOrder): Promise<Timing> {
  const worker = new Worker(new URL('./timing-worker.ts', import.meta.url), { workerData: order });
  const [timing] = (await once(worker, 'message')) as [Timing];
  await worker.terminate();
  return timing;
}
