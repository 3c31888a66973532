import { createTestDatabase } from '@campus/testing';
import { afterAll, beforeAll } from '@jest/globals';
import pg from 'pg';
import { makeDataDir, type ServiceProcess, startServiceProcess } from './process.ts';

/** A process of the service on a database and a folder of its own. */
interface TestServiceProcess extends ServiceProcess {
  databaseUrl: string;
  dataDir: string;
  /** Straight to the tables. */
  sql: pg.Pool;
}

/** What a process is started with, and its tables. */
export interface BeforeStart {
  env: Record<string, string>;
  sql: pg.Pool;
}

/**
 * One process for the tests of a file.
 *
 * @param prepare  what its database holds before it starts
 */
export function useServiceProcess(
  prepare: (place: BeforeStart) => Promise<unknown> = async () => {},
): TestServiceProcess {
  const service = {} as TestServiceProcess;
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const database = await createTestDatabase('conventions-signing');
    closing.push(() => database.drop());
    const sql = new pg.Pool({ connectionString: database.url, max: 2 });
    closing.push(() => sql.end());
    const { dataDir, remove } = await makeDataDir();
    closing.push(remove);
    const env = { DATABASE_URL: database.url, DATA_DIR: dataDir };
    await prepare({ env, sql });
    const started = await startServiceProcess(env);
    closing.push(() => started.kill('SIGTERM'));
    Object.assign(service, started, { databaseUrl: database.url, dataDir, sql });
  });

  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  return service;
}
