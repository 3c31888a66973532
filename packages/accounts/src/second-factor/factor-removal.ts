import { confirmPage, html, type Language, type Link } from '@campus/pages';
import type { Request, Response } from 'express';
import type { AccountRoutesDeps } from '../session/account-routes-deps.ts';
import { signInWords } from '../session/sign-in-words.ts';
import { factorWords } from './factor-words.ts';

/** The way to one's own account, above a page of a second factor. */
export function trailTo(root: string, language: Language): Link[] {
  return [{ text: signInWords[language].account, href: `${root}/` }];
}

/**
 * Asks whether a second factor is to be removed.
 *
 * @param asked.path    below the pages of signing in, where the answer is sent
 * @param asked.isLast  it is needed, and cannot be removed
 */
export function sendRemoval(
  { deps, sessions }: AccountRoutesDeps,
  request: Request,
  response: Response,
  {
    title,
    means,
    button,
    path,
    isLast,
  }: { title: string; means: string; button: string; path: string; isLast: boolean },
): void {
  const language = sessions.languageOf(request);
  const page = confirmPage({
    title,
    breadcrumbs: trailTo(deps.root, language),
    problem: isLast ? factorWords[language].lastFactor : undefined,
    content: html`<p>${means}</p>`,
    csrf: sessions.csrfField(request, response),
    action: `${deps.root}/${path}/remove/`,
    button,
    isDangerous: true,
    back: `${deps.root}/`,
    language,
  });
  sessions.sendPage(request, response, page, { status: isLast ? 409 : 200 });
}
