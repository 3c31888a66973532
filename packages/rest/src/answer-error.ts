import * as ui from '@campus/pages';
import { html } from '@campus/pages/html';
import type { ErrorRequestHandler } from 'express';
import type { Engine } from './engine.ts';
import { type Explain, expectedError } from './errors.ts';
import { refused, sendJson } from './outcome.ts';
import { exchangeSheet } from './pages/exchange-sheet.ts';
import { apiLink } from './pages/heading.ts';
import { pageWords } from './pages/page-words.ts';
import { headersOf, sendPage } from './pipeline/answer.ts';
import { wantsPage } from './pipeline/negotiate.ts';

/**
 * Answers whatever was thrown as existing clients expect: `{"detail": …}`, or `{"field": ["message"]}` for
 * input. What is not expected is logged with its stack and answered 500 without detail; once an answer has
 * begun, its connection is cut instead.
 */
export function answerError(instance: { language: ui.Language; explain: Explain }): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const expected = expectedError(error, instance.explain, request);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    sendJson(response, refused(expected, ui.languageOf(request, instance.language)));
  };
}

/** Answers what went wrong before there was a route to show it at, where somebody is to see a page. */
export function answerErrorPage<Services>(engine: Engine<Services>): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent || !wantsPage(request)) {
      next(error);
      return;
    }
    const language = ui.languageOf(request, engine.language);
    const outcome = refused(expectedError(error, engine.explain, request), language);
    const headers = headersOf(response, outcome);
    const say = pageWords[language];
    const titles: Readonly<Record<number, string>> = say.titles;
    const title = titles[outcome.status] ?? say.notDone;
    const shown = { request, language, method: request.method, curl: undefined };
    const main = html`${outcome.detail !== undefined && ui.notice('bad', outcome.detail)}
${exchangeSheet({ outcome, headers }, shown)}`;
    const breadcrumbs = [apiLink(language)];
    sendPage({ request, response, engine }, { title, breadcrumbs, main, styles: ['api.css'] }, outcome);
  };
}
