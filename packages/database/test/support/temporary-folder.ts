import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// In memory where there is room: making a cluster on disk takes a second and more.
const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A new folder, for `await using`: gone at the end of the block. */
export async function temporaryFolder(): Promise<{ path: string; [Symbol.asyncDispose](): Promise<void> }> {
  const path = await mkdtemp(join(parent, 'database-test-'));
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5 }),
  };
}
