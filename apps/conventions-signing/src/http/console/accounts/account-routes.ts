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
import { type Exchange, handlersWith, route } from '../../route.ts';
import type { Sessions } from '../session/open-sessions.ts';
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
  const { readForm } = deps.sessions;
  const router = express.Router();
  const run = handlersWith(deps);
  router.use(requireRight(deps.sessions, 'manage-accounts'));
  route(router, '/', { get: run(list) });
  route(router, '/new', { get: run(showNew), post: [...readForm, run(create)] });
  route(router, '/history', { get: run(accountHistory) });
  route(router, '/~:username', { get: run(showAccount), post: [...readForm, run(change)] });
  route(router, '/~:username/password', { get: run(askPassword), post: [...readForm, run(givePassword)] });
  for (const step of ['deactivate', 'activate'] as const) {
    const runStep = handlersWith({ ...deps, step });
    route(router, `/~:username/${step}`, {
      get: runStep(askToActivate),
      post: [...readForm, runStep(activate)],
    });
  }
  return router;
}

/** Which of the two it is: somebody is let in again, or locked out. */
type StepDeps = PageDeps & { step: 'deactivate' | 'activate' };

async function list(deps: PageDeps, request: Request, response: Response): Promise<void> {
  const reader = readerOf(deps, request);
  const accounts = await deps.db.lookups.withPrisma(requesterOf(reader, response), listAccounts);
  deps.sessions.sendPage(request, response, accountListPage(accounts, reader));
}

function showNew(deps: PageDeps, request: Request, response: Response): void {
  sendNew(deps, { request, response }, {});
}

async function showAccount(deps: PageDeps, request: Request, response: Response): Promise<void> {
  const account = await accountIn(deps, request);
  sendAccount(deps, { request, response }, { account, person: account });
}

async function askPassword(deps: PageDeps, request: Request, response: Response): Promise<void> {
  sendPasswordForm(deps, { request, response }, { account: await accountIn(deps, request) });
}

async function askToActivate(deps: StepDeps, request: Request, response: Response): Promise<void> {
  ask(deps, { request, response }, { account: await accountIn(deps, request) });
}

async function create(deps: PageDeps, request: Request, response: Response): Promise<void> {
  const { db, sessions } = deps;
  const language = sessions.languageOf(request);
  const username = formText(request, 'username').trim();
  const person = typedPersonIn(request);
  const role = roleIn(person);
  const { way, ...given } = newPasswordIn(request, { ways: waysOfNew, username, language });
  const typed = { username, person, way };
  if (role === undefined || hasProblems(given.problems)) {
    const roleProblem: Problems = role === undefined ? { role: [accountWords[language].chooseRole] } : {};
    sendNew(deps, { request, response }, { ...typed, problems: { ...given.problems, ...roleProblem } });
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
      by: readerActor(deps, request),
    });
  } catch (error) {
    sendNew(deps, { request, response }, { ...typed, problems: problemsIn(error, language) });
    return;
  }
  const title = accountWords[language].createdTitle(username);
  handOver(deps, { request, response }, { username, given, title, outcome: 'created' });
}

async function change(deps: PageDeps, request: Request, response: Response): Promise<void> {
  const { db } = deps;
  const account = await accountIn(deps, request);
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
      by: readerActor(deps, request),
    });
  } catch (error) {
    const problems = problemsIn(error, deps.sessions.languageOf(request));
    sendAccount(deps, { request, response }, { account, person, problems });
    return;
  }
  response.redirect(303, accountAddress(username, 'changed'));
}

async function givePassword(deps: PageDeps, request: Request, response: Response): Promise<void> {
  const { db, sessions } = deps;
  const account = await accountIn(deps, request);
  const { username } = account;
  const language = sessions.languageOf(request);
  const { way, problems, ...given } = newPasswordIn(request, { ways: waysOfChange, username, language });
  if (given.password === undefined || hasProblems(problems)) {
    sendPasswordForm(deps, { request, response }, { account, way, problems });
    return;
  }
  await setPassword(db, { username, password: given.password, by: readerActor(deps, request) });
  const title = accountWords[language].passwordTitle(username);
  handOver(deps, { request, response }, { username, given, title, outcome: 'password-set' });
}

async function activate(deps: StepDeps, request: Request, response: Response): Promise<void> {
  const { db, sessions, step } = deps;
  const account = await accountIn(deps, request);
  const { username } = account;
  try {
    await changeAccount(db, { username, isActive: step === 'activate', by: readerActor(deps, request) });
  } catch (error) {
    if (!(error instanceof AccountError)) throw error;
    ask(deps, { request, response }, { account, problem: error.sentence(sessions.languageOf(request)) });
    return;
  }
  response.redirect(303, accountAddress(username, step === 'activate' ? 'activated' : 'deactivated'));
}

function readerActor(deps: PageDeps, request: Request): Actor {
  return personAt(readerOf(deps, request).account, request.ip);
}

async function accountIn({ db }: PageDeps, request: Request): Promise<ListedAccount> {
  const username = String(request.params.username);
  // Not every text can be asked for: PostgreSQL holds no NUL.
  const account = isUsername(username) ? await findAccount(db.prisma, username) : null;
  if (account === null) throw new InputError('not_found', 'there is no account of this user name');
  return account;
}

function sendNew(
  { sessions }: PageDeps,
  { request, response }: Exchange,
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
  sendForm(sessions, { request, response }, { page, problems });
}

function sendAccount(
  deps: PageDeps,
  { request, response }: Exchange,
  { account, person, problems = {} }: { account: ListedAccount; person: TypedPerson; problems?: Problems },
): void {
  const { sessions } = deps;
  const reader = readerOf(deps, request);
  const csrf = sessions.csrfField(request, response);
  const page = accountPage(account, { person, problems, done: request.query.done, csrf, reader });
  sendForm(sessions, { request, response }, { page, problems });
}

function sendPasswordForm(
  { sessions }: PageDeps,
  { request, response }: Exchange,
  {
    account: { username },
    way,
    problems = {},
  }: { account: ListedAccount; way?: string; problems?: Problems },
): void {
  const language = sessions.languageOf(request);
  const csrf = sessions.csrfField(request, response);
  sendForm(
    sessions,
    { request, response },
    {
      page: passwordPage({ username, way, problems, csrf, language }),
      problems,
    },
  );
}

function sendForm(
  sessions: Sessions,
  { request, response }: Exchange,
  { page, problems }: { page: Page; problems: Problems },
): void {
  sessions.sendPage(request, response, page, { status: hasProblems(problems) ? 400 : 200 });
}

function ask(
  { sessions, step }: StepDeps,
  { request, response }: Exchange,
  { account: { username }, problem }: { account: ListedAccount; problem?: string },
): void {
  const language = sessions.languageOf(request);
  const csrf = sessions.csrfField(request, response);
  const page = activationPage({ username, step, problem, csrf, language });
  sessions.sendPage(request, response, page, { status: problem === undefined ? 200 : 409 });
}

/** Leads to the account, or shows first the password that nobody will see again. */
function handOver(
  { sessions }: PageDeps,
  { request, response }: Exchange,
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
/** Which field a refusal is about, with its sentence; what is not a refusal goes on. */
function problemsIn(error: unknown, language: Language): Problems {
  if (error instanceof AccountRuleError) return { [error.subject]: [error.sentence(language)] };
  if (error instanceof AccountError) {
    const field = error.code === 'invalid_full_name' ? 'fullName' : 'role';
    return { [field]: [error.sentence(language)] };
  }
  throw error;
}
