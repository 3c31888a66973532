import { connect } from '@campus/database';
import type { BenchCase } from './bench-case.ts';
import { type Contestant, contestants } from './contestant.ts';
import { type Measured, runLoad } from './run-load.ts';

export interface CaseResult {
  benchCase: BenchCase;
  /** One entry a round. */
  rounds: Record<Contestant, Measured>[];
}

/** Two running servers on one database. */
export interface Contest {
  urls: Record<Contestant, string>;
  /** Of the superuser. */
  adminUrl: string;
}

/** Measures both servers in turn, round by round, so that the noise of the machine reaches both alike. */
export async function measureCase(
  benchCase: BenchCase,
  {
    contest,
    rounds,
    seconds,
    connections,
    signal,
  }: { contest: Contest; rounds: number; seconds: number; connections: number; signal: AbortSignal },
): Promise<CaseResult> {
  const sent = { service: 0, bare: 0 };
  const load = { connections: benchCase.connections ?? connections, signal };
  const measure = async (contestant: Contestant, duration: number) => {
    if (benchCase.writes) await checkpoint(contest.adminUrl);
    const next = () => benchCase.request(sent[contestant]++, contestant);
    return runLoad({ ...load, url: contest.urls[contestant], seconds: duration, next });
  };
  // Compiled code, filled caches, started child processes.
  for (const contestant of contestants) await measure(contestant, Math.min(seconds, 1));
  const results: CaseResult['rounds'] = [];
  for (let round = 0; round < rounds; round += 1)
    results.push({ service: await measure('service', seconds), bare: await measure('bare', seconds) });
  return { benchCase, rounds: results };
}

/** What one run leaves to be written to disk must not slow the next. */
async function checkpoint(adminUrl: string): Promise<void> {
  await using client = await connect(adminUrl);
  await client.query('checkpoint');
}
