import { type Program, runProgram } from '@campus/service';
import { type Database, openDatabase } from '../data/open-database.ts';
import { isMendable, readConfiguration, readyInstance } from '../open-process.ts';

/**
 * Runs a program on the service's database, beside a running service or alone, and ends the process.
 *
 * The embedded PostgreSQL is shared with the service when that runs, else started for as long as it is needed; none is
 * made. An empty database of the operator's own is migrated first.
 */
export function runWithDatabase<Command>(
  program: Program<Command, Database>,
  { args, env }: { args: string[]; env: NodeJS.ProcessEnv },
): Promise<never> {
  return runProgram(program, {
    args,
    isMendable,
    async open(onLost) {
      const ready = await readyInstance(readConfiguration(env, { isBeside: true }), {
        log: (line) => process.stderr.write(`${line}\n`),
        onLost,
        isBeside: true,
      });
      // A connection that breaks while it is idle is of no interest; one that is used reports it itself.
      const database = openDatabase(ready.url, () => {});
      return {
        database,
        async close() {
          await database.close();
          await ready.close();
        },
      };
    },
  });
}
