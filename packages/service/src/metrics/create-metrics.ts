import * as prom from 'prom-client';
import { oneAtATime } from '../budget/in-one-go.ts';
import { within } from '../budget/within.ts';

/** The figures of a process, as they go to another. */
export type Figures = prom.MetricObjectWithValues<prom.MetricValue<string>>[];

/** A value at the moment of the scrape. */
export interface Sample<Label extends string> {
  labels?: Record<Label, string>;
  value: number;
}

interface CounterOptions<Label extends string> {
  /** As Prometheus names figures: base units, `_total` for what only grows. */
  name: string;
  help: string;
  /** Names of its labels; what they take must be few values, never an id. */
  labels?: readonly Label[];
}

interface GaugeOptions<Label extends string> extends CounterOptions<Label> {
  /** What is made of the values of several processes (`gatherMetrics`); their sum when absent. */
  ofSeveral?: 'min' | 'max';
  /** Asked at each scrape; what it does not tell within two seconds, or not at all, is left out of that scrape. */
  read: () => readonly Sample<Label>[] | Promise<readonly Sample<Label>[]>;
}

/** The figures of one process; several may stand side by side, as several services do in one test. */
export interface Metrics {
  counter<Label extends string = never>(options: CounterOptions<Label>): prom.Counter<Label>;
  /** @param options.buckets  upper bounds, rising */
  histogram<Label extends string = never>(
    options: CounterOptions<Label> & { buckets: readonly number[] },
  ): prom.Histogram<Label>;
  gauge<Label extends string = never>(options: GaugeOptions<Label>): void;
  /** All of them as Prometheus reads them, and the media type of that. */
  scrape(): Promise<{ text: string; contentType: string }>;
  /** The same for another process, which adds them up. */
  figures(): Promise<Figures>;
}

const readLimitMs = 2_000;

/** @param options.ofProcess  adds what Node knows of its process: event loop, memory, garbage collection, processor time */
export function createMetrics({ ofProcess = false }: { ofProcess?: boolean } = {}): Metrics {
  const registry = new prom.Registry();
  const registers = [registry];
  if (ofProcess) prom.collectDefaultMetrics({ register: registry });
  return {
    counter: ({ name, help, labels = [] }) => new prom.Counter({ name, help, labelNames: labels, registers }),
    histogram: ({ name, help, labels = [], buckets }) =>
      new prom.Histogram({ name, help, labelNames: labels, buckets: [...buckets], registers }),
    gauge({ name, help, labels = [], ofSeveral = 'sum', read }) {
      // Scrapes at once share what one has asked, and nothing is asked again that is not answered.
      const ask = oneAtATime(async () => read());
      const gauge = new prom.Gauge({
        name,
        help,
        labelNames: labels,
        aggregator: ofSeveral as prom.Aggregator,
        registers,
        async collect() {
          // The other figures matter most when something is down.
          const samples = await within(readLimitMs, ask()).catch(() => []);
          gauge.reset();
          // One without labels is zero after its reset, which would be a lie.
          if (samples.length === 0 && labels.length === 0) gauge.remove();
          for (const { labels: of, value } of samples) gauge.set(of ?? {}, value);
        },
      });
    },
    // It is typed without the values, which it has.
    figures: async () => (await registry.getMetricsAsJSON()) as Figures,
    scrape: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  };
}
