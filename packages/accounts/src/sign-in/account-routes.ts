import {
  buttonLink,
  hiddenField,
  html,
  notice,
  outcomeNotice,
  submitButton,
  textField,
  withQuery,
} from '@campus/pages';
import express, { type Request, type Response, type Router } from 'express';
import { passkeyRoutes } from '../passkey/own-passkeys.ts';
import { passkeyForm, passkeyScripts } from '../passkey/passkey-form.ts';
import { passkeyWords } from '../passkey/passkey-words.ts';
import { casAddress } from '../provider/cas-address.ts';
import { recoveryCodeRoutes } from '../second-factor/own-recovery-codes.ts';
import type { AccountRoutesDeps } from '../session/account-routes-deps.ts';
import { formText } from '../session/form-text.ts';
import { letInByPassword } from '../session/let-in.ts';
import { endSessions } from '../session/own-sessions.ts';
import { statusOf } from '../session/refusal-status.ts';
import { safePath } from '../session/safe-path.ts';
import { endedSession } from '../session/sign-in-address.ts';
import { signInWords } from '../session/sign-in-words.ts';
import { SignInError } from '../sign-in-error.ts';
import { totpRoutes } from '../totp/own-totp.ts';
import { changePassword, sendOwnAccount } from './own-account.ts';
import { proveAgainRoutes } from './prove-again.ts';
import { secondStepRoutes } from './second-step.ts';

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
  router.get('/', requireAccount, (request, response) => sendOwnAccount(own, request, response));
  router.post('/', ...readForm, requireAccount, (request, response) =>
    changePassword(own, request, response),
  );
  router.post('/sessions', ...readForm, requireAccount, (request, response) =>
    endSessions(own, request, response),
  );
  router.use(secondStepRoutes(own), proveAgainRoutes(own), totpRoutes(own), recoveryCodeRoutes(own));
  if (own.passkeys !== undefined) router.use(passkeyRoutes(own, own.passkeys));
  return router;
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
    await letInByPassword(own, request, response, { account, next });
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

function sendLogin(
  { deps, sessions, passkeys, isTlsLost }: AccountRoutesDeps,
  request: Request,
  response: Response,
  shown: { next: string | undefined; username?: string; problem?: string; status?: number },
): void {
  const { root, openId, cas } = deps;
  const language = sessions.languageOf(request);
  const say = signInWords[language];
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
${passkeys !== undefined && passkeyForm({ purpose: 'sign-in', root, action: `${root}/login/passkey/`, csrf: sessions.csrfField(request, response), fields: next !== undefined && hiddenField('next', next), button: passkeyWords[language].signIn, language })}
${toProviders.map((way) => html`<p>${buttonLink(way, { kind: 'plain' })}</p>`)}
</div>`;
  const scripts = passkeys === undefined ? [] : passkeyScripts;
  sessions.sendPage(request, response, { title: say.signIn, main, scripts }, { status });
}
