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
import { formText } from './form-text.ts';
import { typedPasswordProblems } from './new-password.ts';
import { safePath } from './safe-path.ts';
import type { SessionStore } from './session-store.ts';
import { signInWords } from './sign-in-words.ts';

/** What the sign-in page is told by `?done=` when it answers a form that came too late. */
export const endedSession = 'ended';

/** What the routes of a person's own account work with. */
export interface AccountRoutesDeps<Person extends Account> {
  deps: BrowserSessionsDeps<Person>;
  store: SessionStore;
  sessions: BrowserSessions<Person>;
  /** Whether the sign-in page shows the way to the identity provider. */
  hasOpenId: boolean;
  /** Whether nobody can sign in by this request, since a proxy hides that the browser has TLS. */
  isTlsLost(request: Request): boolean;
  /** Begins the session of somebody who has proved who they are, and leads on to `next`, else to the home page. */
  letIn(
    request: Request,
    response: Response,
    entrance: { account: Person; next: string | undefined },
  ): Promise<void>;
}

/** Sign-in, sign-out, and the page of one's own account. */
export function accountRoutes<Person extends Account>({
  deps,
  store,
  sessions,
  hasOpenId,
  isTlsLost,
  letIn,
}: AccountRoutesDeps<Person>): Router {
  const { root } = deps;
  const router = express.Router();

  router.get('/login', (request, response) => {
    const next = safePath(request.query.next);
    if (sessions.accountOf(request) !== undefined) {
      response.redirect(next ?? sessions.homeOf(request));
      return;
    }
    sendLogin(request, response, { next });
  });

  router.post('/login', ...sessions.readForm, async (request, response) => {
    const username = formText(request, 'username');
    const next = safePath(formText(request, 'next'));
    try {
      const password = formText(request, 'password');
      const account = await deps.checkPassword({ username, password, address: request.ip ?? '' });
      await letIn(request, response, { account, next });
    } catch (error) {
      if (!(error instanceof SignInError)) throw error;
      const problem = error.sentence(sessions.languageOf(request));
      sendLogin(request, response, { next, username, problem, status: statusOf(error, response) });
    }
  });

  router.get('/session', (request, response) => {
    response.set('Cache-Control', 'no-store');
    if (sessions.accountOf(request) !== undefined) response.status(204).end();
    else {
      const next = safePath(request.query.next);
      response.redirect(withQuery(`${root}/login/`, { next, done: endedSession }));
    }
  });

  router.post('/logout', (request, response, next) => {
    // The session may have ended before: then this form has nothing left to do.
    if (sessions.accountOf(request) !== undefined) next();
    else response.redirect(303, `${root}/login/?done=signedOut`);
  });

  router.post('/logout', ...sessions.readForm, async (request, response) => {
    await store.end(request);
    response
      .clearCookie('sessionid', { path: deps.cookiePath })
      .redirect(303, `${root}/login/?done=signedOut`);
  });

  router.get('/', sessions.requireAccount, (request, response) => sendAccount(request, response, {}));

  router.post('/', ...sessions.readForm, sessions.requireAccount, async (request, response) => {
    const account = sessions.accountOf(request);
    if (account === undefined) throw new Error('the route is open to nobody');
    const language = sessions.languageOf(request);
    const password = formText(request, 'password');
    const typed = { password, repeated: formText(request, 'repeated') };
    const { username } = account;
    const problems = typedPasswordProblems(typed, { username, language });
    if (hasProblems(problems)) {
      sendAccount(request, response, { problems, status: 400 });
      return;
    }
    try {
      const current = formText(request, 'current');
      await deps.checkPassword({
        username,
        password: current,
        address: request.ip ?? '',
        isSignedIn: true,
      });
    } catch (error) {
      if (!(error instanceof SignInError)) throw error;
      const isWrong = error.code === 'bad_credentials';
      const sentence = isWrong ? signInWords[language].wrongPassword : error.sentence(language);
      const status = isWrong ? 400 : statusOf(error, response);
      sendAccount(request, response, { problems: { current: [sentence] }, status });
      return;
    }
    await deps.changePassword(account, { password, address: request.ip });
    const changed = await deps.findAccount(account.id);
    if (changed !== undefined) await store.begin(request, changed);
    response.redirect(303, `${root}/?done=changed`);
  });
  return router;

  function sendLogin(
    request: Request,
    response: Response,
    shown: {
      next: string | undefined;
      username?: string | undefined;
      problem?: string;
      status?: number;
    },
  ): void {
    const say = signInWords[sessions.languageOf(request)];
    const { next, username, problem, status = 200 } = shown;
    const signedOut = { mood: 'info', text: hasOpenId ? say.signedOutHere : say.signedOut } as const;
    const ended = { mood: 'warning', text: say.sessionEnded } as const;
    const done = outcomeNotice(request.query.done, { signedOut, [endedSession]: ended });
    const openId = { text: say.withOpenId, href: withQuery(`${root}/openid/`, { next }) };
    const main = html`<div class="sheet narrow">
${done}
${done === undefined && next !== undefined && problem === undefined && notice('info', say.goOn)}
${isTlsLost(request) && notice('bad', say.tlsLost)}
${problem !== undefined && notice('bad', problem)}
<form method="post" action="${root}/login/">
${sessions.csrfField(request, response)}${next !== undefined && hiddenField('next', next)}
${textField({ name: 'username', label: say.username, value: username, required: true, autocomplete: 'username' })}
${textField({ name: 'password', label: say.password, type: 'password', required: true, autocomplete: 'current-password' })}
${submitButton(say.signIn)}
</form>
${hasOpenId && html`<p>${buttonLink(openId, { kind: 'plain' })}</p>`}
</div>`;
    sessions.sendPage(request, response, { title: say.signIn, main }, { status });
  }

  function sendAccount(
    request: Request,
    response: Response,
    { problems = {}, status = 200 }: { problems?: Problems; status?: number },
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
      return html`<form class="sheet narrow" method="post" action="${root}/">${csrf}
${secret('current', say.currentPassword, 'current-password')}
${secret('password', say.newPassword, 'new-password')}
${secret('repeated', say.repeatPassword, 'new-password')}
${submitButton(say.changePassword)}</form>`;
    }
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
