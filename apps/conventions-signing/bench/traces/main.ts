/** What traces cost: one process that samples none, its share and all in turn, case by case. Not a test. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BenchCase,
  busyTime,
  median,
  openConnection,
  type RunningServer,
  requireStatus,
  runBenchmark,
  startDatabase,
} from '@campus/bench';
import { startTraceReceiver } from '../../../../test/support/trace-receiver.ts';
import { validPdf } from '../../test/support/pdfs.ts';
import { benchCases } from '../cases.ts';
import { fillDatabase } from '../fill-database.ts';
import { recordsAmong } from '../records.ts';
import { startService } from '../start-servers.ts';
import { startSilentApplication } from '../start-silent-application.ts';

const repositoryRoot = path.resolve(import.meta.dirname, '../../../..');
const ratio = process.argv[2] ?? '0.05';
/** Code is compiled in the first rounds, which do not count. */
const load = { rounds: 14, uncounted: 2, requests: 5_000, connections: 8 };
/** For a signal, and for spans on their way. */
const pauseMs = 1_500;

/** Processor time of the service for one answer, in µs. */
async function costOf(benchCase: BenchCase, { url, pid }: RunningServer): Promise<number> {
  let sent = 0;
  const before = await busyTime(pid);
  const work = async () => {
    const connection = await openConnection(url);
    while (sent < load.requests) {
      sent += 1;
      const { status } = await connection.send(benchCase.request(sent, 'service'));
      requireStatus(benchCase, status);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: load.connections }, work));
  await sleep(pauseMs);
  return (((await busyTime(pid)) - before) / load.requests) * 1000;
}

/** What each round costs with none sampled, the share, and all. */
async function roundsOf(benchCase: BenchCase, service: RunningServer): Promise<number[][]> {
  const rounds: number[][] = [];
  for (let round = -load.uncounted; round < load.rounds; round += 1) {
    const costs: number[] = [];
    for (let way = 0; way < 3; way += 1) {
      costs.push(await costOf(benchCase, service));
      process.kill(service.pid, 'SIGUSR2');
    }
    if (round >= 0) rounds.push(costs);
  }
  return rounds;
}

await runBenchmark(
  'usage: node apps/conventions-signing/bench/traces/main.ts [<ratio>]',
  async ({ signal, closing }) => {
    const records = recordsAmong(10_000);
    const of200Kilobytes = await validPdf({ bytes: 200_000 });
    const migrations = path.join(repositoryRoot, 'prisma/conventions-signing/migrations');
    const database = await startDatabase({ name: 'conventions-signing', migrations, closing, signal });
    const { folder, url: databaseUrl } = database;
    await fillDatabase(databaseUrl, { records, of200Kilobytes, of5Megabytes: of200Kilobytes });
    const application = await startSilentApplication();
    const receiver = await startTraceReceiver();
    closing.push(application.stop, receiver.stop);
    const service = await startService({
      ...{ folder, databaseUrl, webhookUrl: application.url, profileFolder: undefined },
      traces: { endpoint: receiver.endpoint, ratio },
    });
    closing.push(service.stop);
    const chosen = benchCases({ records, of200Kilobytes }).filter(({ name }) =>
      /^(list|metadata|agreement)$/.test(name),
    );
    const lines: string[] = [];
    for (const benchCase of chosen) {
      const rounds = await roundsOf(benchCase, service);
      const more = (way: number) => median(rounds.map((costs) => (costs[way] ?? 0) - (costs[0] ?? 0)));
      const none = median(rounds.map(([cost = 0]) => cost));
      lines.push(
        `${benchCase.name}: ${none.toFixed(0)} µs with none sampled, ${more(1).toFixed(1)} more at ${ratio}, ${more(2).toFixed(1)} where all are\n`,
      );
    }
    return `${lines.join('')}spans received: ${receiver.spans().length}\n`;
  },
);
