import { createTestDatabase, startRecordingServer } from '@campus/testing';
import { type Faults, faultsOf } from '@campus/testing/faults';
import { afterAll, beforeAll } from '@jest/globals';
import pg from 'pg';
import { makeDataDir, type ServiceProcess, startServiceProcess, webhookEnv } from './process.ts';

const own = 'faults';

/** The service as a process of its own, whose calls of the system fail as a test has it. */
export interface FaultyService extends ServiceProcess {
  faults: Faults;
  dataDir: string;
  sql: pg.Pool;
  /** Ends all its connections to the database, and waits for that: the next need new ones. */
  cutDatabase(): Promise<unknown>;
}

/** One for the tests of a file, with a signing application that answers. */
export function useFaultyService(): FaultyService {
  const service = {} as FaultyService;
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const database = await createTestDatabase('conventions-signing');
    closing.push(() => database.drop());
    const sql = new pg.Pool({ connectionString: database.url, max: 2, application_name: own });
    closing.push(() => sql.end());
    const { dataDir, remove } = await makeDataDir();
    closing.push(remove);
    const webhook = await startRecordingServer();
    closing.push(() => webhook.stop());
    const faults = faultsOf(dataDir);
    const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, ...webhookEnv(webhook.url), ...faults.env };
    const started = await startServiceProcess(env);
    closing.push(() => started[Symbol.asyncDispose]());
    Object.assign(service, started, {
      ...{ faults, dataDir, sql },
      cutDatabase: () =>
        sql.query(
          'select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and usename = current_user and application_name <> $1',
          [own],
        ),
    });
  });

  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  return service;
}
