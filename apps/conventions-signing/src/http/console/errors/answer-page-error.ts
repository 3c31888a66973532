import * as ui from '@campus/pages';
import { html } from '@campus/pages/html';
import { logUnexpected } from '@campus/service';
import type { ErrorRequestHandler } from 'express';
import { addresses } from '../../addresses.ts';
import { type ExpectedProblem, expectedProblem, forgetFile } from '../../answer/answer-problem.ts';
import { notAllowed, type Problem, problems } from '../../problems.ts';
import type { Sessions } from '../frame/open-sessions.ts';
import { NotAllowedError } from '../frame/require-right.ts';
import { pageErrorWords } from './error-words.ts';

/**
 * Turns whatever was thrown into a page, below the console only: the APIs answer problem documents. What is not
 * expected is logged with its stack and says no more than where to look.
 */
export function answerPageError(sessions: Sessions): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const expected = expectedAnswer(error);
    if (expected === null) logUnexpected(request.log, error);
    else if (expected.reason !== undefined) request.log.warn(expected.reason);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const language = sessions.languageOf(request);
    const say = pageErrorWords[language];
    const { status, text } = expected === null ? problems.internal : expected.problem;
    response.set(expected?.headers ?? {});
    forgetFile(response);
    const main = html`${ui.notice('bad', text[language])}
${expected === null && html`<p>${say.requestId}${ui.colon(language)}<code>${String(request.id)}</code></p>`}
<p><a href="${addresses.home}">${say.home}</a></p>`;
    const title = (say.titles as Record<number, string>)[status] ?? say.titles[400];
    sessions.sendPage(request, response, { title, main }, { status });
  };
}

/** What the APIs expect too, and what only pages meet. */
function expectedAnswer(
  error: unknown,
): (Pick<ExpectedProblem, 'headers' | 'reason'> & { problem: Problem }) | null {
  if (error instanceof NotAllowedError) return { problem: notAllowed };
  // Express' reader of plain forms names a status.
  if (error instanceof Error && 'status' in error) {
    if (error.status === 413) return { problem: problems.body_too_large };
    if (error.status === 400 || error.status === 415) return { problem: problems.malformed_request };
  }
  const expected = expectedProblem(error);
  return expected && { ...expected, problem: problems[expected.code] };
}
