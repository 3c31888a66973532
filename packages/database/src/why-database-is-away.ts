import { textOf } from '@campus/config';
import { errorsIn, lastLineOf } from './errors-within.ts';

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
