import { AccountRuleError } from '@campus/accounts';
import { ConfigurationError } from '@campus/config';
import { DatabaseError, type ReadyDatabase, readyDatabase } from '@campus/database';
import { ListenError, type Log } from '@campus/server';
import { AccountError } from './accounts/account-error.ts';
import { loadVideoConfiguration, type VideoConfiguration } from './config.ts';
import { MediaToolsError } from './encoding/errors.ts';
import { instance, repositoryRoot } from './instance.ts';
import { StorageError } from './storage/storage-error.ts';

/** What every program of this service begins with: its configuration, and its database, migrated. */
export async function openProcess({
  env,
  log,
  beside,
}: {
  env: NodeJS.ProcessEnv;
  log: { info(line: string): unknown };
  /** For programs beside the service; see `readyDatabase`. */
  beside?: { onLost: () => void };
}): Promise<{ configuration: VideoConfiguration; database: ReadyDatabase; searchPath: string }> {
  const configuration = loadVideoConfiguration(
    {
      env,
      // npm runs a workspace's script in its folder; people mean where they typed the command.
      workingDirectory: env.INIT_CWD ?? process.cwd(),
      repositoryRoot,
    },
    // The usual port is the service's, which often runs on the same machine.
    beside === undefined ? {} : { defaultMetricsPort: 0 },
  );
  const database = await readyDatabase({
    url: configuration.databaseUrl,
    dataDir: configuration.dataDir,
    ...instance,
    log: (line) => log.info(line),
    ...(beside === undefined ? {} : { beside: { ...beside, mustExist: true } }),
  });
  return { configuration, database, searchPath: env.PATH ?? '' };
}

/** Runs a start; what an operator can mend is one message, anything else is a bug and shows where. */
export async function reportStart(log: Log, start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    if (isMendable(error)) process.stderr.write(`${error.message}\n`);
    else log.fatal({ err: error }, 'the program cannot start');
    process.exit(1);
  }
}

/** Whether the message of an error is all that an operator needs. */
export function isMendable(error: unknown): error is Error {
  const kinds = [
    ConfigurationError,
    DatabaseError,
    ListenError,
    AccountRuleError,
    AccountError,
    MediaToolsError,
    StorageError,
  ];
  return kinds.some((kind) => error instanceof kind);
}
