import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import express, { type Request, type RequestHandler, type Response } from 'express';
import type { Account } from '../account.ts';
import type { BrowserSessions, SessionDeps } from './browser-sessions.ts';
import type { Csrf } from './csrf.ts';
import { endedSession, homeOf, isOfSignIn, isRead, pageOfForm, signInAddress } from './sign-in-address.ts';
import { signInWords } from './sign-in-words.ts';
import type { SignedIn } from './signed-in.ts';

type PageFrame = Pick<BrowserSessions<Account>, 'homeOf' | 'languageOf' | 'sendPage' | 'sendBarePage'>;

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
    languageOf: (request) => ui.languageOf(request, deps.language),
    sendPage(request, response, page, { status = 200, language = frame.languageOf(request) } = {}) {
      const navigation = deps.navigation(accountOf(request), language);
      const siteOfReader = { ...site, home: deps.front ?? frame.homeOf(request) };
      const account = door(request, response, language);
      const isDense = /(?:^|;\s*)density=dense(?:;|$)/.test(request.headers.cookie ?? '');
      const around = {
        site: siteOfReader,
        language,
        navigation,
        path: request.originalUrl,
        account,
        isDense,
      };
      sendMarkup(response, ui.renderPage(around, page), { status, language });
    },
    sendBarePage(request, response, page, { status = 200 } = {}) {
      const language = frame.languageOf(request);
      sendMarkup(response, ui.renderBarePage({ site, language }, page), { status, language });
    },
  };
  return frame;

  /** Who is signed in and the way out, or the way in. */
  function door(request: Request, response: Response, language: ui.Language): Html {
    const say = signInWords[language];
    const account = accountOf(request);
    if (account === undefined) return html`<a href="${signInAddress(deps, request)}">${say.signIn}</a>`;
    return html`<a href="${deps.root}/">${account.username}</a>
<form method="post" action="${deps.root}/logout/">${csrf.field(request, response)}${ui.submitButton(say.signOut, { kind: 'plain' })}</form>`;
  }
}

function sendMarkup(
  response: Response,
  markup: string,
  { status, language }: { status: number; language: ui.Language },
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

type PageGuard = Pick<
  BrowserSessions<Account>,
  | 'endedNotice'
  | 'requireAccount'
  | 'sendToSignIn'
  | 'readForm'
  | 'readFormUpTo'
  | 'readFormOfStrangers'
  | 'sendForeignForm'
>;

/** Turns away who has not signed in, and forms that are not of this session. */
export function guardPages(
  deps: SessionDeps<Account>,
  options: Pick<SignedIn<Account>, 'accountOf'> & PageFrame & { csrf: Csrf },
): PageGuard {
  const { csrf, accountOf, languageOf, sendPage } = options;
  const readFormUpTo = (maxBytes: number): RequestHandler[] => [
    readForm(refuseForm, maxBytes),
    (request, response, next) => {
      if (csrf.holds(request)) next();
      else guard.sendForeignForm(request, response);
    },
  ];
  const guard: PageGuard = {
    endedNotice(request) {
      const say = signInWords[languageOf(request)];
      const next = pageOfForm(deps, request);
      const done = accountOf(request) === undefined ? endedSession : undefined;
      const href = ui.withQuery(`${deps.root}/login/`, { next, done });
      return ui.notice('warning', html`${say.followedNoMore} <a href="${href}">${say.signIn}</a>`);
    },
    requireAccount(request, response, next) {
      if (accountOf(request) !== undefined) next();
      else guard.sendToSignIn(request, response);
    },
    sendToSignIn(request, response) {
      if (ui.asksForEvents(request)) {
        ui.sendEnded(response, guard.endedNotice(request));
        return;
      }
      const isForm = !isRead(request);
      const address = signInAddress(deps, request, isForm ? endedSession : undefined);
      response.set('Cache-Control', 'no-store').redirect(isForm ? 303 : 302, address);
    },
    readForm: readFormUpTo(maxFormBytes),
    readFormUpTo,
    readFormOfStrangers: [
      readForm(refuseForm),
      (request, response, next) => {
        if (csrf.holds(request)) next();
        else refuseForm(request, response, 403);
      },
    ],
    sendForeignForm(request, response) {
      if (isOfEndedSession(request)) guard.sendToSignIn(request, response);
      else refuseForm(request, response, 403);
    },
  };
  return guard;

  /** Nobody is signed in to a browser that has seen forms of ours: the one it sends is of a session that is over. */
  function isOfEndedSession(request: Request): boolean {
    return (
      accountOf(request) === undefined && csrf.wasGiven(request) && !isOfSignIn(deps, request.originalUrl)
    );
  }

  function refuseForm(request: Request, response: Response, status: number): void {
    const say = signInWords[languageOf(request)];
    const why = { 403: say.expired, 413: say.tooLarge }[status] ?? say.unreadable;
    sendPage(request, response, { title: say.notSent, main: ui.notice('bad', why) }, { status });
  }
}

export const maxFormBytes = 256 * 1024;

/**
 * Reads the body of a plain form.
 *
 * @param refuse  answers when the body is too large (413), of another encoding (415) or broken (400)
 */
export function readForm(
  refuse: (request: Request, response: Response, status: number) => void,
  maxBytes = maxFormBytes,
): RequestHandler {
  const read = express.urlencoded({ extended: false, limit: maxBytes, parameterLimit: maxBytes / 256 });
  return (request, response, next) => {
    read(request, response, (error?: unknown) => {
      const status = statusOf(error);
      if (status === undefined) next(error);
      else refuse(request, response, status);
    });
  };
}

/** Body-parser says so what is wrong with a body; anything else is not the reader's fault. */
function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('status' in error)) return undefined;
  const { status } = error;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined;
}
