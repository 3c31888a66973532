import type pg from 'pg';
import { connect } from '../connect.ts';
import { DatabaseError } from '../database-error.ts';
import { errorMessage } from '../describe-error.ts';
import { everything, readMigrationList } from './migration-list.ts';
import { holdMigrationLock } from './migration-lock.ts';
import { openSchemaEngine } from './schema-engine.ts';

/**
 * Applies the migrations that the database does not have yet, oldest first; of several processes that do it at
 * once, one works and the others wait and find nothing left to do.
 *
 * Each migration and its entry in Prisma's table `_prisma_migrations` are one transaction: after a failure or a
 * kill at any moment the next run simply tries again. (Prisma alone leaves a "failed migration" that stops every later
 * run.) So a migration cannot hold what PostgreSQL refuses inside a transaction, such as `create index concurrently`.
 *
 * @param log told the name of each migration applied, and when another process must be waited for
 * @returns the names of the migrations applied
 * @throws DatabaseError `unreachable` or `migration_failed`
 */
export async function applyMigrations(
  url: string,
  { directory, log }: { directory: string; log: (line: string) => void },
): Promise<string[]> {
  const list = await readMigrationList(directory);
  const client = await connect(url);
  try {
    await holdMigrationLock(client, log);
    const known = await appliedMigrations(client);
    const pending = list.migrationDirectories.filter((migration) => !known.has(migration.path));
    if (pending.length === 0) return [];
    const opened = await openSchemaEngine(url);
    try {
      for (const { path } of pending) {
        const upTo = list.migrationDirectories.filter((migration) => migration.path <= path);
        await opened.query('begin');
        try {
          await opened.engine.applyMigrations({
            migrationsList: { ...list, migrationDirectories: upTo },
            filters: everything,
          });
          await opened.query('commit');
        } catch (error) {
          // Refused only on a broken connection, with which the server has rolled back already.
          await opened.query('rollback').catch(() => {});
          throw describe(path, opened.scriptError() ?? error);
        }
        log(`migration ${path} applied`);
      }
    } finally {
      await opened.close();
    }
    return pending.map((migration) => migration.path);
  } finally {
    // The lock goes with the connection.
    await client.end();
  }
}

async function appliedMigrations(client: pg.Client): Promise<Set<string>> {
  const { rows: tables } = await client.query(`select where to_regclass('_prisma_migrations') is not null`);
  if (tables.length === 0) return new Set();
  const { rows } = await client.query<{ name: string }>(
    'select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null',
  );
  return new Set(rows.map((row) => row.name));
}

function describe(migration: string, cause: unknown): DatabaseError {
  const parts = [errorMessage(cause)];
  for (const key of ['detail', 'hint', 'where'] as const) {
    const value = typeof cause === 'object' && cause !== null ? Reflect.get(cause, key) : undefined;
    if (typeof value === 'string' && value !== '') parts.push(`${key}: ${value}`);
  }
  return new DatabaseError(
    'migration_failed',
    `Migration ${migration} failed and was rolled back: ${parts.join('; ')}`,
    { cause },
  );
}
