import { connect } from '@campus/database';
import { type BenchCase, requireStatus } from './bench-case.ts';
import { busyTime, postmasterOf } from './busy-time.ts';
import { type Contestant, contestants } from './contestant.ts';
import { type Measured, runLoad } from './run-load.ts';
import type { RunningServer } from './start-child.ts';

export interface CaseResult {
  benchCase: BenchCase;
  /** One entry a round. */
  rounds: Record<Contestant, Round>[];
}

export interface Round extends Measured {
  /** Processor time for each answer, in milliseconds: the server's, and what PostgreSQL took for it. */
  ownMs: number;
  databaseMs: number;
}

/** Two running servers on one database. */
export interface Contest {
  servers: Record<Contestant, Pick<RunningServer, 'url' | 'pid'>>;
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
  const check = (status: number) => requireStatus(benchCase, status);
  const load = { connections: benchCase.connections ?? connections, check, signal };
  const postmaster = await postmasterOf(contest.adminUrl);
  const measure = async (contestant: Contestant, duration: number): Promise<Round> => {
    if (benchCase.writes) await checkpoint(contest.adminUrl);
    const { url, pid } = contest.servers[contestant];
    const before = { own: await busyTime(pid), database: await busyTime(postmaster) };
    const first = sent[contestant];
    const next = () => benchCase.request(sent[contestant]++, contestant);
    const measured = await runLoad({ ...load, url, seconds: duration, next });
    const answers = sent[contestant] - first;
    return {
      ...measured,
      ownMs: ((await busyTime(pid)) - before.own) / answers,
      databaseMs: ((await busyTime(postmaster)) - before.database) / answers,
    };
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
