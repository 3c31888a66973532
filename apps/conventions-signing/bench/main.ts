/** `npm run bench`: the service's speed beside a bare server's, case by case. Not a test. */
import path from 'node:path';
import { DatabaseError } from '@campus/database';
import { validPdf } from '../test/support/pdfs.ts';
import { benchCases } from './cases.ts';
import { compareAnswers } from './compare-answers.ts';
import { type CaseResult, measureCase } from './measure-case.ts';
import { type BenchOptions, readOptions, UsageError, usage } from './read-options.ts';
import { showResults } from './show-results.ts';
import { startContestants } from './start-contestants.ts';

const repositoryRoot = path.resolve(import.meta.dirname, '../../..');
const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort());

async function run(): Promise<void> {
  const of200Kilobytes = await validPdf({ bytes: 200_000 });
  const of5Megabytes = await validPdf({ bytes: 5_000_000 });
  const cases = benchCases({ deposited: of200Kilobytes });
  const options = readOptions(process.argv.slice(2), {
    caseNames: cases.map(({ name }) => name),
    // npm runs a workspace's script in its folder; people mean where they typed the command.
    startedIn: process.env.INIT_CWD ?? process.cwd(),
  });
  if (options === 'help') {
    process.stdout.write(usage);
    return;
  }
  const chosen = cases.filter(({ name }) => options.only.length === 0 || options.only.includes(name));
  process.stdout.write(showResults(await measure({ of200Kilobytes, of5Megabytes }, chosen, options)));
}

async function measure(
  pdfs: Parameters<typeof startContestants>[0],
  cases: ReturnType<typeof benchCases>,
  options: BenchOptions,
): Promise<CaseResult[]> {
  const { signal } = stopping;
  const say = (line: string) => void process.stderr.write(`${line}\n`);
  const closing: (() => Promise<unknown>)[] = [];
  try {
    const { profileFolder } = options;
    const contest = await startContestants(pdfs, { repositoryRoot, profileFolder, closing, signal, say });
    for (const benchCase of cases) await compareAnswers(benchCase, contest.urls);
    const results: CaseResult[] = [];
    for (const benchCase of cases) {
      say(`measuring ${benchCase.name}`);
      results.push(await measureCase(benchCase, { ...options, contest, signal }));
    }
    return results;
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

try {
  await run();
} catch (error) {
  process.exitCode = error instanceof UsageError ? 64 : 1;
  if (error instanceof UsageError) process.stderr.write(`${error.message}\n\n${usage}`);
  // Ctrl-C also reaches the servers: whatever fails then fails because of it.
  else if (stopping.signal.aborted) process.stderr.write('\nStopped; everything that was started is gone.\n');
  else if (error instanceof DatabaseError) process.stderr.write(`${error.message}\n`);
  else throw error;
}
process.exit();
