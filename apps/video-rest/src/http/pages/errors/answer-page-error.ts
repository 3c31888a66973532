import * as ui from '@campus/pages';
import { html } from '@campus/pages/html';
import { type Explain, expectedError, Refusal, refused, wantsPage } from '@campus/rest';
import type { ErrorRequestHandler } from 'express';
import type { Sessions } from '../sign-in/open-sessions.ts';
import { pageErrorWords } from './page-error-words.ts';

/**
 * Shows whatever was thrown outside the API as a page, to whoever takes one; programs get what comes behind. What is
 * not expected is logged with its stack and says no more than where to look.
 */
export function answerPageError(sessions: Sessions, explain: Explain): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent || !wantsPage(request)) {
      next(error);
      return;
    }
    const language = sessions.languageOf(request);
    const say = pageErrorWords[language];
    const expected = expectedError(error, explain, request);
    const code = expected instanceof Refusal ? expected.code : undefined;
    const { status, headers, detail, problems = {} } = refused(expected, language);
    const isOurs = code === 'internal';
    // Of these two the API says less, or what no page shows.
    const own = { not_found: say.notFoundIs, internal: say.internalIs };
    const sentence = code === 'not_found' || isOurs ? own[code] : detail;
    const main = html`${sentence !== undefined && ui.notice('bad', sentence)}
${Object.values(problems).map((sentences) => ui.notice('bad', sentences.join(' ')))}
${isOurs && html`<p>${say.requestId}: <code>${String(request.id)}</code></p>`}
<p><a href="${sessions.homeOf(request)}">${say.home}</a></p>`;
    const titles: Readonly<Record<number, string>> = say.titles;
    response.set(headers);
    sessions.sendPage(request, response, { title: titles[status] ?? say.notDone, main }, { status });
  };
}
