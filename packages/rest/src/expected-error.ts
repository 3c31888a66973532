import { logUnexpected } from '@campus/service';
import type { Request } from 'express';
import { InvalidInput, Refusal } from './errors.ts';

/** Tells the errors of the application's own rooms as refusals; undefined: not expected. */
export type Explain = (error: unknown) => Refusal | InvalidInput | undefined;

/**
 * What to tell the caller of whatever was thrown. What is not expected is logged with its stack, and told as a
 * 500 without detail.
 */
export function expectedError(
  error: unknown,
  { explain, log }: { explain: Explain; log: Request['log'] },
): Refusal | InvalidInput {
  const isExpected = error instanceof Refusal || error instanceof InvalidInput;
  const expected = isExpected ? error : (uriProblem(error) ?? explain(error));
  if (expected === undefined) logUnexpected(log, error);
  else if (expected instanceof Refusal && expected.status >= 500)
    log.warn(expected.reason ?? expected.message);
  return expected ?? new Refusal('internal');
}

/** Express itself refuses a path that is no valid percent-encoding. */
function uriProblem(error: unknown): Refusal | undefined {
  return error instanceof URIError ? new Refusal('not_found', { cause: error }) : undefined;
}
