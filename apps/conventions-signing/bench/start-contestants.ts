import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
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
  const signingApplication = await startSilentApplication();
  closing.push(signingApplication.stop);
  const service = await startChild(path.join(import.meta.dirname, '../src/main.ts'), {
    env: {
      CONFIG_FILE: configurationFile,
      DATABASE_URL: url,
      DATA_DIR: folder,
      SERVER_PORT: '0',
      METRICS_PORT: '0',
      APPLI_PUBLIC_TOKENS: publicToken,
      APPLI_MANAGEMENT_TOKENS: managementToken,
      WEBHOOK_SIGNATURE_URI: signingApplication.url,
      WEBHOOK_SIGNATURE_TOKEN: 'webhook-token-of-the-benchmark',
    },
    execArgv: profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`],
  });
  closing.push(service.stop);
  signal.throwIfAborted();
  const bare = await startChild(path.join(import.meta.dirname, 'bare/main.ts'), {
    message: url,
    env: { UPLOAD_FOLDER: folder },
  });
  closing.push(bare.stop);
  return { servers: { service, bare }, adminUrl };
}

/** One that never answers: of what is sent, as many calls as are made at once wait, and no more are made meanwhile. */
async function startSilentApplication(): Promise<{ url: string; stop: () => Promise<void> }> {
  const calls = new Set<Socket>();
  const server = createServer((socket) => calls.add(socket.on('error', () => {})));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      for (const socket of calls) socket.destroy();
      server.close();
    },
  };
}
