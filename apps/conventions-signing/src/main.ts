import path from 'node:path';
import { ConfigurationError } from '@campus/config';
import { DatabaseError, readyDatabase } from '@campus/database';
import { createLog, ListenError, type Log, runUntilStopped } from '@campus/server';
import { loadSigningConfiguration } from './config.ts';
import { startService } from './service.ts';

const repositoryRoot = path.resolve(import.meta.dirname, '../../..');

async function start(log: Log): Promise<void> {
  const { databaseUrl, ...configuration } = loadSigningConfiguration({
    env: process.env,
    // npm runs a workspace's script in its folder; people mean where they typed the command.
    workingDirectory: process.env.INIT_CWD ?? process.cwd(),
    repositoryRoot,
  });
  if (configuration.managementTokens.length === 0) {
    log.warn('appli.management.tokens is not set: nobody can register documents or send them for signature');
  }
  const database = await readyDatabase({
    url: databaseUrl,
    dataDir: configuration.dataDir,
    database: 'conventions_signing',
    migrations: path.join(repositoryRoot, 'prisma/conventions-signing/migrations'),
    log: (line) => log.info(line),
  });
  const service = await startService({ configuration, databaseUrl: database.url, log });
  runUntilStopped(async () => {
    await service.stop();
    await database.close();
  }, log);
  const address = configuration.baseUrl ?? service.url;
  log.info(`ready on ${address}, API reference at ${address}/public/swagger-ui.html`);
  process.send?.({ ready: true, url: service.url });
}

const log = createLog('conventions-signing');
try {
  await start(log);
} catch (error) {
  // What an operator can mend is one message; anything else is a bug and shows where.
  const mendable = [ConfigurationError, DatabaseError, ListenError].some((kind) => error instanceof kind);
  if (mendable && error instanceof Error) process.stderr.write(`${error.message}\n`);
  else log.fatal({ err: error }, 'the service cannot start');
  process.exit(1);
}
