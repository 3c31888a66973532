import { DatabaseError } from './database-error.ts';
import { runMigrateCli } from './migrations/run-migrate-cli.ts';

/**
 * Compares what the migrations make with what the schema says, in a shadow database that is dropped again.
 *
 * @returns the SQL that the migrations lack, or undefined when they agree
 * @throws DatabaseError `migration_failed` with the process's own message
 */
export async function findDrift(options: {
  /** A role that may create databases; the database itself is left as it is. */
  url: string;
  schema: string;
  directory: string;
}): Promise<string | undefined> {
  const lines: string[] = [];
  const { status, errors } = await runMigrateCli({
    url: options.url,
    args: ['check', options.schema, options.directory],
    onLine: (line) => lines.push(line),
  });
  if (status === 0) return undefined;
  if (status === 2) return lines.join('\n');
  throw new DatabaseError('migration_failed', errors);
}
