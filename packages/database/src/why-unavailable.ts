import { whyShortOfMeans } from '@campus/service';
import { whyDatabaseIsAway } from './why-database-is-away.ts';
import { whyNoSpace } from './why-no-space.ts';

/** What is missing when nothing is wrong with a request, nor with the program. */
export interface Unavailable {
  /** Room in the system for more (descriptors, processes, ports, memory), room on a disk, or the database. */
  cause: 'means' | 'space' | 'database';
  /** For the log, in one line, which may name files, hosts and databases; no password is in it. */
  reason: string;
  /** When to try again; absent: once somebody has made room. */
  retryAfterSeconds?: number;
}

/** In seconds: the database is often away for a restart. */
const retryAfterSeconds = 5;

/**
 * Whether something failed only because the machine or the database is not there for it at the moment.
 *
 * @param error  whatever Node, pg or Prisma threw, also as the cause of another
 * @returns undefined when it failed for something else
 */
export function whyUnavailable(error: unknown): Unavailable | undefined {
  const short = whyShortOfMeans(error);
  if (short !== undefined)
    return { cause: 'means', reason: `the system has no room for more: ${short}`, retryAfterSeconds };
  const full = whyNoSpace(error);
  if (full !== undefined) return { cause: 'space', reason: `a disk is full: ${full}` };
  const away = whyDatabaseIsAway(error);
  if (away !== undefined)
    return { cause: 'database', reason: `the database is away: ${away}`, retryAfterSeconds };
  return undefined;
}
