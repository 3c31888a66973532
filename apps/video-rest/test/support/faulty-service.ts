import { createTestDatabase } from '@campus/testing';
import { type Faults, faultsOf } from '@campus/testing/faults';
import { afterAll, beforeAll } from '@jest/globals';
import pg from 'pg';
import { basic } from './accounts.ts';
import { clientWith } from './service.ts';
import { makeDataDir, type ServiceProcess, startServiceProcess } from './service-process.ts';

const own = 'faults';
const password = 'root-password';

/** The service as a process of its own, whose calls of the system fail as a test has it. */
export interface FaultyService extends ServiceProcess {
  faults: Faults;
  mediaRoot: string;
  sql: pg.Pool;
  /** The superuser, as headers and by its password. */
  headers: Record<string, string>;
  password: string;
  /** Ends all its connections to the database: the next need new ones. */
  cutDatabase(): Promise<unknown>;
  /** Addresses in the API of the superuser, and of a type of videos. */
  owner: string;
  type: string;
}

/** One for the tests of a file; it encodes. */
export function useFaultyService(): FaultyService {
  const service = {} as FaultyService;
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const database = await createTestDatabase('video-rest');
    closing.push(() => database.drop());
    const sql = new pg.Pool({ connectionString: database.url, max: 2, application_name: own });
    closing.push(() => sql.end());
    const { dataDir, remove } = await makeDataDir();
    closing.push(remove);
    const faults = faultsOf(dataDir);
    const started = await startServiceProcess({
      ...{ databaseUrl: database.url, dataDir, rootPassword: password },
      env: { ...faults.env, ENCODE_CONCURRENCY: '1', ENCODE_THREADS: '1' },
    });
    closing.push(() => started[Symbol.asyncDispose]());
    const headers = { Authorization: basic('root', password) };
    const client = clientWith(started.url, headers);
    const { body: owner } = await client.get('/rest/users/me/').expect(200);
    const { body: type } = await client.post('/rest/types/').send({ title: 'Lecture' }).expect(201);
    Object.assign(service, started, {
      ...{ faults, sql, headers, password, mediaRoot: `${dataDir}/media` },
      owner: owner.url,
      cutDatabase: () =>
        sql.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name <> $1',
          [own],
        ),
      type: type.url,
    });
  });

  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  return service;
}
