import type { ErrorRequestHandler, Response } from 'express';
import { InvalidInput, Refusal } from './errors.ts';
import { type Language, languageOf } from './language.ts';
import { say } from './messages.ts';

/**
 * Answers whatever was thrown as existing clients expect: `{"detail": …}`, or `{"field": ["message"]}` for
 * input. What is not expected is logged with its stack and answered 500 without detail; once an answer has
 * begun, its connection is cut instead.
 *
 * @param explain  the errors of the application's own rooms, as refusals; undefined: not expected
 */
export function answerError({
  language: byDefault,
  explain,
}: {
  language: Language;
  explain: (error: unknown) => Refusal | InvalidInput | undefined;
}): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const expected = isExpected(error) ? error : (uriProblem(error) ?? explain(error));
    if (expected === undefined) request.log.error({ err: error }, 'unexpected error');
    else if (isExpected(expected) && statusOf(expected) >= 500) request.log.warn(expected.message);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const language = languageOf(request, byDefault);
    answer(response, { error: expected ?? new Refusal('internal'), language });
  };
}

function isExpected(error: unknown): error is Refusal | InvalidInput {
  return error instanceof Refusal || error instanceof InvalidInput;
}

function statusOf(error: Refusal | InvalidInput): number {
  return error instanceof Refusal ? error.status : 400;
}

function answer(
  response: Response,
  { error, language }: { error: Refusal | InvalidInput; language: Language },
): void {
  response.status(statusOf(error)).set({ 'Cache-Control': 'no-store', 'Content-Language': language });
  if (error instanceof Refusal) {
    response.set(error.headers).json({ detail: error.detail(language) });
    return;
  }
  const problems = Object.entries(error.problems).map(
    ([field, messages]) => [field, messages.map((message) => say(message, language))] as const,
  );
  response.json(Object.fromEntries(problems));
}

/** Express itself refuses a path that is no valid percent-encoding. */
function uriProblem(error: unknown): Refusal | undefined {
  return error instanceof URIError ? new Refusal('not_found', { cause: error }) : undefined;
}
