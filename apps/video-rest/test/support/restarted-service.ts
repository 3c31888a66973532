import { createTestDatabase } from '@campus/testing';
import { afterAll, beforeAll } from '@jest/globals';
import pg from 'pg';
import { basic } from './accounts.ts';
import { type Client, clientWith } from './service.ts';
import { makeDataDir, type ServiceProcess, startServiceProcess } from './service-process.ts';

const rootPassword = 'a password of the root of this test';

/** The service as a process that ends and begins again, on one database and in one folder. */
export interface RestartedService {
  /** The one that runs now. */
  up: ServiceProcess;
  /** The superuser, in that one. */
  root: Client;
  /** Straight to the tables. */
  sql: pg.Pool;
  /** Goes on with what the one before has left. */
  start(): Promise<void>;
}

/** One for the tests of a file, which runs. */
export function useRestartedService(env: Record<string, string> = {}): RestartedService {
  const service = {} as RestartedService;
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const database = await createTestDatabase('video-rest');
    closing.push(() => database.drop());
    const { dataDir, remove } = await makeDataDir();
    closing.push(remove);
    service.sql = new pg.Pool({ connectionString: database.url, max: 2 });
    closing.push(() => service.sql.end());
    service.start = async () => {
      service.up = await startServiceProcess({ databaseUrl: database.url, dataDir, rootPassword, env });
      service.root = clientWith(service.up.url, { Authorization: basic('root', rootPassword) });
    };
    await service.start();
    closing.push(() => service.up.kill('SIGKILL'));
  });

  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  return service;
}
