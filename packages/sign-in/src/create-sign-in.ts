import { languageOf } from '@campus/language';
import { html, notice, renderPage, submitButton } from '@campus/pages';
import cookieParser from 'cookie-parser';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { accountRoutes } from './account-routes.ts';
import { connectOpenId } from './connect-open-id.ts';
import { createCsrf } from './csrf.ts';
import { openIdRoutes } from './open-id-routes.ts';
import { readForm } from './read-form.ts';
import { safePath } from './safe-path.ts';
import { openSessions, stampOf } from './session.ts';
import type { Account, SignIn, SignInDeps } from './sign-in.ts';
import { words } from './words.ts';

/** Opens the doors for people with a browser; see `SignIn`. */
export function createSignIn<Person extends Account>(deps: SignInDeps<Person>): SignIn<Person> {
  const { site, root, secret, cookiePath, baseUrl } = deps;
  const sessions = openSessions(deps);
  const csrf = createCsrf({ secret, cookiePath, isSecure: baseUrl?.startsWith('https:') ?? false });
  // Keyed by the request itself: nothing is hung onto Express's objects, and it goes when the request goes.
  const accounts = new WeakMap<Request, Person>();

  const find: RequestHandler = async (request, _response, next) => {
    const signedIn = sessions.signedIn(request);
    const account = signedIn === undefined ? undefined : await deps.findAccount(signedIn.id);
    if (account?.isActive && stampOf(account) === signedIn?.stamp) accounts.set(request, account);
    next();
  };
  const readCookies = cookieParser();
  const findSession = express.Router().use(readCookies, sessions.handle, find);
  const refuseForeignForm: RequestHandler = (request, response, next) => {
    if (csrf.holds(request)) next();
    else refuseForm(request, response, 403);
  };
  const signIn: SignIn<Person> = {
    handle(request, response, next) {
      // Who brings credentials of their own is no browser with a session.
      if (request.headers.authorization !== undefined) readCookies(request, response, next);
      else findSession(request, response, next);
    },
    routes: express.Router(),
    accountOf: (request) => accounts.get(request),
    requireAccount(request, response, next) {
      if (accounts.has(request)) return next();
      response.redirect(isRead(request) ? 302 : 303, signIn.signInAddress(request));
    },
    signInAddress(request) {
      const next = leadsTo(request);
      return `${root}/login/${next === undefined ? '' : `?${new URLSearchParams({ next })}`}`;
    },
    csrfField: csrf.field,
    holdsCsrf: csrf.holds,
    readForm: [readForm(refuseForm), refuseForeignForm],
    refuseForeignForm,
    sendForeignForm: (request, response) => refuseForm(request, response, 403),
    languageOf: (request) => languageOf(request, deps.language),
    send(request, response, page, { status = 200 } = {}) {
      const language = signIn.languageOf(request);
      const account = accounts.get(request);
      const navigation = deps.navigation(account, language);
      const frame = {
        site,
        language,
        navigation,
        path: request.originalUrl,
        account: door(request, response),
      };
      response
        .status(status)
        .set({
          'Cache-Control': 'no-store',
          'Content-Language': language,
          Vary: 'Accept, Accept-Language, Cookie',
        })
        .type('html')
        .send(renderPage(frame, page));
    },
    close: sessions.close,
  };
  // Whoever signs in needs a session, even one who brings other credentials.
  signIn.routes.use((request, response, next) => {
    if (request.headers.authorization === undefined) next();
    else findSession(request, response, next);
  });
  const { client, findAccount } = deps.openId ?? {};
  const own = { deps, hasOpenId: client !== undefined, sessions, signIn, letIn };
  signIn.routes.use(accountRoutes(own));
  if (client !== undefined && findAccount !== undefined)
    signIn.routes.use(openIdRoutes({ ...own, openId: connectOpenId(client, deps), findAccount }));
  return signIn;

  /** Begins the session of somebody who has proved who they are, and leads on. */
  async function letIn(
    request: Request,
    response: Response,
    { account, next }: { account: Person; next: string | undefined },
  ): Promise<void> {
    await sessions.begin(request, account);
    // Here already: pages that are asked for at once would each make a token, and the last cookie would win.
    csrf.field(request, response);
    await deps.noteSignIn(account.id);
    response.redirect(303, next ?? site.home);
  }

  /** Where a sign-in leads: to what was asked for; from a page of the sign-in itself, to where that one leads. */
  function leadsTo(request: Request): string | undefined {
    if (!isRead(request)) return undefined;
    const isOwn = [`${root}/login`, `${root}/openid`].some((own) => request.originalUrl.startsWith(own));
    return isOwn ? safePath(request.query.next) : request.originalUrl;
  }

  function refuseForm(request: Request, response: Response, status: number): void {
    const say = words[signIn.languageOf(request)];
    const why = { 403: say.expired, 413: say.tooLarge }[status] ?? say.unreadable;
    signIn.send(request, response, { title: say.notSent, main: notice('bad', why) }, { status });
  }

  /** Who is signed in and the way out, or the way in. */
  function door(request: Request, response: Response) {
    const say = words[signIn.languageOf(request)];
    const account = accounts.get(request);
    if (account === undefined) return html`<a href="${signIn.signInAddress(request)}">${say.signIn}</a>`;
    return html`<a href="${root}/">${account.username}</a>
<form method="post" action="${root}/logout/">${csrf.field(request, response)}${submitButton(say.signOut, { kind: 'plain' })}</form>`;
  }
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}
