/**
 * `npm start`: every service of the repository, and the demo around the signing service as long as nobody
 * has configured it. Ends what it started on Ctrl-C, or when one of them ends.
 */
import { settingsOf } from '@campus/config';
import { configurationSource } from '../apps/conventions-signing/src/config.ts';
import { startDemo } from './demo.ts';
import { type Running, repositoryRoot, startProgram } from './supervise.ts';

const places = {
  env: process.env,
  workingDirectory: process.env.INIT_CWD ?? process.cwd(),
  repositoryRoot,
};

const running: Running[] = [];
let stopping: Promise<void> | undefined;

/** The last to come is the first to go. */
function stopAll(): Promise<void> {
  stopping ??= (async () => {
    for (const program of running.reverse()) await program.stop();
  })();
  return stopping;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void stopAll().then(() => process.exit(0)));
}
process.on('disconnect', () => void stopAll().then(() => process.exit(0)));

/** Nothing says which database, which tokens or which signing application: somebody tries things out. */
function isDemo(settings: readonly string[]): boolean {
  return !settings.some((name) => /^(appli|webhook)\.|^database\.url$/.test(name));
}

try {
  const settings = settingsOf(configurationSource(places));
  if (isDemo(settings)) await startDemo(places, { settings, running });
  else {
    running.push(
      await startProgram('conventions-signing', {
        script: 'apps/conventions-signing/src/main.ts',
        env: process.env,
      }),
    );
  }
  const first = await Promise.race(running.map(({ ended }) => ended));
  if (stopping === undefined) throw new Error(first);
} catch (error) {
  // Ctrl-C during the start ends the programs under our hands; that is no failure.
  if (stopping === undefined) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
  await stopAll();
  process.exit();
}
