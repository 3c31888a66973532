import {
  buttonLink,
  facts,
  type Html,
  hasProblems,
  hiddenField,
  html,
  notice,
  outcomeNotice,
  type Problems,
  submitButton,
  textField,
  withQuery,
} from '@campus/pages';
import express, { type Request, type Response, type Router } from 'express';
import { SignInError, type SignInErrorCode } from '../sign-in-error.ts';
import type { Account, BrowserSessions, BrowserSessionsDeps } from './browser-sessions.ts';
import { casAddress } from './cas-address.ts';
import { formText } from './form-text.ts';
import { typedPasswordProblems } from './new-password.ts';
import { safePath } from './safe-path.ts';
import type { SessionStore } from './session-store.ts';
import { endedSession, homeOf } from './sign-in-address.ts';
import { signInWords } from './sign-in-words.ts';

/** What the routes of a person's own account work with. */
export interface AccountRoutesDeps {
  deps: BrowserSessionsDeps<Account>;
  store: SessionStore;
  sessions: BrowserSessions<Account>;
  /** Whether nobody can sign in by this request, since a proxy hides that the browser has TLS. */
  isTlsLost(request: Request): boolean;
}

/** Sign-in, sign-out, and the page of one's own account. */
export function accountRoutes(own: AccountRoutesDeps): Router {
  const { sessions, deps } = own;
  const { readForm, requireAccount } = sessions;
  const router = express.Router();
  router.get('/login', (request, response) => showLogin(own, request, response));
  router.post('/login', ...readForm, (request, response) => signIn(own, request, response));
  router.get('/session', (request, response) => showWhetherItLasts(own, request, response));
  router.post('/logout', (request, response, next) => {
    // The session may have ended before: then this form has nothing left to do.
    if (sessions.accountOf(request) !== undefined) next();
    else response.redirect(303, `${deps.root}/login/?done=signedOut`);
  });
  router.post('/logout', ...readForm, (request, response) => signOut(own, request, response));
  router.get('/', requireAccount, (request, response) => sendAccount(own, request, response));
  router.post('/', ...readForm, requireAccount, (request, response) =>
    changePassword(own, request, response),
  );
  return router;
}

/**
 * Begins the session of somebody who has proved who they are, and leads on to `next`, else to the home page.
 *
 * @param entry.there  their session at the identity provider, when it may end this one
 */
export async function letIn(
  { deps, store, sessions, isTlsLost }: AccountRoutesDeps,
  request: Request,
  response: Response,
  { account, next, there }: { account: Account; next: string | undefined; there?: string | undefined },
): Promise<void> {
  if (isTlsLost(request)) {
    const { signIn: title, tlsLost } = signInWords[sessions.languageOf(request)];
    sessions.sendPage(request, response, { title, main: notice('bad', tlsLost) }, { status: 500 });
    return;
  }
  await store.begin(request, account, { there });
  // Here already: pages that are asked for at once would each make a token, and the last cookie would win.
  sessions.csrfField(request, response);
  await deps.noteSignIn(account.id);
  response.redirect(303, next ?? homeOf(deps, account));
}

function showLogin(own: AccountRoutesDeps, request: Request, response: Response): void {
  const { sessions } = own;
  const next = safePath(request.query.next);
  if (sessions.accountOf(request) === undefined) sendLogin(own, request, response, { next });
  else response.redirect(next ?? sessions.homeOf(request));
}

async function signIn(own: AccountRoutesDeps, request: Request, response: Response): Promise<void> {
  const { deps, sessions } = own;
  const username = formText(request, 'username');
  const next = safePath(formText(request, 'next'));
  try {
    const password = formText(request, 'password');
    const account = await deps.checkPassword({ username, password, address: request.ip ?? '' });
    await letIn(own, request, response, { account, next });
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    const problem = error.sentence(sessions.languageOf(request));
    sendLogin(own, request, response, { next, username, problem, status: statusOf(error, response) });
  }
}

function showWhetherItLasts(own: AccountRoutesDeps, request: Request, response: Response): void {
  response.set('Cache-Control', 'no-store');
  if (own.sessions.accountOf(request) !== undefined) response.status(204).end();
  else {
    const next = safePath(request.query.next);
    response.redirect(withQuery(`${own.deps.root}/login/`, { next, done: endedSession }));
  }
}

async function signOut(own: AccountRoutesDeps, request: Request, response: Response): Promise<void> {
  const { root, cookiePath } = own.deps;
  await own.store.end(request);
  response.clearCookie('sessionid', { path: cookiePath }).redirect(303, `${root}/login/?done=signedOut`);
}

async function changePassword(own: AccountRoutesDeps, request: Request, response: Response): Promise<void> {
  const { deps, store, sessions } = own;
  const account = sessions.accountOf(request);
  if (account === undefined) throw new Error('the route is open to nobody');
  const language = sessions.languageOf(request);
  const password = formText(request, 'password');
  const typed = { password, repeated: formText(request, 'repeated') };
  const { username } = account;
  const problems = typedPasswordProblems(typed, { username, language });
  if (hasProblems(problems)) {
    sendAccount(own, request, response, { problems, status: 400 });
    return;
  }
  try {
    const current = formText(request, 'current');
    const address = request.ip ?? '';
    await deps.checkPassword({ username, password: current, address, isSignedIn: true });
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    const isWrong = error.code === 'bad_credentials';
    const sentence = isWrong ? signInWords[language].wrongPassword : error.sentence(language);
    const status = isWrong ? 400 : statusOf(error, response);
    sendAccount(own, request, response, { problems: { current: [sentence] }, status });
    return;
  }
  await deps.changePassword(account, { password, address: request.ip });
  const changed = await deps.findAccount(account.id);
  if (changed !== undefined) await store.begin(request, changed);
  response.redirect(303, `${deps.root}/?done=changed`);
}

function sendLogin(
  { deps, sessions, isTlsLost }: AccountRoutesDeps,
  request: Request,
  response: Response,
  shown: { next: string | undefined; username?: string; problem?: string; status?: number },
): void {
  const { root, openId, cas } = deps;
  const say = signInWords[sessions.languageOf(request)];
  const { next, username, problem, status = 200 } = shown;
  const ways = [
    ...(openId.client === undefined ? [] : [{ text: say.withOpenId, path: 'openid' }]),
    ...(cas?.server === undefined ? [] : [{ text: say.withCas, path: 'cas' }]),
  ];
  const signedOut = { mood: 'info', text: ways.length > 0 ? say.signedOutHere : say.signedOut } as const;
  const ended = { mood: 'warning', text: say.sessionEnded } as const;
  const done = outcomeNotice(request.query.done, { signedOut, [endedSession]: ended });
  const toProviders = ways.map(({ text, path }) => ({ text, href: withQuery(`${root}/${path}/`, { next }) }));
  const outThere =
    cas?.server !== undefined && request.query.done === 'signedOut'
      ? { text: say.signOutThere, href: casAddress(cas.server.url, 'logout') }
      : undefined;
  const main = html`<div class="sheet narrow">
${done}
${outThere !== undefined && html`<p><a href="${outThere.href}">${outThere.text}</a></p>`}
${done === undefined && next !== undefined && problem === undefined && notice('info', say.goOn)}
${isTlsLost(request) && notice('bad', say.tlsLost)}
${problem !== undefined && notice('bad', problem)}
<form method="post" action="${root}/login/">
${sessions.csrfField(request, response)}${next !== undefined && hiddenField('next', next)}
${textField({ name: 'username', label: say.username, value: username, required: true, autocomplete: 'username' })}
${textField({ name: 'password', label: say.password, type: 'password', required: true, autocomplete: 'current-password' })}
${submitButton(say.signIn)}
</form>
${toProviders.map((way) => html`<p>${buttonLink(way, { kind: 'plain' })}</p>`)}
</div>`;
  sessions.sendPage(request, response, { title: say.signIn, main }, { status });
}

function sendAccount(
  { deps, sessions }: AccountRoutesDeps,
  request: Request,
  response: Response,
  { problems = {}, status = 200 }: { problems?: Problems; status?: number } = {},
): void {
  const account = sessions.accountOf(request);
  if (account === undefined) throw new Error('the page of an account is open to nobody else');
  const language = sessions.languageOf(request);
  const say = signInWords[language];
  const main = html`${outcomeNotice(request.query.done, { changed: { mood: 'good', text: say.changed } })}
<div class="sheet">${facts([[say.username, account.username], ...deps.factsOf(account, language)])}</div>
<h2>${say.changePassword}</h2>
${account.passwordHash === null ? html`<p>${say.noPassword}</p>` : passwordForm(sessions.csrfField(request, response))}`;
  sessions.sendPage(request, response, { title: say.account, main }, { status });

  function passwordForm(csrf: Html): Html {
    const secret = (name: string, label: string, autocomplete: string) =>
      textField({ name, label, type: 'password', required: true, autocomplete, errors: problems[name] });
    return html`<form class="sheet narrow" method="post" action="${deps.root}/">${csrf}
${secret('current', say.currentPassword, 'current-password')}
${secret('password', say.newPassword, 'new-password')}
${secret('repeated', say.repeatPassword, 'new-password')}
${submitButton(say.changePassword)}</form>`;
  }
}

const statuses = {
  bad_credentials: 403,
  throttled: 429,
  busy: 503,
} satisfies Record<SignInErrorCode, number>;

/** The status of an answer to a refused password; when to come again goes into its header. */
function statusOf({ code, retryAfterSeconds }: SignInError, response: Response): number {
  if (retryAfterSeconds !== undefined) response.set('Retry-After', String(retryAfterSeconds));
  return statuses[code];
}
