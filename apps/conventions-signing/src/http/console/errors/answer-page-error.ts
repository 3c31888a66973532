import { colon, html, type Language, notice } from '@campus/pages';
import type { ErrorRequestHandler, Response } from 'express';
import { addresses } from '../../addresses.ts';
import { type ExpectedProblem, expectedProblem, type ProblemCode, problems } from '../../answer/problems.ts';
import type { Sessions } from '../session/open-sessions.ts';
import { NotAllowedError } from '../session/require-right.ts';
import { errorWords } from './error-words.ts';

const words = {
  en: {
    titles: {
      400: 'Not understood',
      403: 'Not allowed',
      404: 'Not found',
      405: 'Not offered here',
      406: 'Not offered here',
      409: 'Not possible now',
      413: 'Too large',
      429: 'Too much at once',
      500: 'Something went wrong',
      503: 'Not available right now',
      507: 'No space left',
    },
    notAllowed: 'Your role does not allow this. An administrator can give you another one.',
    requestId: 'Request (finds it in the log)',
    home: 'To the first page',
  },
  fr: {
    titles: {
      400: 'Non compris',
      403: 'Non autorisé',
      404: 'Introuvable',
      405: 'Non proposé ici',
      406: 'Non proposé ici',
      409: 'Impossible maintenant',
      413: 'Trop volumineux',
      429: 'Trop à la fois',
      500: "Quelque chose s'est mal passé",
      503: 'Indisponible pour le moment',
      507: 'Plus de place',
    },
    notAllowed: 'Votre rôle ne le permet pas. Un administrateur peut vous en donner un autre.',
    requestId: 'Requête (se retrouve dans le journal)',
    home: "Vers la page d'accueil",
  },
} satisfies Record<Language, unknown>;

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
    const say = words[language];
    const { code, headers = {} } = expected ?? { code: 'internal' as const };
    const status = code === 'not_allowed' ? 403 : problems[code].status;
    response.set(headers);
    forgetDocument(response);
    const sentence = code === 'not_allowed' ? say.notAllowed : errorWords[code][language];
    const main = html`${notice('bad', sentence)}
${expected === null && html`<p>${say.requestId}${colon(language)}<code>${String(request.id)}</code></p>`}
<p><a href="${addresses.home}">${say.home}</a></p>`;
    const title = (say.titles as Record<number, string>)[status] ?? say.titles[400];
    sessions.sendPage(request, response, { title, main }, { status });
  };
}

/** What the APIs expect too, and what only pages meet. */
function expectedAnswer(
  error: unknown,
): (Omit<ExpectedProblem, 'code' | 'detail'> & { code: ProblemCode | 'not_allowed' }) | null {
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
