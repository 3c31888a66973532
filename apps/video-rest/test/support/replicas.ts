import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase, type StartedProcess } from '@campus/testing';
import { type Database, openDatabase } from '../../src/data/open-database.ts';
import { givenBucketOfInstance, keptIn } from './buckets.ts';
import { instance } from './instances.ts';
import type { KeptMedia } from './kept-media.ts';
import { environmentOf, type ServiceProcess, startServiceProcess } from './service-process.ts';
import { startWorkerProcess } from './worker-process.ts';

export const rootPassword = 'root-password-of-the-replicas';

/** Two replicas of the API, started together for the first time, on one database and one place for media. */
export interface Replicas extends KeptMedia {
  db: Database;
  /** Those that are up, oldest first; the two are there at once. */
  api: ServiceProcess[];
  /** Those that are up, oldest first; none at first. */
  workers: StartedProcess[];
  startApi(): Promise<void>;
  startWorker(): Promise<void>;
  /** What all of them, those that are gone too, have written. */
  output(): string;
  close(): Promise<void>;
}

export async function startReplicas(): Promise<Replicas> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const one of closing.splice(0).reverse()) await one();
  };
  try {
    const database = await createTestDatabase('video-rest');
    closing.push(() => database.drop());
    const dataDir = await mkdtemp(path.join(tmpdir(), 'video-replicas-'));
    closing.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
    const db = openDatabase(database.url, () => {});
    closing.push(() => db.close());
    const bucket = await givenBucketOfInstance();
    const store = environmentOf(keptIn(bucket));
    const { processes } = instance();
    const started: StartedProcess[] = [];
    const keep = (process_: StartedProcess) => {
      started.push(process_);
      closing.push(() => process_[Symbol.asyncDispose]());
    };
    const replicas: Replicas = {
      api: [],
      workers: [],
      db,
      close,
      mediaRoot: path.join(dataDir, 'media'),
      bucket,
      async startApi() {
        const env = { ...store, ...environmentOf({ processes }) };
        const replica = await startServiceProcess({ databaseUrl: database.url, dataDir, rootPassword, env });
        keep(replica);
        replicas.api.push(replica);
      },
      async startWorker() {
        const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, METRICS_PORT: '0', ...store };
        const worker = await startWorkerProcess({ ...env, MEDIA_MIN_FREE: '0', ENCODE_THREADS: '1' });
        keep(worker);
        replicas.workers.push(worker);
      },
      output: () => started.map((process_) => process_.output()).join('\n'),
    };
    await Promise.all([replicas.startApi(), replicas.startApi()]);
    return replicas;
  } catch (error) {
    await close();
    throw error;
  }
}

/** The url of one of the two, from 0. */
export function urlOf({ api }: Pick<Replicas, 'api'>, index: number): string {
  const replica = api[index];
  if (replica === undefined) throw new Error(`there is no replica ${index}`);
  return replica.url;
}
