import { AggregatorRegistry } from 'prom-client';
import { oneAtATime } from '../budget/in-one-go.ts';
import type { Figures, Metrics } from './create-metrics.ts';

/** Those beside this process; see `Processes`. */
interface Others {
  ask(question: 'figures'): Promise<Map<number, Figures | undefined>>;
  isThere(id: number): boolean;
}

/**
 * The figures of all processes of a service as one, this one's among them: most are added up.
 *
 * What a process had counted when it was last asked stays in the sums after its end, or they would fall, which
 * Prometheus takes for a new start.
 */
export function gatherMetrics(own: Metrics, others: Others): Pick<Metrics, 'scrape'> {
  const last = new Map<number, Figures>();
  let past: Figures = [];
  async function gather(): ReturnType<Metrics['scrape']> {
    const answers = await others.ask('figures');
    for (const [id, figures] of answers) if (figures !== undefined) last.set(id, figures);
    for (const [id, figures] of last) {
      if (answers.has(id) || others.isThere(id)) continue;
      last.delete(id);
      past = (await sum([past, figures.filter(onlyGrows)]).getMetricsAsJSON()) as Figures;
    }
    const all = sum([await own.figures(), past, ...last.values()]);
    return { text: await all.metrics(), contentType: all.contentType };
  }

  // One for all who ask meanwhile: while what a dead process has counted is moved, it stands nowhere.
  return { scrape: oneAtATime(gather) };
}

function sum(figures: Figures[]) {
  return AggregatorRegistry.aggregate(figures);
}

function onlyGrows({ type }: Figures[number]): boolean {
  // As they come, these are words, whatever the type says.
  return ['counter', 'histogram'].includes(String(type));
}
