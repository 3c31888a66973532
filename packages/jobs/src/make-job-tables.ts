import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';

/** The version of its tables that this pg-boss works with; it tells nobody otherwise. */
const { pgboss: ours }: { pgboss: { schema: number } } = createRequire(import.meta.url)(
  'pg-boss/package.json',
);

/** Tables of the queue in which rows stand before any job, as `schema.table`. */
export const seededJobTables = ['pgboss.version'] as const;

/**
 * Makes the tables of the job queue, or brings them up to date, so that `startJobs` need not: for a service whose role
 * may change no tables.
 *
 * @returns whether there was anything to do
 */
export async function makeJobTables({ databaseUrl }: { databaseUrl: string }): Promise<boolean> {
  if (!(await jobTablesArePending({ databaseUrl }))) return false;
  const boss = quietBoss({ databaseUrl, migrate: true });
  try {
    await boss.start();
    // pg-boss builds the indexes of an update in the background, while it runs.
    while (await isBuilding(boss)) await sleep(200);
    return true;
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Whether `makeJobTables` would do anything. Tables of a newer version are left alone. */
export async function jobTablesArePending({ databaseUrl }: { databaseUrl: string }): Promise<boolean> {
  const boss = quietBoss({ databaseUrl, migrate: false });
  try {
    // Refuses tables that are not there, older or newer, and does not say which.
    const isUpToDate = await boss.start().then(
      () => true,
      () => false,
    );
    if (isUpToDate) return false;
    if (!(await boss.isInstalled())) return true;
    return Number(await boss.schemaVersion()) < ours.schema;
  } finally {
    await boss.stop({ graceful: false });
  }
}

function quietBoss({ databaseUrl, migrate }: { databaseUrl: string; migrate: boolean }): PgBoss {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: 2,
    schedule: false,
    supervise: false,
    bamIntervalSeconds: 10,
    migrate,
  });
  // What fails is reported by the call that needed it.
  boss.on('error', () => {});
  return boss;
}

async function isBuilding(boss: PgBoss): Promise<boolean> {
  const states = await boss.getBamStatus();
  return states.some(({ status, count }) => ['pending', 'in_progress'].includes(status) && count > 0);
}
