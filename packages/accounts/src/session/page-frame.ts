import {
  type Html,
  html,
  type Language,
  languageOf,
  renderBarePage,
  renderPage,
  submitButton,
} from '@campus/pages';
import type { Request, Response } from 'express';
import type { Account } from '../account.ts';
import type { BrowserSessions, SessionDeps } from './browser-sessions.ts';
import type { Csrf } from './csrf.ts';
import { homeOf, signInAddress } from './sign-in-address.ts';
import { signInWords } from './sign-in-words.ts';
import type { SignedIn } from './signed-in.ts';

export type PageFrame = Pick<BrowserSessions<Account>, 'homeOf' | 'languageOf' | 'sendPage' | 'sendBarePage'>;

/** The frame of the pages: their language, who reads them, and the way in or out. */
export function framePages(
  deps: SessionDeps<Account>,
  { csrf, accountOf }: Pick<SignedIn<Account>, 'accountOf'> & { csrf: Csrf },
): PageFrame {
  const { site } = deps;
  const frame: PageFrame = {
    homeOf(request) {
      const account = accountOf(request);
      return account === undefined ? `${deps.root}/login/` : homeOf(deps, account);
    },
    languageOf: (request) => languageOf(request, deps.language),
    sendPage(request, response, page, { status = 200 } = {}) {
      const language = frame.languageOf(request);
      const navigation = deps.navigation(accountOf(request), language);
      const siteOfReader = { ...site, home: deps.front ?? frame.homeOf(request) };
      const account = door(request, response);
      const around = { site: siteOfReader, language, navigation, path: request.originalUrl, account };
      sendMarkup(response, renderPage(around, page), { status, language });
    },
    sendBarePage(request, response, page, { status = 200 } = {}) {
      const language = frame.languageOf(request);
      sendMarkup(response, renderBarePage({ site, language }, page), { status, language });
    },
  };
  return frame;

  /** Who is signed in and the way out, or the way in. */
  function door(request: Request, response: Response): Html {
    const say = signInWords[frame.languageOf(request)];
    const account = accountOf(request);
    if (account === undefined) return html`<a href="${signInAddress(deps, request)}">${say.signIn}</a>`;
    return html`<a href="${deps.root}/">${account.username}</a>
<form method="post" action="${deps.root}/logout/">${csrf.field(request, response)}${submitButton(say.signOut, { kind: 'plain' })}</form>`;
  }
}

function sendMarkup(
  response: Response,
  markup: string,
  { status, language }: { status: number; language: Language },
): void {
  response
    .status(status)
    .set({
      'Cache-Control': 'no-store',
      'Content-Language': language,
      Vary: 'Accept, Accept-Language, Cookie',
    })
    .type('html')
    .send(markup);
}
