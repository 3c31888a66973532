import { textOf } from '@campus/config';
import { whyShortOfMeans } from '@campus/service';

/** An error of pg or Prisma, and after it those that it carries, where these libraries keep what they were told themselves. */
export function errorsIn(error: unknown): unknown[] {
  if (typeof error !== 'object' || error === null) return [];
  const cause: unknown = Reflect.get(error, 'cause');
  const meta: unknown = Reflect.get(error, 'meta');
  const errors: unknown = Reflect.get(error, 'errors');
  const driverError: unknown =
    typeof meta === 'object' && meta !== null ? Reflect.get(meta, 'driverAdapterError') : undefined;
  return [error, ...[cause, driverError, ...(Array.isArray(errors) ? errors : [])].flatMap(errorsIn)];
}

/** The codes of one of them: its own, and the one of PostgreSQL that Prisma keeps. */
export function codesOf(error: unknown): string[] {
  return [textOf(error, 'code'), textOf(error, 'originalCode')];
}

/** What one of them says, in a line. */
function lastLineOf(error: unknown): string {
  const message = textOf(error, 'message') || textOf(error, 'originalMessage');
  // Prisma begins with the call that failed, over several lines.
  return message.trim().split('\n').at(-1) ?? '';
}

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

// https://www.postgresql.org/docs/current/errcodes-appendix.html: connection exceptions, shutting down or starting,
// no connection left, and a database that is just being put back.
const sqlStates = /^(08...|57P0[1-3]|53300|3D000)$/;

// https://www.prisma.io/docs/orm/reference/error-reference
const prismaCodes = ['P1001', 'P1002', 'P1003', 'P1008', 'P1017', 'P2024', 'P2037'];

/** What Prisma's driver adapter makes of connection errors, where the call gives them no code of its own. */
const adapterKinds = ['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections'];

/** Of connections that nobody but the database is asked for. */
const refusals = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'];

/** Of a connection there was; a client that goes away in the middle of its request has the same, without a system call. */
const breaks = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT'];

/** What pg and Prisma say without any code. */
const sentences = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'is not currently accepting connections',
  'Client has encountered a connection error',
  'Unable to start a transaction in the given time',
];

/**
 * Whether something failed only because the database cannot be reached, refuses connections, or has cut one: nothing
 * is wrong with the request, and it may go well a few seconds later.
 *
 * @param error  whatever pg or Prisma threw, also as the cause of another
 * @returns the reason in one line for the log (host, port and database may be in it, and no password); undefined when
 *   it failed for something else
 */
export function whyDatabaseIsAway(error: unknown): string | undefined {
  return errorsIn(error)
    .map(reasonOf)
    .find((reason) => reason !== undefined);
}

function reasonOf(error: unknown): string | undefined {
  const code = textOf(error, 'code') || textOf(error, 'originalCode');
  const kind = textOf(error, 'kind');
  const message = textOf(error, 'message') || textOf(error, 'originalMessage');
  const isAway =
    sqlStates.test(code) ||
    prismaCodes.includes(code) ||
    adapterKinds.includes(kind) ||
    refusals.includes(code) ||
    (breaks.includes(code) && isOfSystemCall(error)) ||
    sentences.some((sentence) => message.includes(sentence));
  return isAway ? lastLineOf(error) || code || kind : undefined;
}

function isOfSystemCall(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'syscall' in error;
}

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
