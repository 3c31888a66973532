import { backLink, buttonLink, type Html, html, submitButton, textField } from '@campus/pages';
import express, { type Request, type Response, type Router } from 'express';
import { personAt } from '../history/actor.ts';
import { passkeyForm, passkeyScripts } from '../passkey/passkey-form.ts';
import { passkeyWords } from '../passkey/passkey-words.ts';
import { factorWords } from '../second-factor/factor-words.ts';
import type { AccountRoutesDeps } from '../session/account-routes-deps.ts';
import { formText } from '../session/form-text.ts';
import { letIn } from '../session/let-in.ts';
import { type PendingPerson, pendingPerson, sendToFirstStep } from '../session/pending-person.ts';
import { statusOf } from '../session/refusal-status.ts';
import { SignInError } from '../sign-in-error.ts';

/** What comes after a right password: a second factor, or the choice of one to set up. */
export function secondStepRoutes(own: AccountRoutesDeps): Router {
  const router = express.Router();
  router.get('/second-factor', async (request, response) => {
    const person = await pendingPerson(own, request);
    if (person === undefined) sendToFirstStep(own, request, response);
    else await sendSecondStep(own, request, response, { person });
  });
  router.post('/second-factor', ...own.sessions.readForm, async (request, response) => {
    const person = await pendingPerson(own, request);
    if (person?.pending.needs !== 'proof') sendToFirstStep(own, request, response);
    else await giveCode(own, request, response, person);
  });
  return router;
}

async function giveCode(
  own: AccountRoutesDeps,
  request: Request,
  response: Response,
  person: PendingPerson,
): Promise<void> {
  const { account, pending } = person;
  const language = own.sessions.languageOf(request);
  try {
    const code = formText(request, 'code');
    if (await own.factors.useCode(account.id, code, personAt(account, request.ip)))
      return await letIn(own, request, response, { account, next: pending.next, isProved: true });
    const problem = factorWords[language].wrongCode;
    await sendSecondStep(own, request, response, { person, problem, status: 403 });
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    const [problem, status] = [error.sentence(language), statusOf(error, response)];
    await sendSecondStep(own, request, response, { person, problem, status });
  }
}

async function sendSecondStep(
  own: AccountRoutesDeps,
  request: Request,
  response: Response,
  {
    person: { account, pending },
    problem,
    status = 200,
  }: { person: PendingPerson; problem?: string; status?: number },
): Promise<void> {
  const { deps, sessions, factors, passkeys } = own;
  const language = sessions.languageOf(request);
  const say = factorWords[language];
  const back = backLink(`${deps.root}/login/`, language);
  if (pending.needs === 'setup') {
    const main = html`<div class="sheet narrow"><p>${say.mustSetUp}</p>
<p class="row">${buttonLink({ text: say.setUpTotp, href: `${deps.root}/totp/` })}
${passkeys !== undefined && buttonLink({ text: passkeyWords[language].add, href: `${deps.root}/passkeys/` }, { kind: 'plain' })}${back}</p></div>`;
    return sessions.sendPage(request, response, { title: say.secondFactor, main });
  }
  const has = await factors.of(account.id);
  const { hasTotp } = has;
  const hasPasskey = passkeys !== undefined && has.passkeys.length > 0;
  // What most people have at hand comes first; where that is the passkey, the code is for the day when it is lost.
  const isPasskeyFirst = hasPasskey && !hasTotp;
  const parts = [codeForm(), hasPasskey && usePasskey()];
  const main = html`<div class="sheet narrow">${isPasskeyFirst ? parts.toReversed() : parts}</div>`;
  const scripts = hasPasskey ? passkeyScripts : [];
  sessions.sendPage(request, response, { title: say.secondFactor, main, scripts }, { status });

  function usePasskey(): Html {
    return passkeyForm({
      purpose: 'sign-in',
      root: deps.root,
      action: `${deps.root}/login/passkey/`,
      csrf: sessions.csrfField(request, response),
      button: passkeyWords[language].use,
      kind: isPasskeyFirst ? 'primary' : 'plain',
      language,
    });
  }

  function codeForm(): Html {
    const errors = problem === undefined ? undefined : [problem];
    const label = hasTotp ? say.code : say.recoveryCode;
    const help = hasTotp ? say.codeHelp : say.recoveryCodeHelp;
    const kind = isPasskeyFirst ? 'plain' : 'primary';
    return html`<form method="post" action="${deps.root}/second-factor/">${sessions.csrfField(request, response)}
${textField({ name: 'code', label, help, required: true, autocomplete: 'one-time-code', maxLength: 40, errors })}
<p class="row">${submitButton(say.goOn, { kind })}${back}</p></form>`;
  }
}
