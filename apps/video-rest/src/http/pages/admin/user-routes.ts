import { AccountRuleError, formText, generatedPasswordPage, newPasswordIn } from '@campus/accounts';
import { confirmPage, hasProblems, html, type Problems } from '@campus/pages';
import { Refusal } from '@campus/rest';
import express, { type Request, type Response, type Router } from 'express';
import { AccountError } from '../../../accounts/account-error.ts';
import { changeAccount } from '../../../accounts/change-account.ts';
import { createAccount } from '../../../accounts/create-account.ts';
import { disableAccount } from '../../../accounts/disable-account.ts';
import { enableAccount } from '../../../accounts/enable-account.ts';
import { setPassword } from '../../../accounts/set-password.ts';
import { findAccount, findAccounts, type ListedAccount } from '../../../data/accounts.ts';
import { addresses, userActionAddress, userAddress } from '../../addresses.ts';
import { pageAsked, pageOf, queryText, rowsOf } from '../sign-in/list-query.ts';
import { requesterOf } from '../sign-in/requester-of.ts';
import { actorOf } from './actor-of.ts';
import type { AdminDeps } from './admin-deps.ts';
import { onlyIds } from './only-ids.ts';
import { nobodyYet, type TypedUser, typedUser, userProblems } from './user-form.ts';
import { changeWays, newUserPage, newUserWays, passwordPage } from './user-form-pages.ts';
import { userListPage } from './user-list-page.ts';
import { userBreadcrumbs, userPage } from './user-page.ts';
import { userWords } from './user-words.ts';

/** Users: the list, a new one, and what there is to do with one. */
export function userRoutes(deps: AdminDeps): Router {
  const { sessions, db, timeZone } = deps;
  const router = express.Router();
  router.param('id', onlyIds);

  router.get('/', async (request, response) => {
    const words = queryText(request, 'q');
    const page = pageAsked(request);
    const requester = requesterOf(sessions, request, response);
    const found = await db.lookups.withPrisma(requester, (tx) =>
      findAccounts(tx, { words, ...rowsOf(page) }),
    );
    const { shown, hasNext } = pageOf(found);
    const list = { words, page, users: shown, hasNext, done: request.query.done };
    sessions.sendPage(
      request,
      response,
      userListPage({ language: sessions.languageOf(request), timeZone, ...list }),
    );
  });

  router
    .route('/add')
    .get((request, response) => {
      sendNewUser(request, response, { typed: { ...nobodyYet, username: '' }, problems: {} });
    })
    .post(...sessions.readForm, async (request, response) => {
      const language = sessions.languageOf(request);
      const typed = { ...typedUser(request), username: formText(request, 'username').trim() };
      const given = newPasswordIn(request, { ways: newUserWays, username: typed.username, language });
      const { way, password } = given;
      const problems = { ...userProblems(typed, language), ...given.problems };
      if (hasProblems(problems)) {
        sendNewUser(request, response, { typed, way, problems });
        return;
      }
      if (!(await sessions.isFirst(request))) {
        response.redirect(303, `${addresses.users}?done=repeated`);
        return;
      }
      try {
        const user = {
          id: await createAccount(db, { ...typed, password, by: actorOf(sessions, request) }),
          username: typed.username,
        };
        sendDone(request, response, { user, given, done: 'created' });
      } catch (error) {
        if (!(error instanceof AccountRuleError)) throw error;
        const refused = { [error.subject]: [error.sentence(language)] };
        sendNewUser(request, response, { typed, way, problems: refused });
      }
    });

  router
    .route('/:id')
    .get(async (request, response) => {
      const user = await userIn(request);
      sendUser(request, response, { user, typed: user, problems: {} });
    })
    .post(...sessions.readForm, async (request, response) => {
      const user = await userIn(request);
      const language = sessions.languageOf(request);
      const typed = typedUser(request);
      const problems = userProblems(typed, language);
      if (hasProblems(problems)) {
        sendUser(request, response, { user, typed, problems });
        return;
      }
      try {
        if (!(await changeAccount(db, user.id, { changes: { ...typed }, by: actorOf(sessions, request) })))
          throw new Refusal('not_found');
        response.redirect(303, `${userAddress(user)}?done=changed`);
      } catch (error) {
        if (!isLastSuperuser(error)) throw error;
        const refused = { isSuperuser: [error.sentence(language)] };
        sendUser(request, response, { user, typed, problems: refused });
      }
    });

  router
    .route('/:id/password')
    .get(async (request, response) => {
      sendPassword(request, response, { user: await userIn(request), problems: {} });
    })
    .post(...sessions.readForm, async (request, response) => {
      const user = await userIn(request);
      const language = sessions.languageOf(request);
      const given = newPasswordIn(request, { ways: changeWays, username: user.username, language });
      const { way, password, problems } = given;
      if (password === undefined || hasProblems(problems)) {
        sendPassword(request, response, { user, way, problems });
        return;
      }
      if (!(await sessions.isFirst(request))) {
        response.redirect(303, `${userAddress(user)}?done=repeated`);
        return;
      }
      await setPassword(db, { username: user.username, password, by: actorOf(sessions, request) });
      sendDone(request, response, { user, given, done: 'passwordSet' });
    });

  router
    .route('/:id/deactivate')
    .get(async (request, response) => {
      sendStateChange(request, response, { user: await userIn(request), to: 'deactivate' });
    })
    .post(...sessions.readForm, async (request, response) => {
      const user = await userIn(request);
      try {
        await disableAccount(db, { username: user.username, by: actorOf(sessions, request) });
        response.redirect(303, `${userAddress(user)}?done=deactivated`);
      } catch (error) {
        if (!isLastSuperuser(error)) throw error;
        const problem = error.sentence(sessions.languageOf(request));
        sendStateChange(request, response, { user, to: 'deactivate', problem });
      }
    });

  router
    .route('/:id/activate')
    .get(async (request, response) => {
      sendStateChange(request, response, { user: await userIn(request), to: 'activate' });
    })
    .post(...sessions.readForm, async (request, response) => {
      const user = await userIn(request);
      await enableAccount(db, { username: user.username, by: actorOf(sessions, request) });
      response.redirect(303, `${userAddress(user)}?done=activated`);
    });
  return router;

  async function userIn(request: Request): Promise<ListedAccount> {
    const user = await findAccount(db.prisma, Number(request.params.id));
    if (user === null) throw new Refusal('not_found');
    return user;
  }

  function sendNewUser(
    request: Request,
    response: Response,
    shown: { typed: TypedUser & { username: string }; way?: string; problems: Problems },
  ): void {
    const language = sessions.languageOf(request);
    const csrf = html`${sessions.csrfField(request, response)}${sessions.onceField(request)}`;
    sessions.sendPage(
      request,
      response,
      newUserPage({ language, csrf, ...shown }),
      statusFor(shown.problems),
    );
  }

  function sendUser(
    request: Request,
    response: Response,
    shown: { user: ListedAccount; typed: TypedUser; problems: Problems },
  ): void {
    const language = sessions.languageOf(request);
    const csrf = sessions.csrfField(request, response);
    const isReader = sessions.accountOf(request)?.id === shown.user.id;
    const { done } = request.query;
    const page = userPage({ language, timeZone, csrf, isReader, done, ...shown });
    sessions.sendPage(request, response, page, statusFor(shown.problems));
  }

  function sendPassword(
    request: Request,
    response: Response,
    shown: { user: ListedAccount; way?: string; problems: Problems },
  ): void {
    const language = sessions.languageOf(request);
    const csrf = html`${sessions.csrfField(request, response)}${sessions.onceField(request)}`;
    sessions.sendPage(
      request,
      response,
      passwordPage({ language, csrf, ...shown }),
      statusFor(shown.problems),
    );
  }

  /** Leads to the user's page, unless there is a password to be shown, which nothing will show again. */
  function sendDone(
    request: Request,
    response: Response,
    {
      user,
      given: { password, isGenerated },
      done,
    }: {
      user: { id: number; username: string };
      given: { password: string | undefined; isGenerated: boolean };
      done: 'created' | 'passwordSet';
    },
  ): void {
    if (password === undefined || !isGenerated) {
      response.redirect(303, `${userAddress(user)}?done=${done}`);
      return;
    }
    const language = sessions.languageOf(request);
    const say = userWords[language];
    const page = generatedPasswordPage({
      title: say.generated(user.username),
      breadcrumbs: userBreadcrumbs(language, user),
      done: say.outcomes[done].text,
      password,
      account: { text: say.toUser(user.username), href: userAddress(user) },
      language,
    });
    sessions.sendPage(request, response, page);
  }

  function sendStateChange(
    request: Request,
    response: Response,
    { user, to, problem }: { user: ListedAccount; to: 'activate' | 'deactivate'; problem?: string },
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
}

function statusFor(problems: Problems): { status: number } {
  return { status: hasProblems(problems) ? 400 : 200 };
}

function isLastSuperuser(error: unknown): error is AccountError {
  return error instanceof AccountError && error.code === 'last_superuser';
}
