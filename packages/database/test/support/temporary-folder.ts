import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { scratchRoot } from '@campus/testing';

/** A new folder, for `await using`: gone at the end of the block. */
export async function temporaryFolder(): Promise<{ path: string; [Symbol.asyncDispose](): Promise<void> }> {
  const path = await mkdtemp(join(scratchRoot, 'database-test-'));
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5 }),
  };
}
