import { runWithDatabase as run } from '@campus/database/programs';
import type { Program } from '@campus/service/command-line';
import { type Database, openDatabase } from '../data/open-database.ts';
import { identity } from '../identity.ts';

/** Who tries the service out is mostly in the wrong folder. */
export const noInstanceHint = 'With the demo, put DATA_DIR=.data/demo/video-rest in front.';

/** Runs a program on the service's database, beside a running service or alone, and ends the process. */
export function runWithDatabase<Command>(program: Program<Command, Database>): Promise<never> {
  return run(identity, program, { open: openDatabase, noInstanceHint });
}
