import type { MetricObjectWithValues, MetricValue } from 'prom-client';

/** The figures of a process, as they go to another. */
export type Figures = MetricObjectWithValues<MetricValue<string>>[];
