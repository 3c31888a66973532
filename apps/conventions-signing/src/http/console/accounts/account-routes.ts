import {
  AccountRuleError,
  type Actor,
  formText,
  generatedPasswordPage,
  isUsername,
  newPasswordIn,
  personAt,
} from '@campus/accounts';
import { hasProblems, type Language, type Page, type Problems } from '@campus/pages';
import express, { type Request, type Response, type Router } from 'express';
import { AccountError } from '../../../accounts/account-error.ts';
import { changeAccount } from '../../../accounts/change-account.ts';
import { createAccount } from '../../../accounts/create-account.ts';
import { setPassword } from '../../../accounts/set-password.ts';
import { findAccount, type ListedAccount, listAccounts } from '../../../data/accounts.ts';
import { accountAddress } from '../../addresses.ts';
import { InputError } from '../../answer/input-error.ts';
import { route } from '../../route.ts';
import { type PageDeps, readerOf, requesterOf } from '../session/reader.ts';
import { requireRight } from '../session/require-right.ts';
import { accountHistory } from './account-history.ts';
import {
  accountBreadcrumbs,
  accountListPage,
  accountPage,
  activationPage,
  newAccountPage,
  passwordPage,
  waysOfChange,
  waysOfNew,
} from './account-pages.ts';
import { type AccountOutcome, accountWords } from './account-words.ts';
import { roleIn, type TypedPerson, typedPersonIn } from './typed-person.ts';

/** The accounts of the staff, for administrators. No account is ever removed: the history names people by them. */
export function accountRoutes(deps: PageDeps): Router {
  const { sessions, db } = deps;
  const router = express.Router();
  router.use(requireRight(sessions, 'manage-accounts'));
  route(router, '/', {
    get: async (request, response) => {
      const reader = readerOf(deps, request);
      const accounts = await db.lookups.withPrisma(requesterOf(reader, response), listAccounts);
      sessions.sendPage(request, response, accountListPage(accounts, reader));
    },
  });
  route(router, '/new', {
    get: (request, response) => showNew(request, response, {}),
    post: [...sessions.readForm, create],
  });
  route(router, '/history', { get: accountHistory(deps) });
  route(router, '/~:username', {
    get: async (request, response) => {
      const account = await accountIn(request);
      show(request, response, account, { person: account });
    },
    post: [...sessions.readForm, change],
  });
  route(router, '/~:username/password', {
    get: async (request, response) => showPassword(request, response, await accountIn(request), {}),
    post: [...sessions.readForm, givePassword],
  });
  for (const step of ['deactivate', 'activate'] as const) {
    route(router, `/~:username/${step}`, {
      get: async (request, response) => ask(request, response, { account: await accountIn(request), step }),
      post: [...sessions.readForm, (request, response) => activate(request, response, step)],
    });
  }
  return router;

  async function create(request: Request, response: Response): Promise<void> {
    const language = sessions.languageOf(request);
    const username = formText(request, 'username').trim();
    const person = typedPersonIn(request);
    const role = roleIn(person);
    const { way, ...given } = newPasswordIn(request, { ways: waysOfNew, username, language });
    const typed = { username, person, way };
    if (role === undefined || hasProblems(given.problems)) {
      const roleProblem: Problems = role === undefined ? { role: [accountWords[language].chooseRole] } : {};
      showNew(request, response, { ...typed, problems: { ...given.problems, ...roleProblem } });
      return;
    }
    const { fullName, email } = person;
    try {
      await createAccount(db, {
        username,
        password: given.password,
        role,
        fullName,
        email,
        by: readerActor(request),
      });
    } catch (error) {
      showNew(request, response, { ...typed, problems: problemsIn(error, language) });
      return;
    }
    const title = accountWords[language].createdTitle(username);
    handOver(request, response, { username, given, title, outcome: 'created' });
  }

  async function change(request: Request, response: Response): Promise<void> {
    const account = await accountIn(request);
    const { username } = account;
    const person = typedPersonIn(request);
    const role = roleIn(person);
    const { fullName, email } = person;
    try {
      await changeAccount(db, {
        username,
        fullName,
        email,
        ...(role === undefined ? {} : { role }),
        by: readerActor(request),
      });
    } catch (error) {
      show(request, response, account, { person, problems: problemsIn(error, sessions.languageOf(request)) });
      return;
    }
    response.redirect(303, accountAddress(username, 'changed'));
  }

  async function givePassword(request: Request, response: Response): Promise<void> {
    const account = await accountIn(request);
    const { username } = account;
    const language = sessions.languageOf(request);
    const { way, problems, ...given } = newPasswordIn(request, { ways: waysOfChange, username, language });
    if (given.password === undefined || hasProblems(problems)) {
      showPassword(request, response, account, { way, problems });
      return;
    }
    await setPassword(db, { username, password: given.password, by: readerActor(request) });
    const title = accountWords[language].passwordTitle(username);
    handOver(request, response, { username, given, title, outcome: 'password-set' });
  }

  async function activate(
    request: Request,
    response: Response,
    step: 'deactivate' | 'activate',
  ): Promise<void> {
    const account = await accountIn(request);
    const { username } = account;
    try {
      await changeAccount(db, { username, isActive: step === 'activate', by: readerActor(request) });
    } catch (error) {
      if (!(error instanceof AccountError)) throw error;
      ask(request, response, { account, step, problem: error.sentence(sessions.languageOf(request)) });
      return;
    }
    response.redirect(303, accountAddress(username, step === 'activate' ? 'activated' : 'deactivated'));
  }

  function readerActor(request: Request): Actor {
    return personAt(readerOf(deps, request).account, request.ip);
  }

  async function accountIn(request: Request): Promise<ListedAccount> {
    const username = String(request.params.username);
    // Not every text can be asked for: PostgreSQL holds no NUL.
    const account = isUsername(username) ? await findAccount(db.prisma, username) : null;
    if (account === null) throw new InputError('not_found', 'there is no account of this user name');
    return account;
  }

  function showNew(
    request: Request,
    response: Response,
    {
      username = '',
      person = { fullName: '', email: '', role: 'reader' },
      way,
      problems = {},
    }: { username?: string; person?: TypedPerson; way?: string; problems?: Problems },
  ): void {
    const language = sessions.languageOf(request);
    const csrf = sessions.csrfField(request, response);
    const page = newAccountPage({ username, person, way, problems, csrf, language });
    sendForm(request, response, { page, problems });
  }

  function show(
    request: Request,
    response: Response,
    account: ListedAccount,
    { person, problems = {} }: { person: TypedPerson; problems?: Problems },
  ): void {
    const reader = readerOf(deps, request);
    const csrf = sessions.csrfField(request, response);
    const page = accountPage(account, { person, problems, done: request.query.done, csrf, reader });
    sendForm(request, response, { page, problems });
  }

  function showPassword(
    request: Request,
    response: Response,
    { username }: ListedAccount,
    { way, problems = {} }: { way?: string; problems?: Problems },
  ): void {
    const language = sessions.languageOf(request);
    const csrf = sessions.csrfField(request, response);
    sendForm(request, response, {
      page: passwordPage({ username, way, problems, csrf, language }),
      problems,
    });
  }

  function sendForm(
    request: Request,
    response: Response,
    { page, problems }: { page: Page; problems: Problems },
  ): void {
    sessions.sendPage(request, response, page, { status: hasProblems(problems) ? 400 : 200 });
  }

  function ask(
    request: Request,
    response: Response,
    {
      account: { username },
      step,
      problem,
    }: { account: ListedAccount; step: 'deactivate' | 'activate'; problem?: string },
  ): void {
    const language = sessions.languageOf(request);
    const csrf = sessions.csrfField(request, response);
    const page = activationPage({ username, step, problem, csrf, language });
    sessions.sendPage(request, response, page, { status: problem === undefined ? 200 : 409 });
  }

  /** Leads to the account, or shows first the password that nobody will see again. */
  function handOver(
    request: Request,
    response: Response,
    {
      username,
      given: { password, isGenerated },
      title,
      outcome,
    }: {
      username: string;
      given: { password: string | undefined; isGenerated: boolean };
      title: string;
      outcome: AccountOutcome;
    },
  ): void {
    if (password === undefined || !isGenerated) {
      response.redirect(303, accountAddress(username, outcome));
      return;
    }
    const language = sessions.languageOf(request);
    const say = accountWords[language];
    const page = generatedPasswordPage({
      title,
      breadcrumbs: accountBreadcrumbs(language),
      done: say.outcomes[outcome].text,
      password,
      account: { text: say.toAccount, href: accountAddress(username) },
      language,
    });
    sessions.sendPage(request, response, page);
  }
}

/** Which field a refusal is about, with its sentence; what is not a refusal goes on. */
function problemsIn(error: unknown, language: Language): Problems {
  if (error instanceof AccountRuleError) return { [error.subject]: [error.sentence(language)] };
  if (error instanceof AccountError) {
    const field = error.code === 'invalid_full_name' ? 'fullName' : 'role';
    return { [field]: [error.sentence(language)] };
  }
  throw error;
}
