/** `npm run bench`: the service's speed beside a bare server's, case by case. Not a test. */
import path from 'node:path';
import {
  type Bench,
  type CaseResult,
  compareAnswers,
  measureCase,
  measureStart,
  readOptions,
  runBenchmark,
  showResults,
  showStart,
  startDatabase,
} from '@campus/bench';
import { validPdf } from '../test/support/pdfs.ts';
import { benchCases } from './cases.ts';
import { fillDatabase } from './fill-database.ts';
import { recordsAmong } from './records.ts';
import { startBare, startService } from './start-servers.ts';
import { startSilentApplication } from './start-silent-application.ts';
import { usage } from './usage.ts';

const repositoryRoot = path.resolve(import.meta.dirname, '../../..');

const records = recordsAmong(100_000);

async function run({ signal, closing, say }: Bench): Promise<string> {
  const of200Kilobytes = await validPdf({ bytes: 200_000 });
  const of5Megabytes = await validPdf({ bytes: 5_000_000 });
  const cases = benchCases({ records, of200Kilobytes });
  const options = readOptions(process.argv.slice(2), {
    defaults: { seconds: 5, rounds: 3, connections: 8, processes: 1 },
    caseNames: [...cases.map(({ name }) => name), 'start'],
    // npm runs a workspace's script in its folder; people mean where they typed the command.
    startedIn: process.env.INIT_CWD ?? process.cwd(),
  });
  if (options === 'help') return usage;
  const { counts, only, profileFolder } = options;
  const chosen = cases.filter(({ name }) => only.length === 0 || only.includes(name));
  say('starting PostgreSQL');
  const migrations = path.join(repositoryRoot, 'prisma/conventions-signing/migrations');
  const database = await startDatabase({ name: 'conventions-signing', migrations, closing, signal });
  const { folder, url: databaseUrl, adminUrl } = database;
  say(`writing ${records.all.count} agreements`);
  await fillDatabase(databaseUrl, { records, of200Kilobytes, of5Megabytes });
  signal.throwIfAborted();
  const { url: webhookUrl, stop } = await startSilentApplication();
  closing.push(stop);
  const place = { folder, databaseUrl, webhookUrl, profileFolder, processes: counts.processes };
  const tables: string[] = [];
  if (only.length === 0 || only.includes('start')) {
    say('measuring start');
    const start = { service: () => startService(place), bare: () => startBare(place) };
    tables.push(showStart(await measureStart(start, { rounds: counts.rounds, signal })));
  }
  if (chosen.length === 0) return tables.join('\n');
  const service = await startService(place);
  closing.push(service.stop);
  signal.throwIfAborted();
  const bare = await startBare(place);
  closing.push(bare.stop);
  const contest = { servers: { service, bare }, adminUrl };
  for (const benchCase of chosen) await compareAnswers(benchCase, contest.servers);
  const results: CaseResult[] = [];
  for (const benchCase of chosen) {
    say(`measuring ${benchCase.name}`);
    results.push(await measureCase(benchCase, { ...counts, contest, signal }));
  }
  return [showResults(results), ...tables].join('\n');
}

await runBenchmark(usage, run);
