import { codesOf, errorsIn, lastLineOf } from './errors-within.ts';

/** Of the database: SQLSTATE disk_full. Of a file of our own: the disk, or a quota. */
const full = ['53100', 'ENOSPC', 'EDQUOT'];

/** What PostgreSQL says of a new connection then (XX000); why stands behind it, in the language of the server. */
const cannotConnect = 'could not write init file';

/**
 * Whether something failed only because a disk is full, ours or the database's: nothing is wrong with the request, what
 * is there can still be read, and it goes well again by itself once somebody has made room.
 *
 * @param error  whatever the file system, pg or Prisma threw, also as the cause of another
 * @returns the reason in one line for the log, which may name a file; undefined when it failed for something else
 */
export function whyNoSpace(error: unknown): string | undefined {
  for (const one of errorsIn(error)) {
    const code = codesOf(one).find((each) => full.includes(each));
    if (code !== undefined) return lastLineOf(one) || code;
    if (lastLineOf(one).includes(cannotConnect)) return lastLineOf(one);
  }
  return undefined;
}
