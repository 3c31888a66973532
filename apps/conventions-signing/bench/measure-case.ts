import pg from 'pg';
import type { BenchCase, Contestant } from './cases.ts';
import { type Measured, runLoad } from './run-load.ts';
import type { Contest } from './start-contestants.ts';

export interface CaseResult {
  benchCase: BenchCase;
  /** One entry a round. */
  rounds: Record<Contestant, Measured>[];
}

const contestants = ['service', 'bare'] as const;

/** Measures both servers in turn, round by round, so that the noise of the machine reaches both alike. */
export async function measureCase(
  benchCase: BenchCase,
  {
    contest,
    rounds,
    seconds,
    ...load
  }: { contest: Contest; rounds: number; seconds: number; connections: number; signal: AbortSignal },
): Promise<CaseResult> {
  const sent = { service: 0, bare: 0 };
  const measure = async (contestant: Contestant, duration: number) => {
    if (benchCase.writes) await checkpoint(contest.adminUrl);
    const next = () => benchCase.request(sent[contestant]++, contestant);
    return runLoad({ ...load, url: contest.urls[contestant], seconds: duration, next });
  };
  // Compiled code, filled caches, started inspection processes.
  for (const contestant of contestants) await measure(contestant, Math.min(seconds, 1));
  const results: CaseResult['rounds'] = [];
  for (let round = 0; round < rounds; round += 1)
    results.push({ service: await measure('service', seconds), bare: await measure('bare', seconds) });
  return { benchCase, rounds: results };
}

/** What one run leaves to be written to disk must not slow the next. */
async function checkpoint(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}
