import { UnauthorizedError } from '@campus/auth';
import { whyDatabaseIsAway, whyNoSpace } from '@campus/database';
import {
  BudgetSpentError,
  HostError,
  logUnexpected,
  type SpentBudget,
  whyShortOfMeans,
} from '@campus/service';
import type { ErrorRequestHandler } from 'express';
import { NotSealedError } from '../../ledger/not-sealed-error.ts';
import { SigningError } from '../../signing/errors.ts';
import { problemAddress } from '../../wire/api-addresses.ts';
import { InvalidInput } from '../../wire/invalid-input.ts';
import { type ProblemCode, problems } from '../problems.ts';
import { InputError } from '../receive/input-error.ts';
import { UploadFolderError } from '../receive/temporary-file.ts';

/** Whose budget is spent → code. */
const budgetCodes = {
  caller: 'too_many_requests',
  all: 'busy',
  time: 'took_too_long',
} satisfies Record<SpentBudget, ProblemCode>;

/**
 * Turns whatever was thrown into an RFC 9457 problem document. What is not expected is logged with its
 * stack and answered 500 without detail; once an answer has begun, its connection is cut instead.
 */
export const answerProblem: ErrorRequestHandler = (error: unknown, request, response, _next) => {
  const expected = expectedProblem(error);
  if (expected === null) logUnexpected(request.log, error);
  else if (expected.reason !== undefined) request.log.warn(expected.reason);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { code, detail, errors, headers } = expected ?? {
    code: 'internal' as const,
    detail: 'something went wrong on our side; the request id in X-Request-Id finds it in the log',
  };
  const { status, title } = problems[code];
  response
    .status(status)
    .set({ ...headers, 'Cache-Control': 'no-store' })
    .type('application/problem+json')
    .send(
      JSON.stringify({
        type: problemAddress(code),
        title,
        status,
        detail,
        ...(errors === undefined || errors.length === 0 ? {} : { errors }),
      }),
    );
};

/** What is to be said of an error that was expected. */
export interface ExpectedProblem {
  code: ProblemCode;
  detail: string;
  errors?: { pointer: string; message: string }[];
  headers?: Record<string, string>;
  /** For the log alone, of what is no fault of the caller. */
  reason?: string;
}

/** In seconds, for callers while the database is away: it often is for the seconds of a restart. */
const retryLater = { 'Retry-After': '5' };

/** Null for what nobody has expected. */
export function expectedProblem(error: unknown): ExpectedProblem | null {
  if (error instanceof SigningError || error instanceof InvalidInput)
    return { code: error.code, detail: error.message, errors: error.problems };
  if (error instanceof InputError) {
    const { code, message: detail, problems: errors, allow } = error;
    return { code, detail, errors, headers: allow === undefined ? {} : { Allow: allow } };
  }
  if (error instanceof UnauthorizedError) {
    return { code: 'unauthorized', detail: error.message, headers: { 'WWW-Authenticate': error.challenge } };
  }
  if (error instanceof BudgetSpentError) {
    const headers = { 'Retry-After': String(error.retryAfterSeconds) };
    return { code: budgetCodes[error.budget], detail: error.message, headers };
  }
  if (error instanceof NotSealedError) {
    const headers = { 'Retry-After': String(error.retryAfterSeconds) };
    return { code: 'not_sealed', detail: error.message, headers };
  }
  if (error instanceof HostError)
    return { code: 'malformed_request', detail: `the request cannot be read: ${error.message}` };
  // Express itself refuses a path that is no valid percent-encoding.
  if (error instanceof URIError)
    return { code: 'malformed_request', detail: 'the path is not validly percent-encoded' };
  const short = whyShortOfMeans(error);
  if (short !== undefined) {
    return {
      code: 'busy',
      detail: 'the machine has no room for more at the moment; try again in a few seconds',
      headers: retryLater,
      reason: `the system has no room for more: ${short}`,
    };
  }
  const noSpace = whyNoSpace(error);
  if (noSpace !== undefined) {
    return {
      code: 'no_space',
      detail: 'there is no space left to store this; nothing was changed, and what is there can be read',
      reason: `a disk is full: ${noSpace}`,
    };
  }
  if (error instanceof UploadFolderError) {
    return {
      code: 'uploads_unavailable',
      detail: 'documents cannot be received at the moment; the operator of this service has to mend it',
      headers: retryLater,
      reason: `${error.message}: ${error.cause}`,
    };
  }
  const reason = whyDatabaseIsAway(error);
  if (reason !== undefined) {
    return {
      code: 'unavailable',
      detail: 'the database cannot be reached at the moment; try again in a few seconds',
      headers: retryLater,
      reason: `the database is away: ${reason}`,
    };
  }
  return null;
}
