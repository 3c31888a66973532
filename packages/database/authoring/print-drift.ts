/**
 * Prints the SQL that migrations lack to make what a schema says, and exits 2 when there is any:
 *
 *     DATABASE_URL=... node print-drift.ts <schema.prisma> <migrations>
 */
import { connect } from '../src/connect.ts';
import { DatabaseError } from '../src/database-error.ts';
import { diffMigrations } from './diff-migrations.ts';

const [schema, directory, ...more] = process.argv.slice(2);
const url = process.env.DATABASE_URL;
if (!url || !schema || !directory || more.length > 0) {
  console.error('usage: DATABASE_URL=... print-drift.ts <schema.prisma> <migrations>');
  process.exit(64);
}
try {
  // The engine's message about an unreachable server tells little.
  await (await connect(url)).end();
  const sql = await diffMigrations(url, { schema, directory });
  if (sql !== undefined) process.stdout.write(sql);
  process.exit(sql === undefined ? 0 : 2);
} catch (error) {
  console.error(error instanceof DatabaseError ? error.message : error);
  process.exit(1);
}
