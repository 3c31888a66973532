import * as ui from '@campus/pages';
import { html } from '@campus/pages/html';
import type { Response } from 'express';
import type { KnownRequest } from '../engine.ts';
import { type Outcome, type Question, sendJson } from '../outcome.ts';
import { csrfOf } from '../pages/addresses.ts';
import { answerPage } from '../pages/answer-page.ts';
import type { AnswerHeaders } from '../pages/exchange-sheet.ts';
import type { Body } from '../read-body.ts';
import type { Authenticated } from './authenticate.ts';

/** A request with what it has come to, also when that is an error on the way. */
interface Answerable<Services> extends Authenticated<Services> {
  outcome: Outcome | Question;
  /** What was read of a form of ours, as far as the work came. */
  form?: Body | undefined;
}

/**
 * How is it shown? The one place where an outcome becomes JSON or a page. What writes XML has answered by itself.
 */
export async function answer<Services>(answerable: Answerable<Services>): Promise<undefined> {
  const { request, response, engine, format, route, key, outcome, form } = answerable;
  // What is long has been written while it was read.
  if (format === 'xml' || response.headersSent) return;
  if ('sentence' in outcome) {
    if (format === 'json') throw new Error('a program is asked nothing');
    engine.sessions.sendPage(request, response, questionPage(outcome, answerable));
  } else if (format === 'json' || outcome.status === 303) {
    sendJson(response, outcome);
  } else {
    const headers = headersOf(response, outcome);
    const page = await answerPage({ route, key, outcome, headers, sent: form?.members }, answerable);
    sendPage(answerable, page, outcome);
  }
}

function questionPage<Services>({ sentence, ...question }: Question, known: KnownRequest<Services>): ui.Page {
  return ui.confirmPage({
    ...question,
    content: ui.notice(question.isDangerous ? 'warning' : 'info', html`<p>${sentence}</p>`),
    csrf: csrfOf(known),
    fields: known.engine.sessions.onceField(known.request),
    action: known.request.originalUrl,
    language: known.language,
  });
}

/** Sends a page about an answer, with the status and the headers of that. */
export function sendPage<Services>(
  { request, response, engine }: Pick<KnownRequest<Services>, 'request' | 'response' | 'engine'>,
  page: ui.Page,
  { status, headers }: Outcome,
): void {
  response.set(headers);
  // A page cannot be shown without a body.
  engine.sessions.sendPage(request, response, page, { status: status === 204 ? 200 : status });
}

/** Those of the answer in JSON, which the page is about. */
export function headersOf(response: Response, { headers, body }: Outcome): AnswerHeaders {
  const own = ['Allow', 'Vary', 'Content-Language', 'Cache-Control'].flatMap((name) => {
    const value = response.get(name);
    return value === undefined || name in headers ? [] : [[name, value] as const];
  });
  const type = body === undefined ? [] : [['Content-Type', 'application/json; charset=utf-8'] as const];
  return [...own, ...type, ...Object.entries(headers)];
}
