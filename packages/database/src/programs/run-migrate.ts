import { jobTablesArePending, makeJobTables } from '@campus/jobs';
import { declareProgram, flag, option, runProgram, say, UsageError } from '@campus/service/command-line';
import { grantUse } from '../grant-use.ts';
import { migrate, migrationStatus } from '../migrate.ts';
import { openInstance } from '../open-instance.ts';
import { instancePlaces, type ServiceIdentity } from './service-identity.ts';

/** `npm run migrate` of a service: its migrations, apart from a start. Ends the process. */
export function runMigrate(identity: ServiceIdentity): Promise<never> {
  return runProgram(programOf(identity), {
    args: process.argv.slice(2),
    async open(onLost) {
      const { migrations, ...where } = instancePlaces(identity);
      const log = (line: string) => process.stderr.write(`${line}\n`);
      const opened = await openInstance({ ...where, log, onLost, isBeside: true });
      return { database: { url: opened.url, migrations }, close: opened.close };
    },
  });
}

interface Migratable {
  url: string;
  /** Folder of the migrations. */
  migrations: string;
}

const options = {
  check: flag('changes nothing, and says what is pending'),
  grant: option(
    '<role>',
    'lets this role read and write in all tables afterwards: what a running service needs',
  ),
};

function programOf({ workspace }: ServiceIdentity) {
  return declareProgram<typeof options, Migratable>({
    call: `npm run migrate -w ${workspace}`,
    about: `Brings the database up to date: the tables of the service and of its job queue.

The service does the same when it starts; this is for those who want it apart, or who let the service run as a role that
may change no tables.`,
    options,
    verbs: {
      '': {
        form: ['[--check]', '--grant <role>'],
        read(_, { check: isCheck, grant: role }) {
          if (isCheck && role !== undefined) throw new UsageError('--grant does not go with --check');
          return (database) => (isCheck ? check(database) : bringUpToDate(database, { role }));
        },
      },
    },
    exit: `Exit status: 0 when the database is up to date, 1 when it cannot be done, 2 when --check finds something pending, 64 when
the command line is wrong.`,
  });
}

async function check({ url, migrations }: Migratable): Promise<void> {
  const { pending, newer } = await migrationStatus({ url, directory: migrations });
  const jobsArePending = await jobTablesArePending({ databaseUrl: url });
  if (newer.length > 0) say(`of a newer version: ${newer.join(', ')}`);
  for (const name of pending) say(`pending: ${name}`);
  if (jobsArePending) say('pending: the tables of the job queue');
  if (pending.length > 0 || jobsArePending) process.exitCode = 2;
  else say('The database is up to date.');
}

async function bringUpToDate(
  { url, migrations }: Migratable,
  { role }: { role: string | undefined },
): Promise<void> {
  await migrate({ url, directory: migrations, log: say });
  if (await makeJobTables({ databaseUrl: url }))
    say('the tables of the job queue are made or brought up to date');
  if (role !== undefined) {
    await grantUse({ url, role });
    say(`${role} may read and write in all tables`);
  }
  say('The database is up to date.');
}
