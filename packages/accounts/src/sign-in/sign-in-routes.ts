import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import express, { type Router } from 'express';
import { formText } from '../form-text.ts';
import { personAt } from '../history/change-as.ts';
import { passkeyForm, passkeyScripts } from '../passkey/passkey-form.ts';
import { passkeyRoutes } from '../passkey/passkey-routes.ts';
import { passkeyWords } from '../passkey/passkey-words.ts';
import { casAddress } from '../provider/provider-parameters.ts';
import { recoveryCodeRoutes, trailTo } from '../second-factor/change-factors.ts';
import { factorWords } from '../second-factor/factor-words.ts';
import { factorsOf } from '../second-factor/factors.ts';
import {
  letIn,
  letInByPassword,
  type PendingPerson,
  pendingPerson,
  sendToFirstStep,
} from '../session/let-in.ts';
import { endSessions } from '../session/own-sessions.ts';
import { endedSession, safePath } from '../session/sign-in-address.ts';
import { signInWords } from '../session/sign-in-words.ts';
import { openVisitsWith, visitsWith } from '../session/visit.ts';
import { signInRefusal } from '../sign-in-error.ts';
import { logRefusal } from '../sign-in-log.ts';
import { totpRoutes } from '../totp/own-totp.ts';
import { changeOwnPassword, showOwnAccount, whyWrong } from './own-account.ts';
import type { OwnParts, OwnVisit, StrangersVisit } from './sign-in-parts.ts';

/** Sign-in, sign-out, and the page of one's own account. */
export function signInRoutes(own: OwnParts): Router {
  const { sessions, deps, passkeys } = own;
  const { readForm } = sessions;
  const [run, open] = [visitsWith(own), openVisitsWith(own)];
  const router = express.Router();
  router.get('/login', open(showLogin));
  router.post('/login', ...readForm, open(signIn));
  router.get('/second-factor', open(showSecondStep));
  router.post('/second-factor', ...readForm, open(giveCode));
  router.get('/session', open(showWhetherItLasts));
  router.post('/logout', (request, response, next) => {
    // What scripts have kept. Pages are not in the cache; and "cookies" would take those of the whole institution. Pages
    // of other sites, whose forms get here without a session, clear nothing; browsers say so wherever they clear at all.
    if (request.get('sec-fetch-site') === 'same-origin') response.set('Clear-Site-Data', '"storage"');
    // The session may have ended before: then this form has nothing left to do.
    if (sessions.accountOf(request) !== undefined) next();
    else response.redirect(303, `${deps.root}/login/?done=signedOut`);
  });
  router.post('/logout', ...readForm, run(signOut));
  router.get(
    '/',
    run((visit) => showOwnAccount(visit)),
  );
  router.post('/', ...readForm, run(changeOwnPassword));
  router.post('/sessions', ...readForm, run(endSessions));
  router.use(proveAgainRoutes(own), totpRoutes(own), recoveryCodeRoutes(own));
  if (passkeys !== undefined) router.use(passkeyRoutes({ ...own, passkeys }));
  return router;
}

function showLogin(visit: StrangersVisit): void {
  const { sessions, request, response, reader } = visit;
  const next = safePath(request.query.next);
  if (reader.account === undefined) sendLogin(visit, { next });
  else response.redirect(next ?? sessions.homeOf(request));
}

async function signIn(visit: StrangersVisit): Promise<void> {
  const { deps, request } = visit;
  const username = formText(request, 'username');
  const next = safePath(formText(request, 'next'));
  try {
    const password = formText(request, 'password');
    const account = await deps.checkPassword({ username, password, address: request.ip ?? '' });
    await letInByPassword(visit, { account, next });
  } catch (error) {
    const { code, account, ...refused } = signInRefusal(error, visit);
    if (code === 'bad_credentials') logRefusal(request, { by: 'password', account });
    sendLogin(visit, { next, username, ...refused });
  }
}

function showWhetherItLasts({ deps, request, response, reader }: StrangersVisit): void {
  response.set('Cache-Control', 'no-store');
  if (reader.account !== undefined) response.status(204).end();
  else {
    const next = safePath(request.query.next);
    response.redirect(ui.withQuery(`${deps.root}/login/`, { next, done: endedSession }));
  }
}

async function signOut({ deps, store, request, response }: OwnVisit): Promise<void> {
  const { root, cookiePath } = deps;
  await store.end(request);
  response.clearCookie('sessionid', { path: cookiePath }).redirect(303, `${root}/login/?done=signedOut`);
}

function sendLogin(
  visit: StrangersVisit,
  shown: { next: string | undefined; username?: string; problem?: string; status?: number },
): void {
  const { deps, passkeys, isTlsLost, request, reader, csrf, answer } = visit;
  const { root, openId, cas } = deps;
  const { language } = reader;
  const say = signInWords[language];
  const { next, username, problem, status } = shown;
  const ways = [
    ...(openId.client === undefined ? [] : [{ text: say.withOpenId, path: 'openid' }]),
    ...(cas?.server === undefined ? [] : [{ text: say.withCas, path: 'cas' }]),
  ];
  const signedOut = { mood: 'info', text: ways.length > 0 ? say.signedOutHere : say.signedOut } as const;
  const ended = { mood: 'warning', text: say.sessionEnded } as const;
  const done = ui.outcomeNotice(request.query.done, { signedOut, [endedSession]: ended });
  const toProviders = ways.map(({ text, path }) => ({
    text,
    href: ui.withQuery(`${root}/${path}/`, { next }),
  }));
  const outThere =
    cas?.server !== undefined && request.query.done === 'signedOut'
      ? { text: say.signOutThere, href: casAddress(cas.server.url, 'logout') }
      : undefined;
  const main = html`<div class="sheet narrow">
${done}
${outThere !== undefined && html`<p><a href="${outThere.href}">${outThere.text}</a></p>`}
${done === undefined && next !== undefined && problem === undefined && ui.notice('info', say.goOn)}
${isTlsLost(request) && ui.notice('bad', say.tlsLost)}
${problem !== undefined && ui.notice('bad', problem)}
<form method="post" action="${root}/login/">
${csrf()}${next !== undefined && ui.hiddenField('next', next)}
${ui.textField({ name: 'username', label: say.username, value: username, required: true, autocomplete: 'username' })}
${ui.textField({ name: 'password', label: say.password, type: 'password', required: true, autocomplete: 'current-password' })}
${ui.submitButton(say.signIn)}
</form>
${passkeys !== undefined && passkeyForm(visit, { purpose: 'sign-in', fields: next !== undefined && ui.hiddenField('next', next), button: passkeyWords[language].signIn })}
${toProviders.map((way) => html`<p>${ui.buttonLink(way, { kind: 'plain' })}</p>`)}
</div>`;
  const scripts = passkeys === undefined ? [] : passkeyScripts;
  answer({ title: say.signIn, main, scripts }, status);
}

/** What comes after a right password: a second factor, or the choice of one to set up. */
async function showSecondStep(visit: StrangersVisit): Promise<void> {
  const person = await pendingPerson(visit);
  if (person === undefined) sendToFirstStep(visit);
  else await sendSecondStep(visit, person);
}

async function giveCode(visit: StrangersVisit): Promise<void> {
  const { totpKeys, request, reader } = visit;
  const person = await pendingPerson(visit);
  if (person?.pending.needs !== 'proof') return sendToFirstStep(visit);
  const { account, pending } = person;
  try {
    const code = formText(request, 'code');
    if (await totpKeys.useCode(account.id, code, personAt(account, request.ip)))
      return await letIn(visit, { account, next: pending.next, by: 'code' });
    logRefusal(visit.request, { by: 'code', account: account.username });
    await sendSecondStep(visit, person, { problem: factorWords[reader.language].wrongCode, status: 403 });
  } catch (error) {
    await sendSecondStep(visit, person, signInRefusal(error, visit));
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
  const back = ui.backLink(`${deps.root}/login/`, language);
  if (pending.needs === 'setup') {
    const main = html`<div class="sheet narrow"><p>${say.mustSetUp}</p>
<p class="row">${ui.buttonLink({ text: say.setUpTotp, href: `${deps.root}/totp/` })}
${passkeys !== undefined && ui.buttonLink({ text: passkeyWords[language].add, href: `${deps.root}/passkeys/` }, { kind: 'plain' })}${back}</p></div>`;
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
    const kind = isPasskeyFirst ? 'primary' : 'plain';
    return passkeyForm(visit, { purpose: 'sign-in', button: passkeyWords[language].use, kind });
  }

  function codeForm(): Html {
    const errors = problem === undefined ? undefined : [problem];
    const label = hasTotp ? say.code : say.recoveryCode;
    const help = hasTotp ? say.codeHelp : say.recoveryCodeHelp;
    const kind = isPasskeyFirst ? 'plain' : 'primary';
    return html`<form method="post" action="${deps.root}/second-factor/">${csrf()}
${ui.textField({ name: 'code', label, help, required: true, autocomplete: 'one-time-code', maxLength: 40, errors })}
<p class="row">${ui.submitButton(say.goOn, { kind })}${back}</p></form>`;
  }
}

/** Asks for the password again before factors are changed or sessions ended: a screen that was left open must not do it. */
function proveAgainRoutes(own: OwnParts): Router {
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
  visit: OwnVisit,
  { next, problem, status }: { next: string | undefined; problem?: string; status?: number },
): Promise<void> {
  const { deps, factors, passkeys, reader, csrf, answer } = visit;
  const { account, language } = reader;
  const say = factorWords[language];
  const errors = problem === undefined ? undefined : [problem];
  const label = signInWords[language].currentPassword;
  const has = await factorsOf(factors.pool, account.id);
  const hasPasskey = passkeys !== undefined && has.passkeys.length > 0;
  const usePasskey =
    hasPasskey &&
    passkeyForm(visit, {
      purpose: 'prove',
      fields: next !== undefined && ui.hiddenField('next', next),
      button: passkeyWords[language].use,
    });
  const main = html`<div class="sheet narrow"><p>${say.proveMeans}</p>
<form method="post" action="${deps.root}/prove/">${csrf()}${next !== undefined && ui.hiddenField('next', next)}
${ui.textField({ name: 'password', label, type: 'password', required: true, autocomplete: 'current-password', errors })}
<p class="row">${ui.submitButton(say.goOn)}${ui.backLink(`${deps.root}/`, language)}</p></form>
${usePasskey}</div>`;
  const scripts = hasPasskey ? passkeyScripts : [];
  answer({ title: say.proveTitle, breadcrumbs: trailTo(deps.root, language), main, scripts }, status);
}
