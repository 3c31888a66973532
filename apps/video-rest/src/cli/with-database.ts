import { DatabaseError } from '@campus/database';
import { type Database, openDatabase } from '../data/open-database.ts';
import { isMendable, openProcess } from '../open-process.ts';
import { PasswordInputError } from './ask-password.ts';
import { UsageError } from './usage-error.ts';

/** A command line program: reads its arguments, then works on the database. */
export interface Program<Command> {
  usage: string;
  /** @throws UsageError */
  read(args: string[]): Command | 'help';
  /** What it needs besides the database, such as a password; asked before anything is opened. */
  run(command: Command): Promise<(database: Database) => Promise<void>>;
}

/**
 * Runs a program on the service's database, beside a running service or alone, and ends the process: 0 when it has
 * done its work, 1 with one sentence when it cannot, 64 with its usage when the command line is wrong.
 *
 * The embedded PostgreSQL is shared with the service when that runs, else started for as long as it is needed. An
 * empty database is migrated first. Standard output is the program's own; what goes on here is told on standard error.
 */
export async function runWithDatabase<Command>(
  { usage, read, run }: Program<Command>,
  { args, env }: { args: string[]; env: NodeJS.ProcessEnv },
): Promise<never> {
  try {
    const command = read(args);
    if (command === 'help') process.stdout.write(usage);
    else await withDatabase(env, await run(command));
    process.exit(0);
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n\n${usage}`);
      process.exit(64);
    }
    process.stderr.write(`${describe(error)}\n`);
    process.exit(1);
  }
}

async function withDatabase(
  env: NodeJS.ProcessEnv,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  let isLost = false;
  const { database: ready } = await openProcess({
    env,
    log: { info: (line: string) => process.stderr.write(`${line}\n`) },
    beside: {
      onLost: () => {
        isLost = true;
      },
    },
  });
  // A connection that breaks while it is idle is of no interest; one that is used reports it itself.
  const database = openDatabase(ready.url, () => {});
  try {
    await work(database);
  } catch (error) {
    if (!isLost) throw error;
    throw new DatabaseError(
      'unreachable',
      'The service that runs PostgreSQL has stopped in the middle of this: look whether it was done, or do it again.',
      { cause: error },
    );
  } finally {
    await database.close();
    await ready.close();
  }
}

/** One sentence for what people can mend; a bug shows where it was. */
function describe(error: unknown): string {
  if (error instanceof PasswordInputError || isMendable(error)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
