import { AccountRuleError, FirstPasswordError } from '@campus/accounts';
import { ConfigurationError } from '@campus/config';
import { DatabaseError, type ReadyDatabase, readyDatabase } from '@campus/database';
import { JobTablesError } from '@campus/jobs';
import { ListenError, type Log } from '@campus/service';
import { AccountError } from './accounts/account-error.ts';
import { loadVideoConfiguration, type VideoConfiguration } from './config.ts';
import { MediaToolsError } from './ffmpeg/errors.ts';
import { instance, repositoryRoot } from './instance.ts';
import { StorageError } from './storage/storage-error.ts';

/**
 * The configuration of a program of this service.
 *
 * @param options.isBeside  for programs beside the service, which often run on the same machine: the usual metrics
 *   port is the service's
 * @throws ConfigurationError
 */
export function readConfiguration(
  env: NodeJS.ProcessEnv,
  { isBeside = false }: { isBeside?: boolean } = {},
): VideoConfiguration {
  // npm runs a workspace's script in its folder; people mean where they typed the command.
  const places = { env, workingDirectory: env.INIT_CWD ?? process.cwd(), repositoryRoot };
  return loadVideoConfiguration(places, isBeside ? { defaultMetricsPort: 0 } : {});
}

/**
 * The database of the configuration, migrated.
 *
 * @param options.isBeside  for programs beside the service, which do what people ask of an instance that is there
 * @see InstanceOptions
 * @throws DatabaseError
 */
export function readyInstance(
  { databaseUrl: url, dataDir }: Pick<VideoConfiguration, 'databaseUrl' | 'dataDir'>,
  options: { log: (line: string) => void; onLost: () => void; isBeside?: boolean },
): Promise<ReadyDatabase> {
  return readyDatabase({ url, dataDir, ...instance, ...options });
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
    JobTablesError,
    ListenError,
    AccountRuleError,
    FirstPasswordError,
    AccountError,
    MediaToolsError,
    StorageError,
  ];
  return kinds.some((kind) => error instanceof kind);
}
