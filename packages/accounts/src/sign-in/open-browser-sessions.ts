import { randomUUID } from 'node:crypto';
import {
  asksForEvents,
  hiddenField,
  html,
  type Language,
  languageOf,
  notice,
  renderBarePage,
  renderPage,
  sendEnded,
  submitButton,
  withQuery,
} from '@campus/pages';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { accountRoutes, endedSession } from './account-routes.ts';
import { createAuthorizationCookie } from './authorization-cookie.ts';
import { batched } from './batched.ts';
import type { Account, BrowserSessions, BrowserSessionsDeps } from './browser-sessions.ts';
import { connectOpenId } from './connect-open-id.ts';
import { createCsrf } from './csrf.ts';
import { formText } from './form-text.ts';
import { openIdRoutes } from './open-id-routes.ts';
import { readCookies } from './read-cookies.ts';
import { readForm } from './read-form.ts';
import { safePath } from './safe-path.ts';
import { openSessionStore, stampOf } from './session-store.ts';
import { signInWords } from './sign-in-words.ts';

/** Name of `BrowserSessions.onceField`. */
export const onceFieldName = '_once';

/** Opens the doors for people with a browser; see `BrowserSessions`. */
export function openBrowserSessions<Person extends Account>(
  deps: BrowserSessionsDeps<Person>,
): BrowserSessions<Person> {
  const { site, root, secret, cookiePath, baseUrl } = deps;
  const isSecure = baseUrl?.startsWith('https:') ?? false;
  const store = openSessionStore({ ...deps, isSecure });
  const csrf = createCsrf({ secret, cookiePath, isSecure });
  let isTlsLossTold = false;
  // Keyed by the request itself: nothing is hung onto Express's objects, and it goes when the request goes.
  const accounts = new WeakMap<Request, Person>();

  const find: RequestHandler = async (request, _response, next) => {
    const signedIn = store.signedIn(request);
    const account = signedIn === undefined ? undefined : await deps.findAccount(signedIn.id);
    if (account?.isActive && stampOf(account) === signedIn?.stamp) accounts.set(request, account);
    next();
  };
  const lookAgain = batched(async (requests: readonly Request[]) => {
    const signedIn = await store.stillSignedIn(requests);
    const ids = new Set(signedIn.flatMap((one) => (one === undefined ? [] : [one.id])));
    const found = ids.size === 0 ? [] : await deps.findAccounts([...ids]);
    const byId = new Map(found.map((account) => [account.id, account]));
    return signedIn.map((one) => {
      const account = one && byId.get(one.id);
      return account?.isActive && stampOf(account) === one?.stamp ? account : undefined;
    });
  });
  const withCookies = readCookies(secret);
  const handleSession: RequestHandler = (request, response, next) => {
    // Whoever only watches is at no keyboard.
    const handle = asksForEvents(request) ? store.handleWatching : store.handle;
    handle(request, response, next);
  };
  const findSession = express.Router().use(withCookies, handleSession, find);
  const refuseForeign: RequestHandler = (request, response, next) => {
    if (csrf.holds(request)) next();
    else sessions.sendForeignForm(request, response);
  };
  const sessions: BrowserSessions<Person> = {
    site,
    handle(request, response, next) {
      // Who brings credentials of their own is no browser with a session.
      if (request.headers.authorization !== undefined) withCookies(request, response, next);
      else findSession(request, response, next);
    },
    routes: express.Router(),
    accountOf: (request) => accounts.get(request),
    async lookAgain(request) {
      const account = await lookAgain(request);
      if (account === undefined) accounts.delete(request);
      else accounts.set(request, account);
      return account;
    },
    sessionOf: (request) => (accounts.has(request) ? request.session.id : undefined),
    endedNotice(request) {
      const say = signInWords[sessions.languageOf(request)];
      const next = pageOfForm(request);
      const href = withQuery(`${root}/login/`, {
        next,
        done: accounts.has(request) ? undefined : endedSession,
      });
      return notice('warning', html`${say.followedNoMore} <a href="${href}">${say.signIn}</a>`);
    },
    homeOf(request) {
      const account = accounts.get(request);
      return account === undefined ? `${root}/login/` : homeOf(account);
    },
    requireAccount(request, response, next) {
      if (accounts.has(request)) next();
      else sessions.sendToSignIn(request, response);
    },
    sendToSignIn(request, response) {
      if (asksForEvents(request)) {
        sendEnded(response, sessions.endedNotice(request));
        return;
      }
      const isForm = !isRead(request);
      const address = signInAddress(request, { done: isForm ? endedSession : undefined });
      response.set('Cache-Control', 'no-store').redirect(isForm ? 303 : 302, address);
    },
    sessionAddress: (page) => withQuery(`${root}/session/`, { next: page }),
    csrfField: csrf.field,
    holdsCsrf: csrf.holds,
    onceField: () => hiddenField(onceFieldName, randomUUID()),
    async isFirst(request, fields = request.body) {
      const value = formText({ body: fields }, onceFieldName);
      return value === '' || store.isFirst(request, value);
    },
    readForm: [readForm(refuseForm), refuseForeign],
    sendForeignForm(request, response) {
      if (isOfEndedSession(request)) sessions.sendToSignIn(request, response);
      else refuseForm(request, response, 403);
    },
    languageOf: (request) => languageOf(request, deps.language),
    sendPage(request, response, page, { status = 200 } = {}) {
      const language = sessions.languageOf(request);
      const account = accounts.get(request);
      const navigation = deps.navigation(account, language);
      const frame = {
        site: { ...site, home: sessions.homeOf(request) },
        language,
        navigation,
        path: request.originalUrl,
        account: door(request, response),
      };
      sendMarkup(response, renderPage(frame, page), { status, language });
    },
    sendBarePage(request, response, page, { status = 200 } = {}) {
      const language = sessions.languageOf(request);
      sendMarkup(response, renderBarePage({ site, language }, page), { status, language });
    },
    close: store.close,
  };
  // Whoever signs in needs a session, even one who brings other credentials.
  sessions.routes.use((request, response, next) => {
    if (request.headers.authorization === undefined) next();
    else findSession(request, response, next);
  });
  const { client, findAccount } = deps.openId;
  const own = { deps, hasOpenId: client !== undefined, store, sessions, isTlsLost, letIn };
  sessions.routes.use(accountRoutes(own));
  if (client !== undefined) {
    const authorizations = createAuthorizationCookie({
      path: `${root}/openid/callback`,
      isSecure,
      now: deps.now,
    });
    sessions.routes.use(
      openIdRoutes({ ...own, openId: connectOpenId(client, deps), authorizations, findAccount }),
    );
  }
  return sessions;

  /**
   * The public address has TLS and this request seems to have come without: no browser would get the cookie of a
   * session. Nothing but the configuration of a proxy mends it, so the log says it too.
   */
  function isTlsLost(request: Request): boolean {
    if (!isSecure || request.secure) return false;
    if (!isTlsLossTold) deps.onError(new Error(signInWords.en.tlsLost));
    isTlsLossTold = true;
    return true;
  }

  function homeOf(account: Person): string {
    return deps.homeOf?.(account) ?? site.home;
  }

  /** Begins the session of somebody who has proved who they are, and leads on. */
  async function letIn(
    request: Request,
    response: Response,
    { account, next }: { account: Person; next: string | undefined },
  ): Promise<void> {
    if (isTlsLost(request)) {
      const { signIn: title, tlsLost } = signInWords[sessions.languageOf(request)];
      sessions.sendPage(request, response, { title, main: notice('bad', tlsLost) }, { status: 500 });
      return;
    }
    await store.begin(request, account);
    // Here already: pages that are asked for at once would each make a token, and the last cookie would win.
    csrf.field(request, response);
    await deps.noteSignIn(account.id);
    response.redirect(303, next ?? homeOf(account));
  }

  /** Address of the sign-in page that leads back to what was asked for. */
  function signInAddress(request: Request, { done }: { done?: string | undefined } = {}): string {
    return withQuery(`${root}/login/`, { next: leadsTo(request), done });
  }

  /**
   * Where a sign-in leads: to what was asked for, or to the page of the form that was sent; from a page of the
   * sign-in itself, to where that one leads.
   */
  function leadsTo(request: Request): string | undefined {
    if (isOwn(request.originalUrl)) return safePath(request.query.next);
    if (isRead(request)) return request.originalUrl;
    const page = pageOfForm(request);
    return page === undefined || isOwn(page) ? undefined : page;
  }

  function isOwn(address: string): boolean {
    return ['login', 'logout', 'openid', 'session'].some((own) => address.startsWith(`${root}/${own}`));
  }

  /** The page that a form stood on, when it is one of ours. The scheme is not compared: a proxy may have changed it. */
  function pageOfForm(request: Request): string | undefined {
    const referrer = request.get('referer');
    if (referrer === undefined || !URL.canParse(referrer)) return undefined;
    const { host, pathname, search } = new URL(referrer);
    const hosts = [request.host, ...(baseUrl === undefined ? [] : [new URL(baseUrl).host])];
    return hosts.includes(host) ? safePath(`${pathname}${search}`) : undefined;
  }

  /** Nobody is signed in to a browser that has seen forms of ours: the one it sends is of a session that is over. */
  function isOfEndedSession(request: Request): boolean {
    return !accounts.has(request) && csrf.wasGiven(request) && !isOwn(request.originalUrl);
  }

  function refuseForm(request: Request, response: Response, status: number): void {
    const say = signInWords[sessions.languageOf(request)];
    const why = { 403: say.expired, 413: say.tooLarge }[status] ?? say.unreadable;
    sessions.sendPage(request, response, { title: say.notSent, main: notice('bad', why) }, { status });
  }

  /** Who is signed in and the way out, or the way in. */
  function door(request: Request, response: Response) {
    const say = signInWords[sessions.languageOf(request)];
    const account = accounts.get(request);
    if (account === undefined) return html`<a href="${signInAddress(request)}">${say.signIn}</a>`;
    return html`<a href="${root}/">${account.username}</a>
<form method="post" action="${root}/logout/">${csrf.field(request, response)}${submitButton(say.signOut, { kind: 'plain' })}</form>`;
  }
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
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
