import { Agent, request as send } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { TimedRequest, Timing, TimingOrder } from './time-requests.ts';

/** A caller who gets no answer for that long counts it as none. */
const patienceMs = 60_000;

const { requests, durationMs, pauseMs } = workerData as TimingOrder;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

const durations: number[] = [];
const statuses: Record<number, number> = {};
const end = performance.now() + durationMs;
// Each once at least, on a machine that is too busy for more.
for (let index = 0; index < requests.length || performance.now() < end; index += 1) {
  const request = requests[index % requests.length];
  if (request === undefined) break;
  const began = performance.now();
  const status = await statusOf(request);
  durations.push(performance.now() - began);
  statuses[status] = (statuses[status] ?? 0) + 1;
  await pause(pauseMs);
}
agent.destroy();
durations.sort((a, b) => a - b);
const at = (part: number) => durations[Math.floor(durations.length * part)] ?? Number.NaN;
parentPort?.postMessage({
  count: durations.length,
  medianMs: at(0.5),
  p99Ms: at(0.99),
  longestMs: durations.at(-1) ?? Number.NaN,
  statuses,
} satisfies Timing);

/** Reads the whole answer; 0 when there was none. */
function statusOf({ url, method = 'GET', headers = {}, body }: TimedRequest): Promise<number> {
  return new Promise((resolve) => {
    const sent = send(url, { agent, method, headers, timeout: patienceMs }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
      response.once('error', () => resolve(0));
    });
    sent.once('timeout', () => sent.destroy());
    sent.once('error', () => resolve(0));
    sent.end(body);
  });
}
