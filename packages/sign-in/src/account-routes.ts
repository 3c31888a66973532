import { AccountRuleError, SignInError } from '@campus/accounts';
import { facts, type Html, hiddenField, html, notice, submitButton, textField } from '@campus/pages';
import express, { type Request, type Response, type Router } from 'express';
import { safePath } from './safe-path.ts';
import type { Sessions } from './session.ts';
import type { Account, SignIn, SignInDeps } from './sign-in.ts';
import { words } from './words.ts';

/** What the routes of a person's own account work with. */
export interface AccountRoutesDeps<Person extends Account> {
  deps: SignInDeps<Person>;
  sessions: Sessions;
  signIn: SignIn<Person>;
  /** Whether the sign-in page shows the way to the identity provider. */
  hasOpenId: boolean;
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
  sessions,
  signIn,
  hasOpenId,
  letIn,
}: AccountRoutesDeps<Person>): Router {
  const { root, site } = deps;
  const router = express.Router();

  router.get('/login', (request, response) => {
    const next = safePath(request.query.next);
    if (signIn.accountOf(request) !== undefined) {
      response.redirect(next ?? site.home);
      return;
    }
    const signedOut = hasOpenId ? 'signedOutHere' : 'signedOut';
    const said = request.query.signed_out === undefined ? undefined : signedOut;
    sendLogin(request, response, { next, ...(said === undefined ? {} : { said }) });
  });

  router.post('/login', ...signIn.readForm, async (request, response) => {
    const { username, password } = textsOf(request);
    const next = safePath(textsOf(request).next);
    try {
      const address = request.ip ?? '';
      const account = await deps.checkPassword({
        username: username ?? '',
        password: password ?? '',
        address,
      });
      await letIn(request, response, { account, next });
    } catch (error) {
      if (!(error instanceof SignInError)) throw error;
      const problem = error.sentence(signIn.languageOf(request));
      sendLogin(request, response, { next, username, problem, status: statusOf(error, response) });
    }
  });

  router.post('/logout', ...signIn.readForm, async (request, response) => {
    await sessions.end(request);
    response.clearCookie('sessionid', { path: deps.cookiePath }).redirect(303, `${root}/login/?signed_out`);
  });

  router.get('/', signIn.requireAccount, (request, response) => sendAccount(request, response, {}));

  router.post('/', ...signIn.readForm, signIn.requireAccount, async (request, response) => {
    const account = signIn.accountOf(request);
    if (account === undefined) throw new Error('the route is open to nobody');
    const { current = '', password = '', repeated = '' } = textsOf(request);
    const say = words[signIn.languageOf(request)];
    if (password !== repeated) {
      sendAccount(request, response, { errors: { repeated: say.notTheSame }, status: 400 });
      return;
    }
    try {
      await deps.checkPassword({ username: account.username, password: current, address: request.ip ?? '' });
      await deps.changePassword(account, password);
    } catch (error) {
      if (!(error instanceof SignInError || error instanceof AccountRuleError)) throw error;
      const isPasswordWrong = error instanceof SignInError && error.code === 'bad_credentials';
      const problem = isPasswordWrong ? say.wrongPassword : error.sentence(signIn.languageOf(request));
      const errors = { [error instanceof SignInError ? 'current' : 'password']: problem };
      const status = isPasswordWrong || !(error instanceof SignInError) ? 400 : statusOf(error, response);
      sendAccount(request, response, { errors, status });
      return;
    }
    const changed = await deps.findAccount(account.id);
    if (changed !== undefined) await sessions.begin(request, changed);
    response.redirect(303, `${root}/?changed`);
  });
  return router;

  function sendLogin(
    request: Request,
    response: Response,
    shown: {
      next: string | undefined;
      username?: string | undefined;
      problem?: string;
      said?: 'signedOut' | 'signedOutHere';
      status?: number;
    },
  ): void {
    const say = words[signIn.languageOf(request)];
    const { next, username, problem, said, status = 200 } = shown;
    const leads = next === undefined ? undefined : `?${new URLSearchParams({ next })}`;
    const main = html`<div class="sheet narrow">
${said !== undefined && notice('info', say[said])}
${said === undefined && next !== undefined && problem === undefined && notice('info', say.ended)}
${problem !== undefined && notice('bad', problem)}
<form method="post" action="${root}/login/">
${signIn.csrfField(request, response)}${next !== undefined && hiddenField('next', next)}
${textField({ name: 'username', label: say.username, value: username, required: true, autocomplete: 'username' })}
${textField({ name: 'password', label: say.password, type: 'password', required: true, autocomplete: 'current-password' })}
${submitButton(say.signIn)}
</form>
${hasOpenId && html`<p><a class="button plain" href="${root}/openid/${leads}">${say.withOpenId}</a></p>`}
</div>`;
    signIn.send(request, response, { title: say.signIn, main }, { status });
  }

  function sendAccount(
    request: Request,
    response: Response,
    { errors = {}, status = 200 }: { errors?: Record<string, string>; status?: number },
  ): void {
    const account = signIn.accountOf(request);
    if (account === undefined) throw new Error('the page of an account is open to nobody else');
    const language = signIn.languageOf(request);
    const say = words[language];
    const main = html`${request.query.changed !== undefined && notice('good', say.changed)}
<div class="sheet">${facts([[say.username, account.username], ...deps.factsOf(account, language)])}</div>
<h2>${say.changePassword}</h2>
${account.passwordHash === null ? html`<p>${say.noPassword}</p>` : passwordForm(signIn.csrfField(request, response))}`;
    signIn.send(request, response, { title: say.account, main }, { status });

    function passwordForm(csrf: Html): Html {
      const secret = (name: string, label: string, autocomplete: string) =>
        textField({
          name,
          label,
          type: 'password',
          required: true,
          autocomplete,
          errors: errors[name] === undefined ? [] : [errors[name]],
        });
      return html`<form class="sheet narrow" method="post" action="${root}/">${csrf}
${secret('current', say.currentPassword, 'current-password')}
${secret('password', say.newPassword, 'new-password')}
${secret('repeated', say.repeatPassword, 'new-password')}
${submitButton(say.changePassword)}</form>`;
    }
  }
}

/** The status of an answer to a refused password; when to come again goes into its header. */
function statusOf({ code, retryAfterSeconds }: SignInError, response: Response): number {
  if (retryAfterSeconds !== undefined) response.set('Retry-After', String(retryAfterSeconds));
  return code === 'throttled' ? 429 : 403;
}

/** The fields of a plain form; of a repeated one the last. */
function textsOf({ body }: Request): Record<string, string | undefined> {
  const fields: Record<string, unknown> = body ?? {};
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      String(Array.isArray(value) ? value.at(-1) : value),
    ]),
  );
}
