import { AccountRuleError } from '@campus/accounts';
import { ConfigurationError } from '@campus/config';
import { DatabaseError, type ReadyDatabase, readyDatabase } from '@campus/database';
import { ListenError } from '@campus/server';
import { AccountError } from './accounts/account-error.ts';
import { loadSigningConfiguration, type SigningConfiguration } from './config.ts';
import { instance, repositoryRoot } from './instance.ts';

/**
 * What every program of this service begins with: its configuration, and its database, migrated.
 *
 * @throws ConfigurationError, DatabaseError
 */
export async function openProcess({
  env,
  log,
  beside,
}: {
  env: NodeJS.ProcessEnv;
  log: { info(line: string): unknown };
  /** For programs beside the service, which do what people ask of an instance that is there; see `readyDatabase`. */
  beside?: { onLost: () => void };
}): Promise<{ configuration: SigningConfiguration; database: ReadyDatabase }> {
  const { databaseUrl, ...configuration } = loadSigningConfiguration(
    {
      env,
      // npm runs a workspace's script in its folder; people mean where they typed the command.
      workingDirectory: env.INIT_CWD ?? process.cwd(),
      repositoryRoot,
    },
    { isForService: beside === undefined },
  );
  const database = await readyDatabase({
    url: databaseUrl,
    dataDir: configuration.dataDir,
    ...instance,
    log: (line) => log.info(line),
    ...(beside === undefined ? {} : { beside: { ...beside, mustExist: true } }),
  });
  return { configuration, database };
}

/** Whether the message of an error is all that an operator needs. */
export function isMendable(error: unknown): error is Error {
  const kinds = [ConfigurationError, DatabaseError, ListenError, AccountRuleError, AccountError];
  return kinds.some((kind) => error instanceof kind);
}
