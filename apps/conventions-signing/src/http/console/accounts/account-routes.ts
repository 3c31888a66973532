import {
  AccountRuleError,
  type Actor,
  cursorIn,
  factorRemovalPage,
  factorsOf,
  formText,
  generatedPasswordPage,
  historyPage,
  isUsername,
  newPasswordIn,
  personAt,
  readHistory,
  visitsWith,
} from '@campus/accounts';
import { hasProblems, type Language, type Problems } from '@campus/pages';
import express, { type Request, type Router } from 'express';
import { AccountError } from '../../../accounts/account-error.ts';
import { people } from '../../../accounts/people.ts';
import { isRole } from '../../../accounts/roles.ts';
import { findAccount, type ListedAccount, listAccounts } from '../../../data/accounts.ts';
import { accountActionAddress, accountAddress, addresses } from '../../addresses.ts';
import { InputError } from '../../answer/input-error.ts';
import { route } from '../../route.ts';
import { frameWords } from '../frame/frame-words.ts';
import { type SaveDeps, saveLink } from '../save/save-table.ts';
import { scopeIn } from '../scopes/scope-fields.ts';
import { requesterOf, type Visit } from '../session/reader.ts';
import { requireRight } from '../session/require-right.ts';
import { saveAccounts, saveAdministration } from './account-export.ts';
import {
  accountBreadcrumbs,
  accountListPage,
  accountPage,
  activationPage,
  newAccountPage,
  passwordPage,
  type TypedPerson,
  waysOfChange,
  waysOfNew,
} from './account-pages.ts';
import { type AccountOutcome, accountWords } from './account-words.ts';

/** The accounts of the staff, for administrators. No account is ever removed: the history names people by them. */
export function accountRoutes(deps: SaveDeps): Router {
  const { readForm } = deps.sessions;
  const router = express.Router();
  const run = visitsWith(deps);
  router.use(requireRight(deps.sessions, 'manage-accounts'));
  route(router, '/', { get: run(list) });
  route(router, '/new', { get: run(showNew), post: [...readForm, run(create)] });
  route(router, '/export', { get: run(saveAccounts) });
  route(router, '/history', { get: run(history) });
  route(router, '/history/export', { get: run((visit) => saveAdministration(visit, accountAsked(visit))) });
  route(router, '/~:username', { get: run(show), post: [...readForm, run(change)] });
  route(router, '/~:username/password', { get: run(askPassword), post: [...readForm, run(givePassword)] });
  route(router, '/~:username/remove-factors', {
    get: run(askToRemoveFactors),
    post: [...readForm, run(takeFactors)],
  });
  for (const step of ['deactivate', 'activate'] as const)
    route(router, `/~:username/${step}`, {
      get: run((visit) => askToActivate(visit, step)),
      post: [...readForm, run((visit) => activate(visit, step))],
    });
  return router;
}

type AccountVisit = SaveDeps & Visit;

async function list({ db, reader, response, answer }: AccountVisit): Promise<void> {
  const accounts = await db.lookups.withPrisma(requesterOf(reader, response), listAccounts);
  answer(accountListPage(accounts, reader));
}

/** What was done to the accounts, over all of them or about one. */
async function history(visit: AccountVisit): Promise<void> {
  const { db, request, response, reader, answer } = visit;
  const asked = { account: accountAsked(visit), before: cursorIn(request.query.before) };
  const { language, timeZone } = reader;
  const found = await db.lookups.withClient(requesterOf(reader, response), (client) =>
    readHistory(client, asked),
  );
  const page = historyPage(found, asked, {
    path: addresses.accountHistory,
    breadcrumbs: accountBreadcrumbs(language),
    language,
    timeZone,
    rights: frameWords[language].roles,
    save: saveLink(addresses.accountHistoryExport, { filter: { account: asked.account }, language }),
  });
  answer(page);
}

/** The account that a history is about; empty: all of them. */
function accountAsked({ request: { query } }: AccountVisit): string {
  // PostgreSQL holds no NUL, and no user name another control character.
  return typeof query.account === 'string' ? query.account.replace(/\p{Cc}/gu, '').trim() : '';
}

function showNew(visit: AccountVisit): void {
  const person: TypedPerson = { fullName: '', email: '', role: 'reader', scope: 'everything' };
  visit.answer(newAccountPage(visit, '', { person, problems: {} }));
}

async function create(visit: AccountVisit): Promise<void> {
  const { db, request, reader, answer } = visit;
  const { language } = reader;
  const username = formText(request, 'username').trim();
  const person = typedPersonIn(request);
  const { way, ...given } = newPasswordIn(request, { ways: waysOfNew, username, language });
  const refuse = (problems: Problems) =>
    answer(newAccountPage(visit, username, { person, way, problems }), 400);
  const { role, ...named } = person;
  if (!isRole(role) || hasProblems(given.problems)) {
    const roleProblem: Problems = isRole(role) ? {} : { role: [accountWords[language].chooseRole] };
    return refuse({ ...given.problems, ...roleProblem });
  }
  try {
    await people.create(db, { username, password: given.password, role, ...named, by: actorOf(visit) });
  } catch (error) {
    return refuse(problemsIn(error, language));
  }
  const title = accountWords[language].createdTitle(username);
  handOver(visit, username, { ...given, title, outcome: 'created' });
}

async function show(visit: AccountVisit): Promise<void> {
  const account = await accountIn(visit);
  await sendAccount(visit, account, { person: account, problems: {} });
}

async function sendAccount(
  visit: AccountVisit,
  account: ListedAccount,
  typed: { person: TypedPerson; problems: Problems },
): Promise<void> {
  const factors = await factorsOf(visit.db.pool, account.id);
  visit.answer(accountPage(visit, { ...account, factors }, typed), hasProblems(typed.problems) ? 400 : 200);
}

async function change(visit: AccountVisit): Promise<void> {
  const account = await accountIn(visit);
  const { username } = account;
  const person = typedPersonIn(visit.request);
  const { role, ...named } = person;
  try {
    const changes = { ...named, ...(isRole(role) && { role }) };
    await people.change(visit.db, { username, ...changes, by: actorOf(visit) });
  } catch (error) {
    const problems = problemsIn(error, visit.reader.language);
    return sendAccount(visit, account, { person, problems });
  }
  visit.response.redirect(303, accountAddress(username, 'changed'));
}

async function askPassword(visit: AccountVisit): Promise<void> {
  const { username } = await accountIn(visit);
  visit.answer(passwordPage(visit, username, { problems: {} }));
}

async function givePassword(visit: AccountVisit): Promise<void> {
  const { username } = await accountIn(visit);
  const { language } = visit.reader;
  const ways = { ways: waysOfChange, username, language };
  const { way, problems, ...given } = newPasswordIn(visit.request, ways);
  if (given.password === undefined || hasProblems(problems))
    return visit.answer(passwordPage(visit, username, { way, problems }), hasProblems(problems) ? 400 : 200);
  await people.setPassword(visit.db, { username, password: given.password, by: actorOf(visit) });
  const title = accountWords[language].passwordTitle(username);
  handOver(visit, username, { ...given, title, outcome: 'password-set' });
}

async function askToActivate(visit: AccountVisit, step: 'deactivate' | 'activate'): Promise<void> {
  const { username } = await accountIn(visit);
  visit.answer(activationPage(visit, username, { step }));
}

async function activate(visit: AccountVisit, step: 'deactivate' | 'activate'): Promise<void> {
  const { username } = await accountIn(visit);
  try {
    await people.change(visit.db, { username, isActive: step === 'activate', by: actorOf(visit) });
  } catch (error) {
    if (!(error instanceof AccountError)) throw error;
    const problem = error.sentence(visit.reader.language);
    return visit.answer(activationPage(visit, username, { step, problem }), 409);
  }
  visit.response.redirect(303, accountAddress(username, `${step}d`));
}

async function askToRemoveFactors(visit: AccountVisit): Promise<void> {
  const { username } = await accountIn(visit);
  const { reader, csrf, answer } = visit;
  const { language } = reader;
  const page = factorRemovalPage({
    username,
    breadcrumbs: accountBreadcrumbs(language, username),
    csrf: csrf(),
    action: accountActionAddress(username, 'remove-factors'),
    back: accountAddress(username),
    language,
  });
  answer(page);
}

async function takeFactors(visit: AccountVisit): Promise<void> {
  const { username } = await accountIn(visit);
  await people.removeFactors(visit.db, { username, by: actorOf(visit) });
  visit.response.redirect(303, accountAddress(username, 'factors-removed'));
}

function actorOf({ request, reader }: AccountVisit): Actor {
  return personAt(reader.account, request.ip);
}

async function accountIn({ db, request }: AccountVisit): Promise<ListedAccount> {
  const username = String(request.params.username);
  // Not every text can be asked for: PostgreSQL holds no NUL.
  const account = isUsername(username) ? await findAccount(db.prisma, username) : null;
  if (account === null) throw new InputError('not_found', 'there is no account of this user name');
  return account;
}

/** The person of a form, without blanks around what was typed. */
function typedPersonIn(request: Request): TypedPerson {
  const text = (name: string) => formText(request, name).trim();
  return { fullName: text('fullName'), email: text('email'), role: text('role'), scope: scopeIn(request) };
}

/** Leads to the account, or shows first the password that nobody will see again. */
function handOver(
  { response, reader: { language }, answer }: AccountVisit,
  username: string,
  given: { password: string | undefined; isGenerated: boolean; title: string; outcome: AccountOutcome },
): void {
  const { password, isGenerated, title, outcome } = given;
  if (password === undefined || !isGenerated) {
    response.redirect(303, accountAddress(username, outcome));
    return;
  }
  const say = accountWords[language];
  const breadcrumbs = accountBreadcrumbs(language);
  const account = { text: say.toAccount, href: accountAddress(username) };
  const done = say.outcomes[outcome].text;
  answer(generatedPasswordPage({ title, breadcrumbs, done, password, account, language }));
}

const fieldOf: Partial<Record<AccountError['code'], string>> = {
  invalid_full_name: 'fullName',
  invalid_scope: 'departments',
};

/** Which field a refusal is about, with its sentence; what is not a refusal goes on. */
function problemsIn(error: unknown, language: Language): Problems {
  if (error instanceof AccountRuleError) return { [error.subject]: [error.sentence(language)] };
  if (error instanceof AccountError) {
    const field = fieldOf[error.code] ?? 'role';
    return { [field]: [error.sentence(language)] };
  }
  throw error;
}
