import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Where tests keep databases: in memory where there is room, since making one on disk takes a second and more. */
export const scratchRoot = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
