import { type Language, languageOf } from '@campus/pages';
import type { ErrorRequestHandler } from 'express';
import { type Explain, expectedError } from './expected-error.ts';
import { refused, sendJson } from './outcome.ts';

/**
 * Answers whatever was thrown as existing clients expect: `{"detail": …}`, or `{"field": ["message"]}` for
 * input. What is not expected is logged with its stack and answered 500 without detail; once an answer has
 * begun, its connection is cut instead.
 */
export function answerError({
  language: byDefault,
  explain,
}: {
  language: Language;
  explain: Explain;
}): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const expected = expectedError(error, { explain, log: request.log });
    if (response.headersSent) {
      response.destroy();
      return;
    }
    sendJson(response, refused(expected, languageOf(request, byDefault)));
  };
}
