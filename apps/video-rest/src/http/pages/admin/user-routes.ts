import { factorRemovalPage, factorsOf } from '@campus/accounts';
import { confirmPage, hasProblems, html, type Problems } from '@campus/pages';
import { Refusal } from '@campus/rest';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { AccountError } from '../../../accounts/account-error.ts';
import { changeAccount, people } from '../../../accounts/people.ts';
import { findAccounts, type ListedAccount } from '../../../data/accounts.ts';
import { userActionAddress, userAddress } from '../../addresses.ts';
import { search } from '../lists/searched-list.ts';
import { actorOf, requesterOf } from '../sign-in/signed-in.ts';
import type { AdminDeps } from './admin-deps.ts';
import { askNewUser, createUser } from './new-user.ts';
import { onlyIds } from './only-ids.ts';
import { formStatus, type TypedUser, typedUser, userProblems } from './user-form.ts';
import { userListPage } from './user-list-page.ts';
import { userBreadcrumbs, userIn, userPage } from './user-page.ts';
import { askPassword, changePassword } from './user-password.ts';
import { userWords } from './user-words.ts';

/** Users: the list, a new one, and what there is to do with one. */
export function userRoutes(deps: AdminDeps): Router {
  const { readForm } = deps.sessions;
  const router = express.Router();
  router.param('id', onlyIds);
  router.get('/', listUsers(deps));
  router.get('/add', askNewUser(deps));
  router.post('/add', ...readForm, createUser(deps));
  router.get('/:id', showUser(deps));
  router.post('/:id', ...readForm, changeUser(deps));
  router.get('/:id/password', askPassword(deps));
  router.post('/:id/password', ...readForm, changePassword(deps));
  router.get('/:id/deactivate', askStateChange(deps, 'deactivate'));
  router.post('/:id/deactivate', ...readForm, deactivateUser(deps));
  router.get('/:id/remove-factors', askFactorRemoval(deps));
  router.post('/:id/remove-factors', ...readForm, takeFactors(deps));
  router.get('/:id/activate', askStateChange(deps, 'activate'));
  router.post('/:id/activate', ...readForm, activateUser(deps));
  return router;
}

function listUsers({ sessions, db, timeZone }: AdminDeps): RequestHandler {
  return async (request, response) => {
    const requester = requesterOf(sessions, request, response);
    const users = await search(request, (asked) =>
      db.lookups.withPrisma(requester, (tx) => findAccounts(tx, asked)),
    );
    const view = { language: sessions.languageOf(request), timeZone, done: request.query.done };
    sessions.sendPage(request, response, userListPage(users, view));
  };
}

function showUser(deps: AdminDeps): RequestHandler {
  return async (request, response) => {
    const user = await userIn(deps, request);
    await sendUser(deps, request, response, { user, typed: user, problems: {} });
  };
}

function changeUser(deps: AdminDeps): RequestHandler {
  const { sessions, db } = deps;
  return async (request, response) => {
    const user = await userIn(deps, request);
    const language = sessions.languageOf(request);
    const typed = typedUser(request);
    const problems = userProblems(typed, language);
    if (hasProblems(problems)) return sendUser(deps, request, response, { user, typed, problems });
    try {
      const by = actorOf(sessions, request);
      if (!(await changeAccount(db, user.id, { changes: { ...typed }, by }))) throw new Refusal('not_found');
      response.redirect(303, `${userAddress(user)}?done=changed`);
    } catch (error) {
      if (!isLastSuperuser(error)) throw error;
      const refused = { isSuperuser: [error.sentence(language)] };
      await sendUser(deps, request, response, { user, typed, problems: refused });
    }
  };
}

function askStateChange(deps: AdminDeps, to: StateChange): RequestHandler {
  return async (request, response) =>
    sendStateChange(deps, request, response, { user: await userIn(deps, request), to });
}

function deactivateUser(deps: AdminDeps): RequestHandler {
  const { sessions, db } = deps;
  return async (request, response) => {
    const user = await userIn(deps, request);
    try {
      await people.change(db, { isActive: false, username: user.username, by: actorOf(sessions, request) });
      response.redirect(303, `${userAddress(user)}?done=deactivated`);
    } catch (error) {
      if (!isLastSuperuser(error)) throw error;
      const problem = error.sentence(sessions.languageOf(request));
      sendStateChange(deps, request, response, { user, to: 'deactivate', problem });
    }
  };
}

function activateUser(deps: AdminDeps): RequestHandler {
  return async (request, response) => {
    const user = await userIn(deps, request);
    await people.change(deps.db, {
      isActive: true,
      username: user.username,
      by: actorOf(deps.sessions, request),
    });
    response.redirect(303, `${userAddress(user)}?done=activated`);
  };
}

function askFactorRemoval(deps: AdminDeps): RequestHandler {
  const { sessions } = deps;
  return async (request, response) => {
    const user = await userIn(deps, request);
    const language = sessions.languageOf(request);
    const page = factorRemovalPage({
      username: user.username,
      breadcrumbs: userBreadcrumbs(language, user),
      csrf: sessions.csrfField(request, response),
      action: userActionAddress(user, 'remove-factors'),
      back: userAddress(user),
      language,
    });
    sessions.sendPage(request, response, page);
  };
}

function takeFactors(deps: AdminDeps): RequestHandler {
  return async (request, response) => {
    const user = await userIn(deps, request);
    await people.removeFactors(deps.db, { username: user.username, by: actorOf(deps.sessions, request) });
    response.redirect(303, `${userAddress(user)}?done=factorsRemoved`);
  };
}

async function sendUser(
  { sessions, db, timeZone }: AdminDeps,
  request: Request,
  response: Response,
  shown: { user: ListedAccount; typed: TypedUser; problems: Problems },
): Promise<void> {
  const language = sessions.languageOf(request);
  const csrf = sessions.csrfField(request, response);
  const isReader = sessions.accountOf(request)?.id === shown.user.id;
  const { done } = request.query;
  const factors = await factorsOf(db.pool, shown.user.id);
  const page = userPage({ language, timeZone, csrf, isReader, done, factors, ...shown });
  sessions.sendPage(request, response, page, formStatus(shown.problems));
}

type StateChange = 'activate' | 'deactivate';

function sendStateChange(
  { sessions }: AdminDeps,
  request: Request,
  response: Response,
  { user, to, problem }: { user: ListedAccount; to: StateChange; problem?: string },
): void {
  const language = sessions.languageOf(request);
  const say = userWords[language];
  const page = confirmPage({
    title: say[`${to}Title`](user.username),
    breadcrumbs: userBreadcrumbs(language, user),
    content: html`<p>${say[`${to}Means`]}</p>`,
    problem,
    csrf: sessions.csrfField(request, response),
    action: userActionAddress(user, to),
    button: say[to],
    isDangerous: to === 'deactivate',
    back: userAddress(user),
    language,
  });
  sessions.sendPage(request, response, page, { status: problem === undefined ? 200 : 409 });
}

function isLastSuperuser(error: unknown): error is AccountError {
  return error instanceof AccountError && error.code === 'last_superuser';
}
