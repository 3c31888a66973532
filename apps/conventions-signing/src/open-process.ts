import { AccountRuleError, FirstPasswordError } from '@campus/accounts';
import { ConfigurationError } from '@campus/config';
import { DatabaseError, type ReadyDatabase, readyDatabase } from '@campus/database';
import { JobTablesError } from '@campus/jobs';
import { ListenError } from '@campus/service';
import { AccountError } from './accounts/account-error.ts';
import { loadSigningConfiguration } from './config.ts';
import { instance, repositoryRoot } from './instance.ts';

/**
 * The configuration of a program of this service.
 *
 * @param options.isBeside  for programs beside the service, which answer no signing application
 * @throws ConfigurationError
 */
export function readConfiguration(
  env: NodeJS.ProcessEnv,
  { isBeside = false }: { isBeside?: boolean } = {},
): ReturnType<typeof loadSigningConfiguration> {
  // npm runs a workspace's script in its folder; people mean where they typed the command.
  const places = { env, workingDirectory: env.INIT_CWD ?? process.cwd(), repositoryRoot };
  return loadSigningConfiguration(places, { isForService: !isBeside });
}

/**
 * The database of the configuration, migrated.
 *
 * @param options.isBeside  for programs beside the service, which do what people ask of an instance that is there
 * @see InstanceOptions
 * @throws DatabaseError
 */
export function readyInstance(
  { databaseUrl: url, dataDir }: Pick<ReturnType<typeof loadSigningConfiguration>, 'databaseUrl' | 'dataDir'>,
  options: { log: (line: string) => void; onLost: () => void; isBeside?: boolean },
): Promise<ReadyDatabase> {
  return readyDatabase({ url, dataDir, ...instance, ...options });
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
  ];
  return kinds.some((kind) => error instanceof kind);
}
