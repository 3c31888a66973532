import { html, languageOf, notice, type Page } from '@campus/pages';
import type { ErrorRequestHandler, Response } from 'express';
import type { Engine } from './exchange.ts';
import { expectedError } from './expected-error.ts';
import { root } from './hyperlink.ts';
import { type Format, wantsPage } from './negotiate.ts';
import { type Outcome, refused, sendJson } from './outcome.ts';
import { answerPage } from './pages/answer-page.ts';
import { type AnswerHeaders, exchangeSheet } from './pages/exchange-sheet.ts';
import { pageWords } from './pages/page-words.ts';
import type { Place } from './pages/place.ts';
import { plainAddress } from './pages/plain-address.ts';
import { type Question, questionPage } from './pages/question-page.ts';
import type { Sight } from './pages/sight.ts';
import type { Body } from './read-body.ts';

/**
 * Does what a request asks for and answers in the format that the caller takes: the one place where an outcome
 * becomes JSON or a page. On a page an error is an outcome like others, with the forms as they were sent.
 *
 * @param options.sentBody  what was read of a form of ours, as far as the work came
 */
export async function answer<Services>(
  sight: Sight<Services> & { format: Format },
  {
    place,
    sentBody,
    act,
  }: {
    place: Place<Services>;
    sentBody?: () => Body['members'] | undefined;
    act: () => Promise<Outcome | Question>;
  },
): Promise<void> {
  const { request, response, engine, language, format } = sight;
  if (format === 'json') {
    const outcome = await act();
    if ('sentence' in outcome) throw new Error('a program is asked nothing');
    sendJson(response, outcome);
    return;
  }
  // Only a form of ours sends empty parameters on purpose; whoever brings credentials is answered where they ask.
  const isOfForm = request.method === 'GET' && sight.caller.scheme === 'session';
  const plain = isOfForm ? plainAddress(request) : undefined;
  if (plain !== undefined) {
    response.redirect(plain);
    return;
  }
  let outcome: Outcome | Question;
  try {
    outcome = await act();
  } catch (error) {
    outcome = refused(expectedError(error, { explain: engine.explain, log: request.log }), language);
  }
  if ('sentence' in outcome) {
    engine.sessions.sendPage(request, response, questionPage(outcome, sight));
    return;
  }
  if (outcome.status === 303) {
    sendJson(response, outcome);
    return;
  }
  const headers = headersOf(response, outcome);
  const page = await answerPage({ place, outcome, headers, sent: sentBody?.() }, sight);
  sendPage(sight, page, outcome);
}

/** Answers what went wrong before there was a place to show it at, where somebody is to see a page. */
export function answerErrorPage<Services>(engine: Engine<Services>): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent || !wantsPage(request)) {
      next(error);
      return;
    }
    const language = languageOf(request, engine.language);
    const outcome = refused(expectedError(error, { explain: engine.explain, log: request.log }), language);
    const headers = headersOf(response, outcome);
    const say = pageWords[language];
    const titles: Readonly<Record<number, string>> = say.titles;
    const title = titles[outcome.status] ?? say.notDone;
    const sight = { request, language, method: request.method, curl: undefined };
    const main = html`${outcome.detail !== undefined && notice('bad', outcome.detail)}
${exchangeSheet({ outcome, headers }, sight)}`;
    const breadcrumbs = [{ text: say.api, href: `${root}/` }];
    sendPage({ request, response, engine }, { title, breadcrumbs, main }, outcome);
  };
}

function sendPage<Services>(
  { request, response, engine }: Pick<Sight<Services>, 'request' | 'response' | 'engine'>,
  page: Page,
  { status, headers }: Outcome,
): void {
  response.set(headers);
  // A page cannot be shown without a body.
  engine.sessions.sendPage(request, response, page, { status: status === 204 ? 200 : status });
}

/** Those of the answer in JSON, which the page is about. */
function headersOf(response: Response, { headers, body }: Outcome): AnswerHeaders {
  const own = ['Allow', 'Vary', 'Content-Language', 'Cache-Control'].flatMap((name) => {
    const value = response.get(name);
    return value === undefined || name in headers ? [] : [[name, value] as const];
  });
  const type = body === undefined ? [] : [['Content-Type', 'application/json; charset=utf-8'] as const];
  return [...own, ...type, ...Object.entries(headers)];
}
