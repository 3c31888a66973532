import { connect } from './connect.ts';
import { type MigrationStatus, readMigrationStatus } from './migrations/migration-history.ts';
import { readMigrationList } from './migrations/migration-list.ts';

/**
 * How a database stands to a folder of migrations; nothing is changed.
 *
 * @throws DatabaseError `unreachable`, or `migration_failed` when it is not one that `migrate` would accept
 */
export async function migrationStatus({
  url,
  directory,
}: {
  url: string;
  /** The folder with `<time>_<name>/migration.sql`. */
  directory: string;
}): Promise<MigrationStatus> {
  await using client = await connect(url);
  return await readMigrationStatus(client, await readMigrationList(directory));
}
