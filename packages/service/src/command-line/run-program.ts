import { ExpectedError, OperatorError } from '@campus/config';
import { UsageError } from './usage-error.ts';

/** A command line program: reads its arguments, then works on what is opened for it, such as a database. */
export interface Program<Command, Database> {
  usage: string;
  /** @throws UsageError */
  read(args: string[]): Command | 'help';
  /** What it needs besides the database, such as a password; asked before anything is opened. */
  run(command: Command): Promise<(database: Database) => Promise<void>>;
}

/** What a program works on, and how to let go of it. */
export interface Opened<Database> {
  database: Database;
  close(): Promise<void>;
}

/** What a service has to tell about itself to run a program. */
export interface ProgramSurroundings<Database> {
  args: string[];
  /**
   * Opens what programs of this service work on. What goes on meanwhile is told on standard error: standard output
   * is the program's own.
   *
   * @param onLost  to be called when it was taken away, such as by the process that it is shared with
   */
  open(onLost: () => void): Promise<Opened<Database>>;
}

/**
 * Runs a program and ends the process: 0 when it has done its work (or what it has put in `process.exitCode`), 1 with one
 * sentence when it cannot, 64 with its usage when the command line is wrong.
 */
export async function runProgram<Command, Database>(
  { usage, read, run }: Program<Command, Database>,
  { args, open }: ProgramSurroundings<Database>,
): Promise<never> {
  try {
    const command = read(args);
    if (command === 'help') process.stdout.write(usage);
    else await workOn(open, await run(command));
    // 0, unless the program has said otherwise in `process.exitCode`.
    process.exit();
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n\n${usage}`);
      process.exit(64);
    }
    process.stderr.write(`${error instanceof ExpectedError ? error.message : traceOf(error)}\n`);
    process.exit(1);
  }
}

async function workOn<Database>(
  open: ProgramSurroundings<Database>['open'],
  work: (database: Database) => Promise<void>,
): Promise<void> {
  let isLost = false;
  const { database, close } = await open(() => {
    isLost = true;
  });
  try {
    await work(database);
  } catch (error) {
    throw isLost ? new LostDatabaseError(error) : error;
  } finally {
    await close();
  }
}

/** What a program worked on was taken away under its hands. */
class LostDatabaseError extends OperatorError {
  constructor(cause: unknown) {
    super(
      'The service that runs PostgreSQL has stopped in the middle of this: look whether it was done, or do it again.',
      { cause },
    );
  }
}

/** A bug shows where it was. */
function traceOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
