/**
 * One command on the migrations of one database; the connection URL comes in DATABASE_URL, since every user of the
 * machine can read the arguments of a process.
 *
 *     node migrate-cli.ts apply <migrations>            brings the database up to date
 *     node migrate-cli.ts diff <schema> <migrations>    prints the SQL that the migrations lack
 *     node migrate-cli.ts check <schema> <migrations>   the same, and exits 2 when there is any
 *
 * A process of its own, because Prisma's schema engine is good for one use per process.
 */
import { connect } from './connect.ts';
import { DatabaseError } from './database-error.ts';
import { applyMigrations } from './migrations/apply-migrations.ts';
import { diffMigrations } from './migrations/diff-migrations.ts';

const usage = 'usage: DATABASE_URL=... migrate-cli.ts apply <migrations> | diff|check <schema> <migrations>';

async function run([command, ...paths]: string[], url: string | undefined): Promise<number> {
  const [first, second] = paths;
  if (url && command === 'apply' && first && paths.length === 1) {
    await applyMigrations(url, { directory: first, log: (line) => console.log(line) });
    return 0;
  }
  if (url && (command === 'diff' || command === 'check') && first && second && paths.length === 2) {
    // The engine's message about an unreachable server tells little.
    await (await connect(url)).end();
    const sql = await diffMigrations(url, { schema: first, directory: second });
    if (sql !== undefined) process.stdout.write(sql);
    return command === 'check' && sql !== undefined ? 2 : 0;
  }
  console.error(usage);
  return 64;
}

try {
  process.exit(await run(process.argv.slice(2), process.env.DATABASE_URL));
} catch (error) {
  console.error(error instanceof DatabaseError ? error.message : error);
  process.exit(1);
}
