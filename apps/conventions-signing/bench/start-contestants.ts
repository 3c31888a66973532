import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Bench, type Contest, startChild, startDatabase } from '@campus/bench';
import { fillDatabase } from './fill-database.ts';
import { managementToken, publicToken } from './tokens.ts';

/**
 * Starts both servers on one PostgreSQL with the settings of the product (everything durable), on disk.
 *
 * @param options.closing        gets what undoes each step, as soon as the step is done: to be run backwards
 * @param options.profileFolder  where the service leaves a CPU profile when it ends
 */
export async function startContestants(
  pdfs: Parameters<typeof fillDatabase>[1],
  {
    repositoryRoot,
    profileFolder,
    closing,
    signal,
    say,
  }: Bench & { repositoryRoot: string; profileFolder: string | undefined },
): Promise<Contest> {
  say('starting PostgreSQL');
  const migrations = path.join(repositoryRoot, 'prisma/conventions-signing/migrations');
  const name = 'conventions-signing';
  const { folder, url, adminUrl } = await startDatabase({ name, migrations, closing, signal });
  say('writing 100,000 agreements');
  await fillDatabase(url, pdfs);
  signal.throwIfAborted();

  // Its own configuration, whatever lies in the repository.
  const configurationFile = path.join(folder, 'conventions-signing.properties');
  await writeFile(configurationFile, '');
  const service = await startChild(path.join(import.meta.dirname, '../src/main.ts'), {
    env: {
      CONFIG_FILE: configurationFile,
      DATABASE_URL: url,
      DATA_DIR: folder,
      SERVER_PORT: '0',
      METRICS_PORT: '0',
      APPLI_PUBLIC_TOKENS: publicToken,
      APPLI_MANAGEMENT_TOKENS: managementToken,
    },
    execArgv: profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`],
  });
  closing.push(service.stop);
  signal.throwIfAborted();
  const bare = await startChild(path.join(import.meta.dirname, 'bare/main.ts'), {
    message: url,
    env: {},
  });
  closing.push(bare.stop);
  return { servers: { service, bare }, adminUrl };
}
