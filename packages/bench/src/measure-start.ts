import { setTimeout as sleep } from 'node:timers/promises';
import { descendantsOf, residentMebibytes } from '@campus/testing';
import { busyTime } from './busy-time.ts';
import { type Contestant, contestants } from './contestant.ts';
import { median } from './median.ts';
import { showRatios } from './show-ratios.ts';
import { showTable } from './show-table.ts';
import type { RunningServer } from './start-child.ts';

/** A start on a database that is there, and what the process is some seconds later, when nobody has asked anything. */
interface Start {
  /** From its beginning until it says that it is ready. */
  readyMs: number;
  /** Processor time until then. */
  busyMs: number;
  /** Resident, with the processes that it has started. */
  restMebibytes: number;
}

/** One entry a round. */
type StartResult = Record<Contestant, Start>[];

const restMs = 10_000;

/** Starts both in turn, round by round, each alone. */
export async function measureStart(
  start: Record<Contestant, () => Promise<RunningServer>>,
  { rounds, signal }: { rounds: number; signal: AbortSignal },
): Promise<StartResult> {
  // Modules are compiled at the first start of a version.
  for (const contestant of contestants) await (await start[contestant]()).stop();
  const results: StartResult = [];
  for (let round = 0; round < rounds; round += 1)
    results.push({ service: await measure(start.service, signal), bare: await measure(start.bare, signal) });
  return results;
}

async function measure(start: () => Promise<RunningServer>, signal: AbortSignal): Promise<Start> {
  const begun = performance.now();
  const { pid, stop } = await start();
  const readyMs = performance.now() - begun;
  try {
    const busyMs = await busyTime(pid);
    await sleep(restMs, undefined, { signal });
    const held = await Promise.all([pid, ...(await descendantsOf(pid))].map(residentMebibytes));
    return { readyMs, busyMs, restMebibytes: held.reduce((sum, { nowMebibytes }) => sum + nowMebibytes, 0) };
  } finally {
    await stop();
  }
}

const headings = [
  ...['case', 'service', 'bare', 'ratio', 'of rounds', 'aim', 'service cpu ms', 'bare cpu ms'],
  ...['service memory', 'aim', 'bare memory'],
];

export function showStart(rounds: StartResult): string {
  const of = (contestant: Contestant, figure: keyof Start) =>
    median(rounds.map((round) => round[contestant][figure]));
  const milliseconds = (contestant: Contestant) => `${of(contestant, 'readyMs').toFixed(0)} ms`;
  const memory = (contestant: Contestant) => `${of(contestant, 'restMebibytes').toFixed(0)} MiB`;
  const ratios = rounds.map(({ service, bare }) => service.readyMs / bare.readyMs);
  return showTable(headings, [
    [
      ...['start', milliseconds('service'), milliseconds('bare'), median(ratios).toFixed(1)],
      ...[showRatios(ratios), '< 800 ms'],
      ...[of('service', 'busyMs').toFixed(0), of('bare', 'busyMs').toFixed(0)],
      ...[memory('service'), '< 110 MB', memory('bare')],
    ],
  ]);
}
