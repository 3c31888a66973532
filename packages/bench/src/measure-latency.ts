import { median } from './median.ts';
import { showTable } from './show-table.ts';
import { type Size, sizes } from './start-sizes.ts';

/** A kind of request, of which one after the other is sent to a service on each of the databases. */
export interface LatencyCase {
  name: string;
  /** @param n  counts up, the same for both */
  ask(n: number, size: Size): Promise<Response>;
  /** What a right answer has, when it is not 200. */
  status?: number;
  /** For what has no end worth waiting for. */
  isFirstByteEnough?: boolean;
}

interface Latency {
  medianMs: number;
  p95Ms: number;
  requests: number;
}

/** What takes longer than this is measured once or twice. */
const patienceMs = 20_000;

/**
 * Asks both in turn, one request at a time, so that the noise of the machine reaches both alike; the first of each does
 * not count.
 *
 * @param seconds  for both together; what is slow is asked five times all the same, what is very slow twice
 * @throws Error  when an answer is not the right one: a figure of refusals would mean nothing
 */
export async function measureLatency(
  latencyCase: LatencyCase,
  { seconds, signal }: { seconds: number; signal: AbortSignal },
): Promise<Record<Size, Latency>> {
  const durations: Record<Size, number[]> = { few: [], many: [] };
  const begun = performance.now();
  const isEnough = (n: number) => {
    const elapsedMs = performance.now() - begun;
    return n > 2 && elapsedMs > seconds * 1000 && (n > 5 || elapsedMs > patienceMs);
  };
  for (let n = 0; !isEnough(n); n += 1) {
    for (const size of sizes) {
      signal.throwIfAborted();
      const start = performance.now();
      await askOnce(latencyCase, { n, size });
      if (n > 0) durations[size].push(performance.now() - start);
    }
  }
  return { few: latencyOf(durations.few), many: latencyOf(durations.many) };
}

async function askOnce(
  { name, ask, status = 200, isFirstByteEnough = false }: LatencyCase,
  { n, size }: { n: number; size: Size },
): Promise<void> {
  const response = await ask(n, size);
  if (response.status !== status)
    throw new Error(
      `${name} answered ${response.status} where ${status} was expected: ${await response.text()}`,
    );
  if (!isFirstByteEnough) return void (await response.arrayBuffer());
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
}

function latencyOf(durations: number[]): Latency {
  const sorted = durations.toSorted((a, b) => a - b);
  return {
    medianMs: median(sorted),
    p95Ms: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
    requests: sorted.length,
  };
}

/** The figures of both sides, and how many times longer the full one takes. */
export function showLatencies(
  results: readonly { name: string; latencies: Record<Size, Latency> }[],
  counts: Record<Size, number>,
): string {
  const of = (size: Size) => counts[size].toLocaleString('en');
  const headings = [
    'case',
    `${of('few')}: median ms`,
    `${of('many')}: median ms`,
    'p95 ms',
    'ratio',
    'requests',
  ];
  return showTable(
    headings,
    results.map(({ name, latencies: { few, many } }) => [
      name,
      few.medianMs.toFixed(1),
      many.medianMs.toFixed(1),
      many.p95Ms.toFixed(1),
      (many.medianMs / few.medianMs).toFixed(2),
      String(many.requests),
    ]),
  );
}
