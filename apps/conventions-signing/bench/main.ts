/** `npm run bench`: the service's speed beside a bare server's, case by case. Not a test. */
import path from 'node:path';
import {
  type Bench,
  type CaseResult,
  compareAnswers,
  measureCase,
  readOptions,
  runBenchmark,
  showResults,
} from '@campus/bench';
import { validPdf } from '../test/support/pdfs.ts';
import { benchCases } from './cases.ts';
import { startContestants } from './start-contestants.ts';
import { usage } from './usage.ts';

const repositoryRoot = path.resolve(import.meta.dirname, '../../..');

async function run({ signal, closing, say }: Bench): Promise<string> {
  const of200Kilobytes = await validPdf({ bytes: 200_000 });
  const of5Megabytes = await validPdf({ bytes: 5_000_000 });
  const cases = benchCases({ of200Kilobytes });
  const options = readOptions(process.argv.slice(2), {
    defaults: { seconds: 5, rounds: 3, connections: 8 },
    caseNames: cases.map(({ name }) => name),
    // npm runs a workspace's script in its folder; people mean where they typed the command.
    startedIn: process.env.INIT_CWD ?? process.cwd(),
  });
  if (options === 'help') return usage;
  const { counts, only, profileFolder } = options;
  const chosen = cases.filter(({ name }) => only.length === 0 || only.includes(name));
  const contest = await startContestants(
    { of200Kilobytes, of5Megabytes },
    { repositoryRoot, profileFolder, closing, signal, say },
  );
  for (const benchCase of chosen) await compareAnswers(benchCase, contest.servers);
  const results: CaseResult[] = [];
  for (const benchCase of chosen) {
    say(`measuring ${benchCase.name}`);
    results.push(await measureCase(benchCase, { ...counts, contest, signal }));
  }
  return showResults(results);
}

await runBenchmark(usage, run);
