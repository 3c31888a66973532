import { fileURLToPath } from 'node:url';
import { errorMessage } from '@campus/config';
import { connect } from './connect.ts';
import { DatabaseError } from './database-error.ts';
import { type MigrationStatus, readMigrationStatus } from './migrations/migration-history.ts';
import { readMigrationList } from './migrations/migration-list.ts';
import { runApart } from './migrations/run-apart.ts';

const program = fileURLToPath(new URL('./migrate-cli.ts', import.meta.url));

/**
 * Brings a database up to date with a folder of migrations, in a process of its own when there is something to do.
 * Replicas that start at the same time migrate once. Measured: 35 to 120 ms of work, and 0.3 s for the process.
 *
 * @throws DatabaseError `unreachable`, or `migration_failed` with the process's own message
 */
export async function migrate(options: {
  url: string;
  /** The folder with `<time>_<name>/migration.sql`. */
  directory: string;
  log?: (line: string) => void;
}): Promise<void> {
  const { url, directory, log = () => {} } = options;
  const { pending, newer } = await migrationStatus({ url, directory }).catch((error: unknown) => {
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError('migration_failed', errorMessage(error), { cause: error });
  });
  if (pending.length === 0 && newer.length === 0) return;
  const { status, errors } = await runApart({ program, url, args: [directory], onLine: log });
  if (status !== 0) throw new DatabaseError('migration_failed', errors);
}

/**
 * How a database stands to a folder of migrations; nothing is changed.
 *
 * @throws DatabaseError `unreachable`, or `migration_failed` when it is not one that `migrate` would accept
 */
export async function migrationStatus(options: {
  url: string;
  /** The folder with `<time>_<name>/migration.sql`. */
  directory: string;
}): Promise<MigrationStatus> {
  const { url, directory } = options;
  await using client = await connect(url);
  return await readMigrationStatus(client, await readMigrationList(directory));
}
