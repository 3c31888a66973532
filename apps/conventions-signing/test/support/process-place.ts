import { createTestDatabase, type TestDatabase } from '@campus/testing';
import { afterEach, beforeEach } from '@jest/globals';
import { makeDataDir } from './process.ts';

/** Where the processes of one test run. */
interface ProcessPlace {
  readonly database: TestDatabase;
  readonly dataDir: string;
  /** Undoes what the test has begun, the last first; runs before the place goes. */
  readonly closing: (() => Promise<unknown>)[];
}

/** Gives each test of a file a database and a data folder of its own, for processes that it starts by itself. */
export function useProcessPlace(): ProcessPlace {
  const closing: ProcessPlace['closing'] = [];
  let database: TestDatabase;
  let dataDir: string;
  beforeEach(async () => {
    database = await createTestDatabase('conventions-signing');
    closing.push(() => database.drop());
    const made = await makeDataDir();
    dataDir = made.dataDir;
    closing.push(made.remove);
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  return {
    closing,
    get database() {
      return database;
    },
    get dataDir() {
      return dataDir;
    },
  };
}
