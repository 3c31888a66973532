import path from 'node:path';
import { makeJobTables, seededJobTables } from '@campus/jobs';
import { declareProgram, runProgram, say, UsageError } from '@campus/service/command-line';
import { DatabaseError } from '../database-error.ts';
import { migrate } from '../migrate.ts';
import { type InstancePlaces, instancePlaces, type ServiceIdentity } from './service-identity.ts';

const variable = 'TARGET_DATABASE_URL';

interface Places extends Omit<InstancePlaces, 'url'> {
  /** Tables that have rows in a new instance already. */
  seeded: readonly string[];
}

/**
 * `npm run move-database` of a service: from the embedded PostgreSQL to a server of the operator's own. Ends the
 * process.
 *
 * @param options.seeded  tables of the service, with their schema, that its migrations put rows into
 */
export function runMoveDatabase(
  identity: ServiceIdentity,
  { seeded = [] }: { seeded?: readonly string[] } = {},
): Promise<never> {
  const program = declareProgram<Record<string, never>, InstancePlaces>({
    // Everybody on the machine can read the arguments of a command.
    call: `${variable}=postgresql://user:password@host:5432/database npm run move-database -w ${identity.workspace}`,
    about,
    options: {},
    verbs: {
      '': {
        read() {
          const to = process.env[variable];
          if (to === undefined || to === '')
            throw new UsageError(`${variable} must be set to the URL of the target`);
          return async ({ url, ...where }) => {
            if (url !== undefined) throw hasOwnServer();
            await move({ ...where, seeded, to });
          };
        },
      },
    },
    notes,
    exit,
  });
  return runProgram(program, {
    args: process.argv.slice(2),
    open: async () => ({ database: instancePlaces(identity), close: async () => {} }),
  });
}

const about = `Copies everything from the embedded PostgreSQL of the service into an empty database on a server of your own, and
compares the two. The service and its workers must be stopped; what the embedded database holds stays as it is.`;

const notes = `The target is in a variable of the environment, because everybody on the machine can read the arguments of a command.
Its role must be allowed to make tables there, such as the owner of the database; it need not be a superuser.`;

const exit = `Exit status: 0 when everything was copied, 1 when it cannot be done (nothing was copied then), 64 when the command line is
wrong.`;

async function move({ migrations, seeded, ...places }: Places & { to: string }): Promise<void> {
  const { moveDatabase } = await import('../move/move-database.ts');
  const tables = await moveDatabase({
    ...places,
    log: say,
    // Where a new instance has rows: none of them stands for something that people have put in.
    seeded: [...seededJobTables, ...seeded],
    async prepare(url) {
      await migrate({ url, directory: migrations });
      await makeJobTables({ databaseUrl: url });
    },
  });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  say(`Copied and compared: ${rows} rows in ${tables.length} tables. Now:
- set database.url (DATABASE_URL) to the new database, for the service, its workers and its commands, and start it;
- keep data.dir. Only ${path.join(places.dataDir, 'postgres')} in it is no longer needed: remove that folder when you
  have seen that everything is there. A service without database.url would go on with what it holds.`);
}

function hasOwnServer(): DatabaseError {
  return new DatabaseError(
    'move_refused',
    'database.url is set, so the service has a server of its own already, and nothing was copied: take it away for this command if the embedded database is meant.',
  );
}
