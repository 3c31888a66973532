import { UnauthorizedError } from '@campus/auth';
import { whyDatabaseIsAway, whyNoSpace } from '@campus/database';
import { BudgetSpentError, HostError, type SpentBudget, whyShortOfMeans } from '@campus/service';
import type { ErrorRequestHandler } from 'express';
import { NotSealedError } from '../../ledger/not-sealed-error.ts';
import { SigningError, type SigningErrorCode } from '../../signing/errors.ts';
import { problemAddress } from '../../wire/api-addresses.ts';
import { InvalidInput } from '../../wire/invalid-input.ts';
import { InputError, type InputErrorCode } from '../receive/input-error.ts';
import { UploadFolderError } from '../receive/temporary-file.ts';

interface Problem {
  status: number;
  title: string;
}

/** Error code → status and title: the one place where the two meet. */
export const problems = {
  malformed_request: { status: 400, title: 'Malformed request' },
  malformed_json: { status: 400, title: 'Malformed JSON' },
  invalid_body: { status: 400, title: 'Invalid body' },
  invalid_query: { status: 400, title: 'Invalid query' },
  invalid_header: { status: 400, title: 'Invalid header' },
  invalid_multipart: { status: 400, title: 'Invalid multipart body' },
  not_a_pdf: { status: 400, title: 'Not a readable PDF' },
  encrypted_pdf: { status: 400, title: 'Encrypted PDF' },
  pdf_too_complex: { status: 400, title: 'PDF too complex to check' },
  unknown_signatory: { status: 400, title: 'Unknown signatory' },
  duplicate_date_entry: { status: 400, title: 'Duplicate entry' },
  due_passed: { status: 400, title: 'Due date has passed' },
  reason_required: { status: 400, title: 'Reason required' },
  unauthorized: { status: 401, title: 'Unauthorized' },
  out_of_scope: { status: 403, title: 'Out of scope' },
  not_found: { status: 404, title: 'Not found' },
  signable_not_found: { status: 404, title: 'Not found' },
  delivery_not_found: { status: 404, title: 'Not found' },
  right_withdrawn: { status: 403, title: 'Right withdrawn' },
  operation_not_found: { status: 404, title: 'Not found' },
  signed_document_not_found: { status: 404, title: 'No signed document' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  not_acceptable: { status: 406, title: 'Not acceptable' },
  not_in_signing: { status: 409, title: 'Not in the signing phase' },
  round_refused: { status: 409, title: 'Round refused' },
  signed_outside: { status: 409, title: 'Signed outside' },
  superseded_document: { status: 409, title: 'Superseded document' },
  not_a_draft: { status: 409, title: 'Not a draft' },
  already_signed: { status: 409, title: 'Signed already' },
  too_many_versions: { status: 409, title: 'Too many versions' },
  too_many_date_changes: { status: 409, title: 'Too many changes of dates' },
  too_many_redeliveries: { status: 409, title: 'Called again too often' },
  not_restorable: { status: 409, title: 'Not restorable' },
  changed_meanwhile: { status: 409, title: 'Changed meanwhile' },
  amendments_left: { status: 409, title: 'Amendments left' },
  reference_taken: { status: 409, title: 'Reference taken' },
  delivery_not_current: { status: 409, title: 'Delivery not current' },
  unknown_cursor: { status: 410, title: 'Unknown cursor' },
  precondition_failed: { status: 412, title: 'Precondition failed' },
  too_many_documents: { status: 413, title: 'Too many documents' },
  body_too_large: { status: 413, title: 'Body too large' },
  too_many_records: { status: 413, title: 'Too many records' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  idempotency_key_reused: { status: 422, title: 'Idempotency-Key reused' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Internal error' },
  busy: { status: 503, title: 'Too busy' },
  not_sealed: { status: 503, title: 'Not sealed yet' },
  took_too_long: { status: 503, title: 'Took too long' },
  unavailable: { status: 503, title: 'Temporarily unavailable' },
  uploads_unavailable: { status: 503, title: 'Uploads unavailable' },
  no_space: { status: 507, title: 'No space left' },
} satisfies Record<SigningErrorCode | InputErrorCode | BudgetCode | OtherCode, Problem>;

type OtherCode =
  | 'invalid_body'
  | 'not_sealed'
  | 'unauthorized'
  | 'internal'
  | 'unavailable'
  | 'uploads_unavailable'
  | 'no_space';
type BudgetCode = 'too_many_requests' | 'busy' | 'took_too_long';

/** Whose budget is spent → code. */
const budgetCodes = {
  caller: 'too_many_requests',
  all: 'busy',
  time: 'took_too_long',
} satisfies Record<SpentBudget, BudgetCode>;

export type ProblemCode = keyof typeof problems;

/**
 * Turns whatever was thrown into an RFC 9457 problem document. What is not expected is logged with its
 * stack and answered 500 without detail; once an answer has begun, its connection is cut instead.
 */
export const answerProblem: ErrorRequestHandler = (error: unknown, request, response, _next) => {
  const expected = expectedProblem(error);
  if (expected === null) request.log.error({ err: error }, 'unexpected error');
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
  if (error instanceof SigningError)
    return { code: error.code, detail: error.message, errors: error.problems };
  if (error instanceof InvalidInput)
    return { code: 'invalid_body', detail: error.message, errors: error.problems };
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
