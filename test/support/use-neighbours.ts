import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import {
  type RecordingServer,
  type SystemPostgres,
  scratchRoot,
  startRecordingServer,
  startSystemPostgres,
} from '@campus/testing';
import { afterAll, beforeAll } from '@jest/globals';

interface Neighbours {
  /** Of the distribution. */
  postgres: SystemPostgres;
  webhook: RecordingServer;
  /** For what the services keep. */
  folder: string;
}

/** What stands beside the services that the tests of a file start; there from the first test to the last. */
export function useNeighbours(): Neighbours {
  const neighbours = {} as Neighbours;
  beforeAll(async () => {
    neighbours.folder = await mkdtemp(path.join(scratchRoot, 'neighbours-'));
    neighbours.webhook = await startRecordingServer();
    neighbours.postgres = await startSystemPostgres();
  });
  afterAll(async () => {
    await neighbours.postgres?.[Symbol.asyncDispose]();
    await neighbours.webhook?.stop();
    await rm(neighbours.folder, { recursive: true, force: true });
  });
  return neighbours;
}
