import { backLink, buttonLink, type Html, html, submitButton, textField } from '@campus/pages';
import express, { type Router } from 'express';
import { formText } from '../form-text.ts';
import { personAt } from '../history/change-as.ts';
import { passkeyForm, passkeyScripts } from '../passkey/passkey-form.ts';
import { passkeyWords } from '../passkey/passkey-words.ts';
import { factorWords } from '../second-factor/factor-words.ts';
import { factorsOf } from '../second-factor/factors.ts';
import { letIn, type PendingPerson, pendingPerson, sendToFirstStep } from '../session/let-in.ts';
import { openVisitsWith } from '../session/visit.ts';
import { SignInError, signInStatus } from '../sign-in-error.ts';
import type { OwnParts, StrangersVisit } from './sign-in-parts.ts';

/** What comes after a right password: a second factor, or the choice of one to set up. */
export function secondStepRoutes(own: OwnParts): Router {
  const open = openVisitsWith(own);
  const router = express.Router();
  router.get('/second-factor', open(show));
  router.post('/second-factor', ...own.sessions.readForm, open(giveCode));
  return router;
}

async function show(visit: StrangersVisit): Promise<void> {
  const person = await pendingPerson(visit);
  if (person === undefined) sendToFirstStep(visit);
  else await sendSecondStep(visit, person);
}

async function giveCode(visit: StrangersVisit): Promise<void> {
  const { totpKeys, request, response, reader } = visit;
  const person = await pendingPerson(visit);
  if (person?.pending.needs !== 'proof') return sendToFirstStep(visit);
  const { account, pending } = person;
  try {
    const code = formText(request, 'code');
    if (await totpKeys.useCode(account.id, code, personAt(account, request.ip)))
      return await letIn(visit, { account, next: pending.next, isProved: true });
    await sendSecondStep(visit, person, { problem: factorWords[reader.language].wrongCode, status: 403 });
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    const [problem, status] = [error.sentence(reader.language), signInStatus(error, response)];
    await sendSecondStep(visit, person, { problem, status });
  }
}

async function sendSecondStep(
  visit: StrangersVisit,
  { account, pending }: PendingPerson,
  { problem, status }: { problem?: string; status?: number } = {},
): Promise<void> {
  const { deps, passkeys, factors, reader, csrf, answer } = visit;
  const { language } = reader;
  const say = factorWords[language];
  const back = backLink(`${deps.root}/login/`, language);
  if (pending.needs === 'setup') {
    const main = html`<div class="sheet narrow"><p>${say.mustSetUp}</p>
<p class="row">${buttonLink({ text: say.setUpTotp, href: `${deps.root}/totp/` })}
${passkeys !== undefined && buttonLink({ text: passkeyWords[language].add, href: `${deps.root}/passkeys/` }, { kind: 'plain' })}${back}</p></div>`;
    return answer({ title: say.secondFactor, main });
  }
  const has = await factorsOf(factors.pool, account.id);
  const { hasTotp } = has;
  const hasPasskey = passkeys !== undefined && has.passkeys.length > 0;
  // What most people have at hand comes first; where that is the passkey, the code is for the day when it is lost.
  const isPasskeyFirst = hasPasskey && !hasTotp;
  const parts = [codeForm(), hasPasskey && usePasskey()];
  const main = html`<div class="sheet narrow">${isPasskeyFirst ? parts.toReversed() : parts}</div>`;
  const scripts = hasPasskey ? passkeyScripts : [];
  answer({ title: say.secondFactor, main, scripts }, status);

  function usePasskey(): Html {
    return passkeyForm({
      purpose: 'sign-in',
      root: deps.root,
      action: `${deps.root}/login/passkey/`,
      csrf: csrf(),
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
    return html`<form method="post" action="${deps.root}/second-factor/">${csrf()}
${textField({ name: 'code', label, help, required: true, autocomplete: 'one-time-code', maxLength: 40, errors })}
<p class="row">${submitButton(say.goOn, { kind })}${back}</p></form>`;
  }
}
