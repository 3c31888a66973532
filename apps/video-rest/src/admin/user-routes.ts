import { AccountRuleError, generatePassword } from '@campus/accounts';
import { html } from '@campus/pages';
import express, { type Request, type Response, type Router } from 'express';
import { AccountError } from '../accounts/account-error.ts';
import { changeAccount } from '../accounts/change-account.ts';
import { createAccount } from '../accounts/create-account.ts';
import { disableAccount } from '../accounts/disable-account.ts';
import { enableAccount } from '../accounts/enable-account.ts';
import { setPassword } from '../accounts/set-password.ts';
import { findAccount, findAccounts, type ListedAccount } from '../data/accounts.ts';
import type { AdminDeps } from './admin-deps.ts';
import { adminWords } from './admin-words.ts';
import { confirmPage } from './confirm-page.ts';
import { formText } from './form-text.ts';
import { pageAsked, pageOf, queryText, rowsOf } from './list-query.ts';
import { onlyIds } from './only-ids.ts';
import { noProblems, type Problems } from './problems.ts';
import {
  nobodyYet,
  passwordProblems,
  type TypedUser,
  typedPassword,
  typedUser,
  userProblems,
} from './user-form.ts';
import { generatedPasswordPage, newUserPage, passwordPage } from './user-form-pages.ts';
import { userListPage } from './user-list-page.ts';
import { addressOf, userPage, userTrail } from './user-page.ts';
import { userWords } from './user-words.ts';

/** Users: the list, a new one, and what there is to do with one. */
export function userRoutes(deps: AdminDeps): Router {
  const { people, db, timeZone } = deps;
  const router = express.Router();
  router.param('id', onlyIds);

  router.get('/', async (request, response) => {
    const words = queryText(request, 'q');
    const page = pageAsked(request);
    const { shown, hasNext } = pageOf(await findAccounts(db.prisma, { words, ...rowsOf(page) }));
    const language = people.languageOf(request);
    people.send(request, response, userListPage({ language, timeZone, words, page, users: shown, hasNext }));
  });

  router
    .route('/add')
    .get((request, response) => {
      sendNewUser(request, response, { typed: { ...nobodyYet, username: '' }, problems: noProblems });
    })
    .post(...people.readForm, async (request, response) => {
      const language = people.languageOf(request);
      const typed = { ...typedUser(request), username: formText(request, 'username').trim() };
      const given = typedPassword(request);
      const problems = { ...userProblems(typed, language), ...passwordProblems(given, language) };
      if (hasAny(problems)) {
        sendNewUser(request, response, { typed, problems });
        return;
      }
      const password = given.isGenerated ? generatePassword() : given.password;
      try {
        const user = { id: await createAccount(db, { ...typed, password }), username: typed.username };
        if (!given.isGenerated) response.redirect(303, `${addressOf(user)}?done=created`);
        else sendGenerated(request, response, { user, password, done: userWords[language].created });
      } catch (error) {
        if (!(error instanceof AccountRuleError)) throw error;
        sendNewUser(request, response, { typed, problems: { [error.subject]: [error.sentence(language)] } });
      }
    });

  router
    .route('/:id')
    .get(async (request, response, next) => {
      const user = await userAt(request);
      if (user === null) return next();
      sendUser(request, response, { user, typed: user, problems: noProblems });
    })
    .post(...people.readForm, async (request, response, next) => {
      const user = await userAt(request);
      if (user === null) return next();
      const language = people.languageOf(request);
      const typed = typedUser(request);
      const problems = userProblems(typed, language);
      if (hasAny(problems)) {
        sendUser(request, response, { user, typed, problems });
        return;
      }
      try {
        if (!(await changeAccount(db, user.id, { ...typed }))) return next();
        response.redirect(303, `${addressOf(user)}?done=changed`);
      } catch (error) {
        if (!isLastSuperuser(error)) throw error;
        const refused = { isSuperuser: [error.sentence(language)] };
        sendUser(request, response, { user, typed, problems: refused });
      }
    });

  router
    .route('/:id/password')
    .get(async (request, response, next) => {
      const user = await userAt(request);
      if (user === null) return next();
      sendPassword(request, response, { user, problems: noProblems });
    })
    .post(...people.readForm, async (request, response, next) => {
      const user = await userAt(request);
      if (user === null) return next();
      const language = people.languageOf(request);
      const given = typedPassword(request);
      const problems = passwordProblems(given, language);
      if (hasAny(problems)) {
        sendPassword(request, response, { user, problems });
        return;
      }
      const password = given.isGenerated ? generatePassword() : given.password;
      await setPassword(db, { username: user.username, password });
      if (!given.isGenerated) response.redirect(303, `${addressOf(user)}?done=passwordSet`);
      else sendGenerated(request, response, { user, password, done: userWords[language].passwordSet });
    });

  router
    .route('/:id/deactivate')
    .get(async (request, response, next) => {
      const user = await userAt(request);
      if (user === null) return next();
      sendStateChange(request, response, { user, to: 'deactivate' });
    })
    .post(...people.readForm, async (request, response, next) => {
      const user = await userAt(request);
      if (user === null) return next();
      try {
        await disableAccount(db, user.username);
        response.redirect(303, `${addressOf(user)}?done=deactivated`);
      } catch (error) {
        if (!isLastSuperuser(error)) throw error;
        const problem = error.sentence(people.languageOf(request));
        sendStateChange(request, response, { user, to: 'deactivate', problem });
      }
    });

  router
    .route('/:id/activate')
    .get(async (request, response, next) => {
      const user = await userAt(request);
      if (user === null) return next();
      sendStateChange(request, response, { user, to: 'activate' });
    })
    .post(...people.readForm, async (request, response, next) => {
      const user = await userAt(request);
      if (user === null) return next();
      await enableAccount(db, user.username);
      response.redirect(303, `${addressOf(user)}?done=activated`);
    });
  return router;

  function userAt(request: Request): Promise<ListedAccount | null> {
    return findAccount(db.prisma, Number(request.params.id));
  }

  function sendNewUser(
    request: Request,
    response: Response,
    { typed, problems }: { typed: TypedUser & { username: string }; problems: Problems },
  ): void {
    const language = people.languageOf(request);
    const csrf = people.csrfField(request, response);
    const page = newUserPage({ language, csrf, typed, problems });
    people.send(request, response, page, statusFor(problems));
  }

  function sendUser(
    request: Request,
    response: Response,
    { user, typed, problems }: { user: ListedAccount; typed: TypedUser; problems: Problems },
  ): void {
    const language = people.languageOf(request);
    const csrf = people.csrfField(request, response);
    const isReader = people.accountOf(request)?.id === user.id;
    const done = doneIn(request);
    const shown = { user, typed, problems, isReader, done: done && userWords[language][done] };
    people.send(request, response, userPage({ language, timeZone, csrf, ...shown }), statusFor(problems));
  }

  function sendPassword(
    request: Request,
    response: Response,
    { user, problems }: { user: ListedAccount; problems: Problems },
  ): void {
    const language = people.languageOf(request);
    const csrf = people.csrfField(request, response);
    people.send(request, response, passwordPage({ language, csrf, user, problems }), statusFor(problems));
  }

  function sendGenerated(
    request: Request,
    response: Response,
    shown: { user: { id: number; username: string }; password: string; done: string },
  ): void {
    people.send(request, response, generatedPasswordPage({ language: people.languageOf(request), ...shown }));
  }

  function sendStateChange(
    request: Request,
    response: Response,
    { user, to, problem }: { user: ListedAccount; to: 'activate' | 'deactivate'; problem?: string },
  ): void {
    const language = people.languageOf(request);
    const say = userWords[language];
    const page = confirmPage({
      title: say[`${to}Title`](user.username),
      breadcrumbs: userTrail(language, user),
      meaning: html`<p>${say[`${to}Means`]}</p>`,
      problem,
      csrf: people.csrfField(request, response),
      action: `${addressOf(user)}${to}/`,
      button: say[to],
      back: { text: adminWords[language].cancel, href: addressOf(user) },
    });
    people.send(request, response, page, { status: problem === undefined ? 200 : 409 });
  }
}

const doings = ['created', 'changed', 'passwordSet', 'deactivated', 'activated'] as const;

/** What the reader has just done, as the redirect to the page says. */
function doneIn(request: Request): (typeof doings)[number] | undefined {
  const said = queryText(request, 'done');
  return doings.find((doing) => doing === said);
}

function hasAny(problems: Problems): boolean {
  return Object.keys(problems).length > 0;
}

function statusFor(problems: Problems): { status: number } {
  return { status: hasAny(problems) ? 400 : 200 };
}

function isLastSuperuser(error: unknown): error is AccountError {
  return error instanceof AccountError && error.code === 'last_superuser';
}
