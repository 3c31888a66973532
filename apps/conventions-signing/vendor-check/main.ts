/** `npm run vendor-check`: a self-test for those who connect a signing application. */
import path from 'node:path';
import { OperatorError } from '@campus/config';
import { ListenError } from '@campus/service';
import { UsageError } from '@campus/service/command-line';
import { checkVendor } from './check-vendor.ts';
import { readOptions, usage } from './read-options.ts';

const repositoryRoot = path.resolve(import.meta.dirname, '../../..');
const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort());

async function run(): Promise<number> {
  const options = readOptions(process.argv.slice(2), repositoryRoot);
  if (options === 'help') {
    process.stdout.write(usage);
    return 0;
  }
  return (await checkVendor(options, { repositoryRoot, signal: stopping.signal })) ? 0 : 1;
}

try {
  process.exitCode = await run();
} catch (error) {
  process.exitCode = error instanceof UsageError ? 64 : 1;
  if (error instanceof UsageError) process.stderr.write(`${error.message}\n\n${usage}`);
  // Ctrl-C also reaches the programs that the start-up runs: whatever fails then fails because of it.
  else if (stopping.signal.aborted) process.stdout.write('\nStopped; everything that was started is gone.\n');
  else if (error instanceof ListenError)
    process.stderr.write(`${error.message} (for this check: --port and --host)\n`);
  else if (error instanceof OperatorError) process.stderr.write(`${error.message}\n`);
  else throw error;
}
process.exit();
