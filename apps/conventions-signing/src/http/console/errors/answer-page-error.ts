import { colon, html, notice } from '@campus/pages';
import type { ErrorRequestHandler, Response } from 'express';
import { addresses } from '../../addresses.ts';
import { type ExpectedProblem, expectedProblem, problems } from '../../answer/problems.ts';
import type { Sessions } from '../frame/open-sessions.ts';
import { NotAllowedError } from '../frame/require-right.ts';
import { errorPageWords, errorWords } from './error-words.ts';

/**
 * Turns whatever was thrown into a page, below the console only: the APIs answer problem documents. What is not
 * expected is logged with its stack and says no more than where to look.
 */
export function answerPageError(sessions: Sessions): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const expected = expectedAnswer(error);
    if (expected === null) request.log.error({ err: error }, 'unexpected error');
    else if (expected.reason !== undefined) request.log.warn(expected.reason);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const language = sessions.languageOf(request);
    const say = errorPageWords[language];
    const { code, headers = {} } = expected ?? { code: 'internal' as const };
    const status = code === 'not_allowed' ? 403 : problems[code].status;
    response.set(headers);
    forgetDocument(response);
    const main = html`${notice('bad', errorWords[code][language])}
${expected === null && html`<p>${say.requestId}${colon(language)}<code>${String(request.id)}</code></p>`}
<p><a href="${addresses.home}">${say.home}</a></p>`;
    const title = (say.titles as Record<number, string>)[status] ?? say.titles[400];
    sessions.sendPage(request, response, { title, main }, { status });
  };
}

/** What the APIs expect too, and what only pages meet. */
function expectedAnswer(
  error: unknown,
): (Omit<ExpectedProblem, 'code' | 'detail'> & { code: keyof typeof errorWords }) | null {
  if (error instanceof NotAllowedError) return { code: 'not_allowed' };
  // Express' reader of plain forms names a status.
  if (error instanceof Error && 'status' in error) {
    if (error.status === 413) return { code: 'body_too_large' };
    if (error.status === 400 || error.status === 415) return { code: 'malformed_request' };
  }
  return expectedProblem(error);
}

/** What was said of a PDF that cannot be sent after all. */
function forgetDocument(response: Response): void {
  for (const name of ['Content-Disposition', 'Content-Length', 'ETag']) response.removeHeader(name);
}
