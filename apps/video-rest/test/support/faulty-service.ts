import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createTestDatabase, networkBefore, type StartedProcess, sharedS3Server } from '@campus/testing';
import { type Faults, faultsOf } from '@campus/testing/faults';
import { afterAll, beforeAll } from '@jest/globals';
import pg from 'pg';
import type { ObjectStoreSettings } from '../../src/storage/objects/connect-store.ts';
import { basic } from './accounts.ts';
import { givenBucketSettings, keptIn } from './buckets.ts';
import type { Instance } from './instances.ts';
import { clientWith } from './service.ts';
import { environmentOf, makeDataDir, type ServiceProcess, startServiceProcess } from './service-process.ts';
import { startWorkerProcess } from './worker-process.ts';

const own = 'faults';
const password = 'root-password';

/** The service and a worker that encodes, as processes of their own, whose calls of the system fail as a test has it. */
export interface FaultyService extends ServiceProcess {
  faults: Faults;
  worker: StartedProcess & { faults: Faults };
  mediaRoot: string;
  bucket: ObjectStoreSettings | undefined;
  sql: pg.Pool;
  /** The superuser, as headers and by its password. */
  headers: Record<string, string>;
  password: string;
  /** Ends all their connections to database and bucket, and waits for that: the next need new ones. */
  cutConnections(): Promise<unknown>;
  /** Addresses in the API of the superuser, and of a type of videos. */
  owner: string;
  type: string;
}

/** One for the tests of a file. */
export function useFaultyService({ keepsIn }: Pick<Instance, 'keepsIn'>): FaultyService {
  const service = {} as FaultyService;
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const database = await createTestDatabase('video-rest');
    closing.push(() => database.drop());
    const sql = new pg.Pool({ connectionString: database.url, max: 2, application_name: own });
    closing.push(() => sql.end());
    const { dataDir, remove } = await makeDataDir();
    closing.push(remove);
    const server = keepsIn === 'bucket' ? await sharedS3Server() : undefined;
    const bucket = server && (await givenBucketSettings(server));
    const network = server && (await networkBefore(server.endpoint));
    closing.push(async () => network?.[Symbol.asyncDispose]());
    const media = environmentOf(keptIn(bucket && { ...bucket, endpoint: network?.url }));
    const faults = faultsOf(dataDir);
    const started = await startServiceProcess({
      ...{ databaseUrl: database.url, dataDir, rootPassword: password },
      env: { ...faults.env, ...media },
    });
    closing.push(() => started[Symbol.asyncDispose]());
    const worker = await startFaultyWorker({ dataDir, databaseUrl: database.url, media });
    closing.push(() => worker[Symbol.asyncDispose]());
    const headers = { Authorization: basic('root', password) };
    const client = clientWith(started.url, headers);
    const { body: owner } = await client.get('/rest/users/me/').expect(200);
    const { body: type } = await client.post('/rest/types/').send({ title: 'Lecture' }).expect(201);
    Object.assign(service, started, {
      ...{ faults, worker, sql, headers, password, bucket, mediaRoot: `${dataDir}/media` },
      ...{ owner: owner.url, type: type.url },
      cutConnections() {
        network?.cut();
        return sql.query(
          'select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and usename = current_user and application_name <> $1',
          [own],
        );
      },
    });
  });

  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  return service;
}

async function startFaultyWorker({
  dataDir,
  databaseUrl,
  media,
}: {
  dataDir: string;
  databaseUrl: string;
  media: Record<string, string>;
}): Promise<FaultyService['worker']> {
  const folder = path.join(dataDir, 'worker');
  await mkdir(folder);
  const faults = faultsOf(folder);
  const worker = await startWorkerProcess({
    ...{ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, MEDIA_MIN_FREE: '0', ENCODE_THREADS: '1' },
    ...{ ...faults.env, ...media },
  });
  return Object.assign(worker, { faults });
}
