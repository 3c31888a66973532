import { fileURLToPath } from 'node:url';
import { DatabaseError } from '../src/database-error.ts';
import { runApart } from '../src/migrations/run-apart.ts';

const program = fileURLToPath(new URL('./print-drift.ts', import.meta.url));

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
  const { status, errors } = await runApart({
    program,
    url: options.url,
    args: [options.schema, options.directory],
    onLine: (line) => lines.push(line),
  });
  if (status === 0) return undefined;
  if (status === 2) return lines.join('\n');
  throw new DatabaseError('migration_failed', errors);
}
