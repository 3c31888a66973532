import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, errorMessage } from '@campus/config';
import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg';
import type pg from 'pg';
import { connect } from '../connect.ts';
import { DatabaseError } from '../database-error.ts';
import { checksumsOf, notAllowed, ownersMend, readMigrationStatus } from './migration-history.ts';
import { everything, readMigrationList } from './migration-list.ts';
import {
  type OpenSchemaEngine,
  openSchemaEngine,
  runsOutsideTransaction,
  scriptStatements,
} from './schema-engine.ts';

/**
 * A migration that waits for a lock makes everybody wait who comes after it, so it waits no longer than this and is
 * tried again later. A migration may set its own: `set local lock_timeout = '10s';`.
 */
const lockTimeoutMs = 2_000;
const pauseMs = 1_000;
const maxTries = 40;

/** SQLSTATE lock_not_available. */
const timedOut = '55P03';

/**
 * Applies the migrations that the database does not have yet, oldest first; of several processes that do it at
 * once, one works and the others wait and find nothing left to do. Migrations of a newer version are left alone.
 *
 * Each migration and its entry in Prisma's table `_prisma_migrations` are one transaction: after a failure or a
 * kill at any moment the next run simply tries again. (Prisma alone leaves a "failed migration" that stops every later
 * run.) What PostgreSQL refuses inside a transaction is a migration whose first line is `-- outside a transaction`;
 * it must be one that can be repeated.
 *
 * @param log told the name of each migration applied, and who must be waited for
 * @returns the names of the migrations applied
 * @throws DatabaseError `unreachable` or `migration_failed`
 */
export async function applyMigrations(
  url: string,
  { directory, log }: { directory: string; log: (line: string) => void },
): Promise<string[]> {
  const list = await readMigrationList(directory);
  // The lock goes with the connection.
  await using client = await connect(url);
  await holdMigrationLock(client, log);
  const { pending, newer } = await readMigrationStatus(client, list);
  if (newer.length > 0)
    log(`the database has migrations of a newer version, which are left alone: ${newer.join(', ')}`);
  if (pending.length === 0) return [];
  await requireCreateRight(client, pending);
  const opened = await openSchemaEngine(url);
  try {
    for (const name of pending) {
      const script = scriptOf(list, name);
      if (runsOutsideTransaction(script)) await applyOutside(client, { opened, name, script });
      else await applyPatiently(opened, { list, name, log });
      log(`migration ${name} applied`);
    }
  } finally {
    await opened.close();
  }
  return pending;
}

/** @throws DatabaseError `migration_failed` when this role may make no tables; the engine's own words are a trace of it */
async function requireCreateRight(client: pg.Client, pending: string[]): Promise<void> {
  const { rows } = await client.query<{ role: string; mayCreate: boolean }>(
    `select current_user as role, coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as "mayCreate"`,
  );
  const [{ role, mayCreate } = { role: '', mayCreate: false }] = rows;
  if (mayCreate) return;
  throw new DatabaseError(
    'migration_failed',
    `The database lacks migrations (${pending.join(', ')}), and its role "${role}" may not change tables. ${ownersMend}`,
  );
}

function scriptOf({ migrationDirectories }: MigrationList, name: string): string {
  const content = migrationDirectories.find(({ path }) => path === name)?.migrationFile.content;
  return content?.tag === 'ok' ? content.value : '';
}

async function applyPatiently(
  opened: OpenSchemaEngine,
  { list, name, log }: { list: MigrationList; name: string; log: (line: string) => void },
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await applyInTransaction(opened, { list, name });
    } catch (error) {
      const cause = opened.takeScriptError() ?? error;
      if (errorCode(cause) !== timedOut || tries === maxTries) throw describe(name, cause);
      if (tries === 1)
        log(`migration ${name} waits for a table that somebody else holds, and is tried again every second`);
      await sleep(pauseMs);
    }
  }
}

async function applyInTransaction(
  { engine, query }: OpenSchemaEngine,
  { list, name }: { list: MigrationList; name: string },
): Promise<void> {
  const upTo = list.migrationDirectories.filter(({ path }) => path <= name);
  await query(`begin; set local lock_timeout = ${lockTimeoutMs}`);
  try {
    await engine.applyMigrations({
      migrationsList: { ...list, migrationDirectories: upTo },
      filters: everything,
    });
    await query('commit');
  } catch (error) {
    // Refused only on a broken connection, with which the server has rolled back already.
    await query('rollback').catch(() => {});
    throw error;
  }
}

/** The entry comes last: a run that breaks off before it is repeated as a whole. */
async function applyOutside(
  client: pg.Client,
  { opened, name, script }: { opened: OpenSchemaEngine; name: string; script: string },
): Promise<void> {
  const startedAt = new Date();
  try {
    for (const statement of scriptStatements(script)) await opened.query(statement);
  } catch (error) {
    throw describe(name, error, 'failed and is repeated by the next run');
  }
  await client.query(
    `insert into _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     values ($1, $2, $3, $4, now(), 1)`,
    [randomUUID(), checksumsOf(script)[0], name, startedAt],
  );
}

function describe(migration: string, cause: unknown, fate = 'failed and was rolled back'): DatabaseError {
  const parts = [errorMessage(cause)];
  for (const key of ['detail', 'hint', 'where'] as const) {
    const value = typeof cause === 'object' && cause !== null ? Reflect.get(cause, key) : undefined;
    if (typeof value === 'string' && value !== '') parts.push(`${key}: ${value}`);
  }
  if (errorCode(cause) === timedOut)
    parts.push('end the client that holds the table (view pg_stat_activity), and start again');
  // To add a column, one must own the table.
  if (errorCode(cause) === notAllowed) parts.push(ownersMend);
  return new DatabaseError('migration_failed', `Migration ${migration} ${fate}: ${parts.join('; ')}`, {
    cause,
  });
}

// An arbitrary number, the same in every version of the services.
const lockKey = 4_071_822_015;

/** Waits for the advisory lock of migrations; it falls with the connection, so a killed process never leaves it. */
async function holdMigrationLock(client: pg.Client, log: (line: string) => void): Promise<void> {
  if (await tryLock(client)) return;
  log('waiting for another process that is migrating the database');
  // Asked again and again: a statement that waits has a snapshot, for whose end `create index concurrently` of the
  // lock's holder would wait in turn.
  do await sleep(100);
  while (!(await tryLock(client)));
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    lockKey,
  ]);
  return rows[0]?.taken === true;
}
