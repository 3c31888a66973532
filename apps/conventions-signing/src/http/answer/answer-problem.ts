import { UnauthorizedError } from '@campus/auth';
import { type Unavailable, whyUnavailable } from '@campus/database';
import { BudgetSpentError, HostError, logUnexpected, type SpentBudget } from '@campus/service';
import type { ErrorRequestHandler, Response } from 'express';
import { DocumentErasedError } from '../../data/documents.ts';
import { NotSealedError } from '../../ledger/proofs.ts';
import { SigningError } from '../../signing/errors.ts';
import { problemAddress } from '../../wire/api-addresses.ts';
import { InvalidInput } from '../../wire/check.ts';
import { type ProblemCode, problems } from '../problems.ts';
import { InputError } from '../receive/input-error.ts';
import { UploadFolderError } from '../receive/temporary-file.ts';

/** Whose budget is spent → code. */
const budgetCodes = {
  caller: 'too_many_requests',
  all: 'busy',
  time: 'took_too_long',
} satisfies Record<SpentBudget, ProblemCode>;

/** What is missing → what is said of it. */
const unavailable: Record<Unavailable['cause'], Pick<ExpectedProblem, 'code' | 'detail'>> = {
  means: {
    code: 'busy',
    detail: 'the machine has no room for more at the moment; try again in a few seconds',
  },
  space: {
    code: 'no_space',
    detail: 'there is no space left to store this; nothing was changed, and what is there can be read',
  },
  database: {
    code: 'unavailable',
    detail: 'the database cannot be reached at the moment; try again in a few seconds',
  },
};

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
  forgetFile(response);
  for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', 'application/problem+json; charset=utf-8');
  const problem = { type: problemAddress(code), title, status, detail };
  // As bytes, of whose type Express has nothing to find out.
  response
    .status(status)
    .send(
      Buffer.from(
        JSON.stringify(errors === undefined || errors.length === 0 ? problem : { ...problem, errors }),
      ),
    );
};

/** What was said of a file that is not sent after all. */
export function forgetFile(response: Response): void {
  for (const name of ['Content-Disposition', 'Content-Length', 'ETag']) response.removeHeader(name);
}

/** What is to be said of an error that was expected. */
export interface ExpectedProblem {
  code: ProblemCode;
  detail: string;
  errors?: { pointer: string; message: string }[];
  headers?: Record<string, string>;
  /** For the log alone, of what is no fault of the caller. */
  reason?: string;
}

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
    const headers = retryAfter(error.retryAfterSeconds);
    return { code: budgetCodes[error.budget], detail: error.message, headers };
  }
  if (error instanceof NotSealedError) {
    const headers = retryAfter(error.retryAfterSeconds);
    return { code: 'not_sealed', detail: error.message, headers };
  }
  if (error instanceof DocumentErasedError)
    return {
      code: 'busy',
      detail: 'the document was replaced or erased while it was asked for; ask again',
      headers: retryAfter(1),
    };
  if (error instanceof HostError)
    return { code: 'malformed_request', detail: `the request cannot be read: ${error.message}` };
  // Express itself refuses a path that is no valid percent-encoding.
  if (error instanceof URIError)
    return { code: 'malformed_request', detail: 'the path is not validly percent-encoded' };
  const missing = whyUnavailable(error);
  // A network disk that is gone can look as a database that is.
  if (error instanceof UploadFolderError && (missing === undefined || missing.cause === 'database')) {
    return {
      code: 'uploads_unavailable',
      detail: 'documents cannot be received at the moment; the operator of this service has to mend it',
      headers: retryAfter(5),
      reason: `${error.message}: ${error.cause}`,
    };
  }
  if (missing === undefined) return null;
  const { cause, reason, retryAfterSeconds } = missing;
  return { ...unavailable[cause], headers: retryAfter(retryAfterSeconds), reason };
}

function retryAfter(seconds: number | undefined): Record<string, string> {
  return seconds === undefined ? {} : { 'Retry-After': String(seconds) };
}
