import { whyDatabaseIsAway, whyNoSpace } from '@campus/database';
import { colon, html, type Language, notice } from '@campus/pages';
import { BudgetSpentError, HostError } from '@campus/service';
import type { ErrorRequestHandler, Response } from 'express';
import { SigningError } from '../../../signing/errors.ts';
import { addresses } from '../../addresses.ts';
import { InputError } from '../../answer/input-error.ts';
import { budgetCodes, type ProblemCode, problems, retryAfterSeconds } from '../../answer/problems.ts';
import { UploadFolderError } from '../../receive/temporary-file.ts';
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
    const { status, code, allow, retryAfter } = expected ?? { status: 500, code: 'internal' };
    if (allow !== undefined) response.set('Allow', allow);
    if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
    forgetDocument(response);
    const sentence = code === 'not_allowed' ? say.notAllowed : errorWords[code][language];
    const main = html`${notice('bad', sentence)}
${expected === null && html`<p>${say.requestId}${colon(language)}<code>${String(request.id)}</code></p>`}
<p><a href="${addresses.home}">${say.home}</a></p>`;
    const title = (say.titles as Record<number, string>)[status] ?? say.titles[400];
    sessions.sendPage(request, response, { title, main }, { status });
  };
}

interface PageError {
  status: number;
  code: ProblemCode | 'not_allowed';
  /** For 405. */
  allow?: string | undefined;
  /** In seconds, for 429 and 503. */
  retryAfter?: number;
  /** For the log alone. */
  reason?: string;
}

function expectedAnswer(error: unknown): PageError | null {
  if (error instanceof NotAllowedError) return { status: 403, code: 'not_allowed' };
  if (error instanceof SigningError) return { status: problems[error.code].status, code: error.code };
  if (error instanceof InputError)
    return { status: problems[error.code].status, code: error.code, allow: error.allow };
  if (error instanceof BudgetSpentError) {
    const { status, budget, retryAfterSeconds: retryAfter } = error;
    return { status, code: budgetCodes[budget], retryAfter };
  }
  // Express itself refuses a path that is no valid percent-encoding.
  if (error instanceof URIError || error instanceof HostError)
    return { status: 400, code: 'malformed_request' };
  // Its reader of plain forms names a status.
  if (error instanceof Error && 'status' in error) {
    if (error.status === 413) return { status: 413, code: 'body_too_large' };
    if (error.status === 400 || error.status === 415) return { status: 400, code: 'malformed_request' };
  }
  const noSpace = whyNoSpace(error);
  if (noSpace !== undefined)
    return { status: problems.no_space.status, code: 'no_space', reason: `a disk is full: ${noSpace}` };
  if (error instanceof UploadFolderError) {
    const reason = `${error.message}: ${error.cause}`;
    return { status: 503, code: 'uploads_unavailable', retryAfter: retryAfterSeconds, reason };
  }
  const reason = whyDatabaseIsAway(error);
  if (reason !== undefined) {
    return {
      status: 503,
      code: 'unavailable',
      retryAfter: retryAfterSeconds,
      reason: `the database is away: ${reason}`,
    };
  }
  return null;
}

/** What was said of a PDF that cannot be sent after all. */
function forgetDocument(response: Response): void {
  for (const name of ['Content-Disposition', 'Content-Length', 'ETag']) response.removeHeader(name);
}
