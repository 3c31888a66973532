import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate, startEmbeddedPostgres } from '@campus/database';
import type { Contestant } from './cases.ts';
import { fillDatabase } from './fill-database.ts';
import { startChild } from './start-child.ts';
import { managementToken, publicToken } from './tokens.ts';

export interface Contest {
  urls: Record<Contestant, string>;
  /** Of the superuser. */
  adminUrl: string;
}

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
  }: {
    repositoryRoot: string;
    profileFolder: string | undefined;
    closing: (() => Promise<unknown>)[];
    signal: AbortSignal;
    say: (line: string) => void;
  },
): Promise<Contest> {
  const folder = await mkdtemp(path.join(tmpdir(), 'conventions-signing-bench-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  signal.throwIfAborted();
  say('starting PostgreSQL');
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres'), database: 'bench' });
  closing.push(() => postgres.stop());
  signal.throwIfAborted();
  await migrate({
    url: postgres.url,
    directory: path.join(repositoryRoot, 'prisma/conventions-signing/migrations'),
  });
  signal.throwIfAborted();
  say('writing 100,000 agreements');
  await fillDatabase(postgres.url, pdfs);
  signal.throwIfAborted();

  // Its own configuration, whatever lies in the repository.
  const configurationFile = path.join(folder, 'conventions-signing.properties');
  await writeFile(configurationFile, '');
  const service = await startChild(path.join(import.meta.dirname, '../src/main.ts'), {
    env: {
      CONFIG_FILE: configurationFile,
      DATABASE_URL: postgres.url,
      DATA_DIR: folder,
      SERVER_PORT: '0',
      APPLI_PUBLIC_TOKENS: publicToken,
      APPLI_MANAGEMENT_TOKENS: managementToken,
    },
    execArgv: profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`],
  });
  closing.push(service.stop);
  signal.throwIfAborted();
  const bare = await startChild(path.join(import.meta.dirname, 'bare/main.ts'), {
    message: postgres.url,
    env: {},
  });
  closing.push(bare.stop);
  return { urls: { service: service.url, bare: bare.url }, adminUrl: postgres.adminUrl };
}
