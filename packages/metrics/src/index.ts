/** What a process tells Prometheus about itself: declared figures, one registry a process, no HTTP. */
export {
  type CounterOptions,
  createMetrics,
  type GaugeOptions,
  type Metrics,
  type Sample,
} from './create-metrics.ts';
export { watchPool } from './watch-pool.ts';
export { type QueueDepth, watchQueues } from './watch-queues.ts';
