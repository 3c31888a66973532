import { backLink, hiddenField, html, submitButton, textField } from '@campus/pages';
import express, { type Router } from 'express';
import { formText } from '../form-text.ts';
import { passkeyForm, passkeyScripts } from '../passkey/passkey-form.ts';
import { passkeyWords } from '../passkey/passkey-words.ts';
import { trailTo } from '../second-factor/change-factors.ts';
import { factorWords } from '../second-factor/factor-words.ts';
import { factorsOf } from '../second-factor/factors.ts';
import { safePath } from '../session/sign-in-address.ts';
import { signInWords } from '../session/sign-in-words.ts';
import { visitsWith } from '../session/visit.ts';
import { whyWrong } from './own-account.ts';
import type { OwnParts, OwnVisit } from './sign-in-parts.ts';

/** Asks for the password again before factors are changed: a screen that was left open must not do it. */
export function proveAgainRoutes(own: OwnParts): Router {
  const run = visitsWith(own);
  const router = express.Router();
  router.get(
    '/prove',
    run((visit) => sendProof(visit, { next: safePath(visit.request.query.next) })),
  );
  router.post('/prove', ...own.sessions.readForm, run(prove));
  return router;
}

async function prove(visit: OwnVisit): Promise<void> {
  const { deps, store, request, response } = visit;
  const next = safePath(formText(request, 'next'));
  const wrong = await whyWrong(visit, formText(request, 'password'));
  if (wrong !== undefined) return sendProof(visit, { next, ...wrong });
  await store.noteProof(request);
  response.redirect(303, next ?? `${deps.root}/`);
}

async function sendProof(
  { deps, factors, passkeys, reader, csrf, answer }: OwnVisit,
  { next, problem, status }: { next: string | undefined; problem?: string; status?: number },
): Promise<void> {
  const { account, language } = reader;
  const say = factorWords[language];
  const errors = problem === undefined ? undefined : [problem];
  const label = signInWords[language].currentPassword;
  const has = await factorsOf(factors.pool, account.id);
  const hasPasskey = passkeys !== undefined && has.passkeys.length > 0;
  const usePasskey =
    hasPasskey &&
    passkeyForm({
      purpose: 'prove',
      root: deps.root,
      action: `${deps.root}/prove/passkey/`,
      csrf: csrf(),
      fields: next !== undefined && hiddenField('next', next),
      button: passkeyWords[language].use,
      language,
    });
  const main = html`<div class="sheet narrow"><p>${say.proveMeans}</p>
<form method="post" action="${deps.root}/prove/">${csrf()}${next !== undefined && hiddenField('next', next)}
${textField({ name: 'password', label, type: 'password', required: true, autocomplete: 'current-password', errors })}
<p class="row">${submitButton(say.goOn)}${backLink(`${deps.root}/`, language)}</p></form>
${usePasskey}</div>`;
  const scripts = hasPasskey ? passkeyScripts : [];
  answer({ title: say.proveTitle, breadcrumbs: trailTo(deps.root, language), main, scripts }, status);
}
