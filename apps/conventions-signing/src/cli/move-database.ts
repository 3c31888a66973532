/** `npm run move-database -w apps/conventions-signing`: from the embedded PostgreSQL to a server of the operator's own. */
import path from 'node:path';
import { type Program, readCommand, runProgram, say, UsageError } from '@campus/command-line';
import { DatabaseError, migrate, moveDatabase } from '@campus/database';
import { makeJobTables, seededJobTables } from '@campus/jobs';
import { isMendable } from '../open-process.ts';
import { instancePlaces } from './instance-places.ts';

const variable = 'TARGET_DATABASE_URL';

const usage = `Copies everything from the embedded PostgreSQL of the service into an empty database on a server of your own, and
compares the two. The service must be stopped; what the embedded database holds stays as it is.

usage: ${variable}=postgresql://user:password@host:5432/database npm run move-database -w apps/conventions-signing

The target is in a variable of the environment, because everybody on the machine can read the arguments of a command.
Its role must be allowed to make tables there, such as the owner of the database; it need not be a superuser.

  --help  this text

Exit status: 0 when everything was copied, 1 when it cannot be done (nothing was copied then), 64 when the command line is
wrong.
`;

type Places = ReturnType<typeof instancePlaces>;

const program: Program<{ to: string }, Places> = {
  usage,
  read(args) {
    const { values, positionals } = readCommand(args, { help: { type: 'boolean', default: false } });
    if (values.help) return 'help';
    if (positionals.length > 0) throw new UsageError(`there is nothing to be done with "${positionals[0]}"`);
    const to = process.env[variable];
    if (to === undefined || to === '')
      throw new UsageError(`${variable} must be set to the URL of the target`);
    return { to };
  },
  async run({ to }) {
    return ({ url, ...places }) => {
      if (url !== undefined) throw hasOwnServer();
      return move({ ...places, to });
    };
  },
};

async function move({ migrations, ...places }: Omit<Places, 'url'> & { to: string }): Promise<void> {
  const tables = await moveDatabase({
    ...places,
    log: say,
    // Where a new instance has rows: none of them stands for something that people have put in.
    seeded: [...seededJobTables],
    async prepare(url) {
      await migrate({ url, directory: migrations });
      await makeJobTables({ databaseUrl: url });
    },
  });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  say(`Copied and compared: ${rows} rows in ${tables.length} tables. Now:
- set database.url (DATABASE_URL) to the new database, for the service and its commands, and start it;
- keep data.dir. Only ${path.join(places.dataDir, 'postgres')} in it is no longer needed: remove that folder when you
  have seen that everything is there. A service without database.url would go on with what it holds.`);
}

function hasOwnServer(): DatabaseError {
  return new DatabaseError(
    'move_refused',
    'database.url is set, so the service has a server of its own already, and nothing was copied: take it away for this command if the embedded database is meant.',
  );
}

await runProgram(program, {
  args: process.argv.slice(2),
  isMendable,
  open: async () => ({ database: instancePlaces(process.env), close: async () => {} }),
});
