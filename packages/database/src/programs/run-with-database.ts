import { type Program, runProgram } from '@campus/service/command-line';
import { DatabaseError } from '../database-error.ts';
import { readyDatabase } from '../ready-database.ts';
import { instancePlaces, type ServiceIdentity } from './service-identity.ts';

/**
 * Runs a program on the service's database, beside a running service or alone, and ends the process.
 *
 * The embedded PostgreSQL is shared with the service when that runs, else started for as long as it is needed; none is
 * made. An empty database of the operator's own is migrated first.
 *
 * @param options.open            connects; a connection that breaks while it is idle is told to `onError`
 * @param options.noInstanceHint  what else to try, told where there is no database
 */
export function runWithDatabase<Command, Database extends { close(): Promise<void> }>(
  identity: ServiceIdentity,
  program: Program<Command, Database>,
  { open, noInstanceHint }: { open: (url: string, onError: () => void) => Database; noInstanceHint?: string },
): Promise<never> {
  return runProgram(program, {
    args: process.argv.slice(2),
    async open(onLost) {
      const log = (line: string) => process.stderr.write(`${line}\n`);
      const places = instancePlaces(identity);
      const ready = await readyDatabase({ ...places, log, onLost, isBeside: true }).catch(
        (error: unknown) => {
          if (
            !(error instanceof DatabaseError) ||
            error.code !== 'no_instance' ||
            noInstanceHint === undefined
          )
            throw error;
          throw new DatabaseError(error.code, `${error.message} ${noInstanceHint}`, { cause: error });
        },
      );
      // A connection that breaks while it is idle is of no interest; one that is used reports it itself.
      const database = open(ready.url, () => {});
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
