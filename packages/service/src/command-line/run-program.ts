import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { ExpectedError, errorCode, errorMessage, OperatorError } from '@campus/config';

/** What a program does with what is opened for it. */
export type Work<Database> = (database: Database) => Promise<void>;

/** A command line program: reads its arguments, then works on what is opened for it, such as a database. */
export interface Program<Command, Database> {
  usage: string;
  /** @throws UsageError */
  read(args: string[]): Command | 'help';
  /**
   * What it needs besides the database, such as a password, is asked before anything is opened. When nothing comes back it
   * is done without.
   */
  run(command: Command): Promise<Work<Database> | undefined>;
}

/** What a service has to tell about itself to run a program. */
interface ProgramSurroundings<Database> {
  args: string[];
  /**
   * Opens what programs of this service work on. What goes on meanwhile is told on standard error: standard output
   * is the program's own.
   *
   * @param onLost  to be called when it was taken away, such as by the process that it is shared with
   */
  open(onLost: () => void): Promise<{ database: Database; close(): Promise<void> }>;
}

/**
 * Runs a program and ends the process: 0 when it has done its work, 1 with one sentence when it cannot (or what the program
 * has put in `process.exitCode`), 64 with its usage when the command line is wrong.
 */
export async function runProgram<Command, Database>(
  { usage, read, run }: Program<Command, Database>,
  { args, open }: ProgramSurroundings<Database>,
): Promise<never> {
  try {
    const command = read(args);
    if (command === 'help') process.stdout.write(usage);
    else {
      const work = await run(command);
      if (work !== undefined) await workOn(open, work);
    }
    process.exit();
  } catch (error) {
    if (error instanceof UsageError) {
      // What is wrong comes last: it stays in sight when the usage is longer than the terminal.
      process.stderr.write(`${usage}\n${error.message}\n`);
      process.exit(64);
    }
    // A bug shows where it was.
    const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`${error instanceof ExpectedError ? error.message : trace}\n`);
    process.exit(process.exitCode ?? 1);
  }
}

async function workOn<Database>(
  open: ProgramSurroundings<Database>['open'],
  work: Work<Database>,
): Promise<void> {
  let isLost = false;
  const { database, close } = await open(() => {
    isLost = true;
  });
  try {
    await work(database);
  } catch (error) {
    if (!isLost) throw error;
    const message =
      'The service that runs PostgreSQL has stopped in the middle of this: look whether it was done, or do it again.';
    throw new OperatorError(message, { cause: error });
  } finally {
    await close();
  }
}

/**
 * The words and the options of a command line.
 *
 * @throws UsageError for an option that is not declared, or one without its value
 */
export function readCommand<Options extends ParseArgsOptionsConfig>(args: string[], options: Options) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    if (!errorCode(error).startsWith('ERR_PARSE_ARGS')) throw error;
    // What follows speaks of arguments that begin with a dash, which nobody has given.
    const [sentence = ''] = errorMessage(error).split(/\.\s/);
    throw new UsageError(sentence, { cause: error });
  }
}

/** The command line cannot be used; the message says what is wrong with it. */
export class UsageError extends ExpectedError {}

/** Writes a line of what the program was asked for. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
