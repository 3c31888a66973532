import type { Tally } from './abuse.ts';
import { type TimedRequest, type Timing, timeRequests } from './time-requests.ts';

interface VictimReport {
  quiet: Timing;
  abused: Timing;
  /** How many times as long the slowest hundredth of the answers took under abuse. */
  ratio: number;
  /** What the abuser was answered. */
  abuser: Tally;
}

/**
 * Times a caller beside nobody, then beside an abuser, and prints both.
 *
 * @param begin  starts the abuse, and gives what ends it
 */
export async function compareVictim({
  name,
  requests,
  begin,
  durationMs = 10_000,
  pauseMs = 20,
}: {
  name: string;
  requests: TimedRequest[];
  begin: () => () => Promise<Tally>;
  durationMs?: number;
  pauseMs?: number;
}): Promise<VictimReport> {
  const quiet = await timeRequests({ requests, durationMs: durationMs / 2, pauseMs });
  const end = begin();
  const abused = await timeRequests({ requests, durationMs, pauseMs });
  const report = { quiet, abused, ratio: abused.p99Ms / quiet.p99Ms, abuser: await end() };
  const times = ({ medianMs, p99Ms }: Timing) =>
    `median ${medianMs.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;
  process.stdout.write(
    `${name}: quiet ${times(quiet)}; abused ${times(abused)} (${report.ratio.toFixed(1)} times); abuser ${JSON.stringify(report.abuser)}\n`,
  );
  return report;
}
