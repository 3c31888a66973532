import { createHash } from 'node:crypto';
import { errorCode, errorMessage } from '@campus/config';
import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg';
import type pg from 'pg';
import { DatabaseError } from '../database-error.ts';

/** How a database stands to the migrations of this version. */
export interface MigrationStatus {
  /** Known here and not applied, oldest first. */
  pending: string[];
  /** Applied and not known here: a newer version of the service has migrated the database. */
  newer: string[];
}

/**
 * Compares a folder of migrations with what the database says about itself in Prisma's table `_prisma_migrations`.
 *
 * Migrations of a newer version are accepted: they only add (see `findBreakingChanges`), and an older replica must be
 * able to start again while an upgrade is under way, and after it was taken back.
 *
 * @throws DatabaseError  `migration_failed` when an applied migration is not the one that is known here under its name,
 *   when another tool left one half done, or when this is the database of another service
 */
export async function readMigrationStatus(
  client: pg.Client,
  { migrationDirectories }: MigrationList,
): Promise<MigrationStatus> {
  const entries = await readEntries(client);
  const unfinished = entries.find(({ isFinished }) => !isFinished);
  if (unfinished !== undefined)
    throw new DatabaseError('migration_failed', describeUnfinished(unfinished.name));
  const applied = new Map(entries.map(({ name, checksum }) => [name, checksum]));
  const known = new Set<string>();
  for (const { path, migrationFile } of migrationDirectories) {
    known.add(path);
    const checksum = applied.get(path);
    const { content } = migrationFile;
    if (checksum === undefined || content.tag !== 'ok') continue;
    if (!checksumsOf(content.value).includes(checksum))
      throw new DatabaseError('migration_failed', describeChanged(path));
  }
  const pending = [...known].filter((name) => !applied.has(name));
  const newer = [...applied.keys()].filter((name) => !known.has(name));
  if (pending.length > 0 && newer.length > 0)
    throw new DatabaseError('migration_failed', describeForeign({ pending, newer }));
  return { pending, newer };
}

async function readEntries(client: pg.Client) {
  const { rows: tables } = await client.query(`select where to_regclass('_prisma_migrations') is not null`);
  if (tables.length === 0) return [];
  try {
    const { rows } = await client.query<{ name: string; checksum: string; isFinished: boolean }>(
      `select migration_name as name, checksum, finished_at is not null as "isFinished"
         from _prisma_migrations where rolled_back_at is null order by migration_name`,
    );
    return rows;
  } catch (error) {
    if (errorCode(error) !== notAllowed) throw error;
    throw new DatabaseError('migration_failed', `${errorMessage(error)}. ${ownersMend}`, { cause: error });
  }
}

/** SQLSTATE insufficient_privilege. */
export const notAllowed = '42501';

/** For the operator, where the role of a service may not do what is needed. */
export const ownersMend =
  "Run the service's command migrate with the owner of the tables in database.url: npm run migrate -- --grant <role of the service>";

/** SHA-256 as Prisma writes it. The ends of lines do not count: a checkout may have changed them. */
export function checksumsOf(script: string): string[] {
  const unix = script.replaceAll('\r\n', '\n');
  return [script, unix, unix.replaceAll('\n', '\r\n')].map((text) =>
    createHash('sha256').update(text).digest('hex'),
  );
}

function describeUnfinished(name: string): string {
  return (
    `Migration ${name} was begun by another tool and did not finish, so that nobody knows what the database holds. ` +
    'Restore the last backup; or, when you know that nothing of it stayed, delete its row from _prisma_migrations.'
  );
}

function describeChanged(name: string): string {
  return (
    `Migration ${name} was applied to this database with another text than it has here: its file was changed, ` +
    'or this is the database of a modified version. Nothing was done; run the version that made this database.'
  );
}

function describeForeign({ pending, newer }: MigrationStatus): string {
  return (
    `The database has migrations that are not known here (${newer.join(', ')}) and lacks some that are ` +
    `(${pending.join(', ')}): it is the database of another service, or of a version that has branched off. ` +
    'Nothing was done; correct database.url.'
  );
}
