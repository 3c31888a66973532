import * as ui from '@campus/pages';
import { html } from '@campus/pages/html';
import express, { type RequestHandler, type Router } from 'express';
import type { Account } from '../account.ts';
import { personAt } from '../history/change-as.ts';
import { beginSession, pendingPerson, type SignInParts } from '../session/let-in.ts';
import type { PendingSignIn } from '../session/session-data.ts';
import { homeOf } from '../session/sign-in-address.ts';
import { signInWords } from '../session/sign-in-words.ts';
import { openVisitsWith, type Visit } from '../session/visit.ts';
import { factorWords } from './factor-words.ts';
import { type FactorDeps, renewRecoveryCodes } from './factors.ts';

/** What the pages of second factors work with. */
export interface FactorParts extends SignInParts {
  factors: FactorDeps;
}

/** Of somebody who may change the factors of an account just now: its owner. */
export interface FactorVisit extends FactorParts, Visit<Account | undefined> {
  owner: Account;
  /** Of somebody who has to set one up before anything else; undefined: they are signed in. */
  pending: PendingSignIn | undefined;
}

/**
 * For routes that change factors: whoever is signed in has to give the password again, unless they did so within the
 * last minutes; whoever must set one up gave it just now.
 *
 * @param options.whilePending  whether the route is for these too
 */
export function factorVisitsWith<Parts extends FactorParts>(own: Parts) {
  const { deps, store, sessions } = own;
  const run = openVisitsWith<Parts, Account>(own);
  return (
    handle: (visit: Parts & FactorVisit) => void | Promise<void>,
    { whilePending = false }: { whilePending?: boolean } = {},
  ): RequestHandler =>
    run(async (visit) => {
      const { request, response, reader } = visit;
      if (reader.account === undefined) {
        const person = whilePending ? await pendingPerson(visit) : undefined;
        if (person?.pending.needs === 'setup')
          await handle({ ...visit, owner: person.account, pending: person.pending });
        else sessions.sendToSignIn(request, response);
      } else if (reader.account.passwordHash === null) {
        // Their provider has the factors.
        response.redirect(303, `${deps.root}/`);
      } else if (await store.isProvedLately(request)) {
        await handle({ ...visit, owner: reader.account, pending: undefined });
      } else {
        const next = request.method === 'POST' ? `${deps.root}/` : request.originalUrl;
        response
          .set('Cache-Control', 'no-store')
          .redirect(303, ui.withQuery(`${deps.root}/prove/`, { next }));
      }
    });
}

/** After a factor was set up, without which other sessions end: signs in who had to, and shows new recovery codes, or what was done. */
export async function afterSetUp(
  visit: FactorVisit,
  { by, codes, done }: { by: 'code' | 'passkey'; codes: string[] | undefined; done: string },
): Promise<void> {
  const { deps, store, request, response, owner: account, pending } = visit;
  if (pending === undefined) await store.noteFactor(request);
  else if (!(await beginSession(visit, { account, by }))) return;
  const next = pending === undefined ? `${deps.root}/?done=${done}` : (pending.next ?? homeOf(deps, account));
  if (codes !== undefined) showRecoveryCodes(visit, { codes, next });
  else response.redirect(303, next);
}

/** The way to one's own account, above a page of a second factor. */
export function trailTo(root: string, language: ui.Language): ui.Link[] {
  return [{ text: signInWords[language].account, href: `${root}/` }];
}

/**
 * Asks whether a second factor is to be removed.
 *
 * @param asked.path    below the pages of signing in, where the answer is sent
 * @param asked.isLast  it is needed, and cannot be removed
 */
export function askToRemove(
  { deps, reader: { language }, csrf, answer }: FactorVisit,
  asked: { title: string; means: string; button: string; path: string; isLast: boolean },
): void {
  const { title, means, button, path, isLast } = asked;
  const page = ui.confirmPage({
    title,
    breadcrumbs: trailTo(deps.root, language),
    problem: isLast ? factorWords[language].lastFactor : undefined,
    content: html`<p>${means}</p>`,
    csrf: csrf(),
    action: `${deps.root}/${path}/remove/`,
    button,
    isDangerous: true,
    back: `${deps.root}/`,
    language,
  });
  answer(page, isLast ? 409 : 200);
}

/** New recovery codes in the place of those there are. */
export function recoveryCodeRoutes(own: FactorParts): Router {
  const run = factorVisitsWith(own);
  const router = express.Router();
  router.get('/recovery-codes', run(askToRenew));
  router.post('/recovery-codes', ...own.sessions.readForm, run(renew));
  return router;
}

function askToRenew({ deps, reader: { language }, csrf, answer }: FactorVisit): void {
  const say = factorWords[language];
  const page = ui.confirmPage({
    title: say.renewCodes,
    breadcrumbs: trailTo(deps.root, language),
    content: html`<p>${say.renewCodesMeans}</p>`,
    csrf: csrf(),
    action: `${deps.root}/recovery-codes/`,
    button: say.renewCodes,
    back: `${deps.root}/`,
    language,
  });
  answer(page);
}

async function renew(visit: FactorVisit): Promise<void> {
  const { deps, factors, request, response, owner } = visit;
  const codes = await renewRecoveryCodes(factors, owner.id, personAt(owner, request.ip));
  // Of an account without another factor there is nothing that they would stand in for.
  if (codes === undefined) response.redirect(303, `${deps.root}/`);
  else showRecoveryCodes(visit, { codes, next: `${deps.root}/` });
}

/** Shows recovery codes, the only time that anything does: the answer itself, and no redirect. */
function showRecoveryCodes(
  { reader: { language }, answer }: FactorVisit,
  { codes, next }: { codes: readonly string[]; next: string },
): void {
  const say = factorWords[language];
  answer({
    title: say.recoveryCodes,
    scripts: ['copy.js'],
    main: html`${ui.notice('warning', say.keepCodes)}
<div class="sheet narrow">${ui.copyable(codes.join('\n'), { id: 'recovery-codes', language })}</div>
<p>${ui.buttonLink({ text: say.codesKept, href: next })}</p>`,
  });
}
