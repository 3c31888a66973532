/**
 * Writes the next migration of a schema:
 *
 *     node author-migration.ts [--counted] <schema.prisma> <migrations> <name>
 *
 * Compares the schema with what the existing migrations make, on a throw-away PostgreSQL, and writes the difference
 * to `<migrations>/<yyyymmddhhmmss>_<name>/migration.sql`. With `--counted` the count of each new table is kept, by the
 * function of that name in the database. What Prisma's schema cannot express (check constraints,
 * partial indexes, storage) is added to that file by hand before it is committed; later it is never changed.
 */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { OperatorError } from '@campus/config';
import { lockFileContent, lockFileName } from '../src/migrations/migration-list.ts';
import { startEmbeddedPostgres } from '../src/start-embedded-postgres.ts';
import { diffMigrations } from './diff-migrations.ts';
import { findBreakingChanges } from './find-breaking-changes.ts';

async function authorMigration(
  { schema, directory, name }: { schema: string; directory: string; name: string },
  { counted }: { counted: boolean },
): Promise<string> {
  const sql = await diffOnThrowAwayServer(schema, directory);
  if (sql === undefined) return 'nothing changed: the migrations already make what the schema says';
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = join(directory, `${time}_${name}`);
  await mkdir(folder, { recursive: true });
  const counts = counted ? keptCounts(sql) : '';
  await writeFile(join(folder, 'migration.sql'), withoutOwnTransaction(sql) + counts);
  await writeFile(join(directory, lockFileName), lockFileContent);
  const warnings = findBreakingChanges(sql).map(
    ({ statement, why }) => `not safe beside older versions: ${statement}\n  ${why}`,
  );
  return [`written: ${join(folder, 'migration.sql')}`, ...warnings].join('\n');
}

/** Prisma wraps a change of an enum in BEGIN and COMMIT, which would end the transaction of the whole migration early. */
function withoutOwnTransaction(sql: string): string {
  return sql.replace(/^(BEGIN|COMMIT);\n/gm, '');
}

/** For each new table whose rows have an id: those without are what joins two others. */
function keptCounts(sql: string): string {
  const tables = [...sql.matchAll(/^CREATE TABLE "(\w+)" \(\n([^;]*)\);/gm)];
  const withId = tables.filter(([, , columns = '']) => /^\s+"id" /m.test(columns));
  return withId
    .map(([, table]) => `\n-- Lists take their total from it.\nSELECT "keep_count"('${table}');\n`)
    .join('');
}

async function diffOnThrowAwayServer(schema: string, directory: string): Promise<string | undefined> {
  await using closing = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'author-migration-'));
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  const server = await startEmbeddedPostgres({ dataDir, database: 'author', throwAway: true });
  closing.defer(() => server.stop());
  return await diffMigrations(server.adminUrl, { schema, directory });
}

const { values: options, positionals } = parseArgs({
  options: { counted: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [schema, directory, name, ...rest] = positionals;
if (!schema || !directory || !name || rest.length > 0 || !/^[a-z0-9]+(_[a-z0-9]+)*$/.test(name)) {
  console.error(
    'usage: author-migration.ts [--counted] <schema.prisma> <migrations> <name>, the name like add_delivery_attempts',
  );
  process.exit(64);
}
try {
  console.log(await authorMigration({ schema, directory, name }, options));
  // The schema engine leaves a timer behind.
  process.exit(0);
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error);
  process.exit(1);
}
