/**
 * Brings one database up to date; its connection URL comes in DATABASE_URL, since every user of the machine can read the
 * arguments of a process:
 *
 *     node migrate-cli.ts <migrations>
 */
import { DatabaseError } from './database-error.ts';
import { applyMigrations } from './migrations/apply-migrations.ts';

const [directory, ...more] = process.argv.slice(2);
const url = process.env.DATABASE_URL;
if (!url || !directory || more.length > 0) {
  console.error('usage: DATABASE_URL=... migrate-cli.ts <migrations>');
  process.exit(64);
}
try {
  await applyMigrations(url, { directory, log: (line) => console.log(line) });
  // The schema engine leaves a timer behind.
  process.exit(0);
} catch (error) {
  console.error(error instanceof DatabaseError ? error.message : error);
  process.exit(1);
}
