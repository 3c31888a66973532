import { backLink, hiddenField, html, submitButton, textField } from '@campus/pages';
import express, { type Request, type Response, type Router } from 'express';
import { passkeyForm, passkeyScripts } from '../passkey/passkey-form.ts';
import { passkeyWords } from '../passkey/passkey-words.ts';
import { factorWords } from '../second-factor/factor-words.ts';
import type { AccountRoutesDeps } from '../session/account-routes-deps.ts';
import { formText } from '../session/form-text.ts';
import { statusOf } from '../session/refusal-status.ts';
import { safePath } from '../session/safe-path.ts';
import { signInWords } from '../session/sign-in-words.ts';
import { SignInError } from '../sign-in-error.ts';

/** Asks for the password again before factors are changed: a screen that was left open must not do it. */
export function proveAgainRoutes(own: AccountRoutesDeps): Router {
  const { readForm, requireAccount } = own.sessions;
  const router = express.Router();
  router.get('/prove', requireAccount, (request, response) =>
    sendProof(own, request, response, { next: safePath(request.query.next) }),
  );
  router.post('/prove', ...readForm, requireAccount, (request, response) => prove(own, request, response));
  return router;
}

async function prove(own: AccountRoutesDeps, request: Request, response: Response): Promise<void> {
  const { deps, store, sessions } = own;
  const account = sessions.accountOf(request);
  if (account === undefined) throw new Error('the route is open to nobody');
  const next = safePath(formText(request, 'next'));
  const { username } = account;
  try {
    const password = formText(request, 'password');
    await deps.checkPassword({ username, password, address: request.ip ?? '', isSignedIn: true });
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    const language = sessions.languageOf(request);
    const isWrong = error.code === 'bad_credentials';
    const problem = isWrong ? signInWords[language].wrongPassword : error.sentence(language);
    const status = isWrong ? 400 : statusOf(error, response);
    return sendProof(own, request, response, { next, problem, status });
  }
  await store.noteProof(request);
  response.redirect(303, next ?? `${deps.root}/`);
}

async function sendProof(
  { deps, sessions, factors, passkeys }: AccountRoutesDeps,
  request: Request,
  response: Response,
  { next, problem, status = 200 }: { next: string | undefined; problem?: string; status?: number },
): Promise<void> {
  const language = sessions.languageOf(request);
  const say = factorWords[language];
  const errors = problem === undefined ? undefined : [problem];
  const label = signInWords[language].currentPassword;
  const account = sessions.accountOf(request);
  const has = account && (await factors.of(account.id));
  const hasPasskey = passkeys !== undefined && has !== undefined && has.passkeys.length > 0;
  const usePasskey =
    hasPasskey &&
    passkeyForm({
      purpose: 'prove',
      root: deps.root,
      action: `${deps.root}/prove/passkey/`,
      csrf: sessions.csrfField(request, response),
      fields: next !== undefined && hiddenField('next', next),
      button: passkeyWords[language].use,
      language,
    });
  const main = html`<div class="sheet narrow"><p>${say.proveMeans}</p>
<form method="post" action="${deps.root}/prove/">${sessions.csrfField(request, response)}${next !== undefined && hiddenField('next', next)}
${textField({ name: 'password', label, type: 'password', required: true, autocomplete: 'current-password', errors })}
<p class="row">${submitButton(say.goOn)}${backLink(`${deps.root}/`, language)}</p></form>
${usePasskey}</div>`;
  const breadcrumbs = [{ text: signInWords[language].account, href: `${deps.root}/` }];
  const scripts = hasPasskey ? passkeyScripts : [];
  sessions.sendPage(request, response, { title: say.proveTitle, breadcrumbs, main, scripts }, { status });
}
