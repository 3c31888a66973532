import type { Queryable } from '@campus/database';
import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import type { Request } from 'express';
import type pg from 'pg';
import type { Account } from '../account.ts';
import { AccountRuleError } from '../account-rule-error.ts';
import { formText } from '../form-text.ts';
import type { ChangeableDatabase } from '../history/change-as.ts';
import {
  generatedPasswordPage,
  newPasswordFields,
  newPasswordIn,
  type PasswordWay,
} from '../password/new-password.ts';
import { type Factors, factorsOf } from '../second-factor/factors.ts';
import { actorOf, type FormHandlers, type Visit, type VisitDeps, visitsWith } from '../session/visit.ts';
import type { People } from './people.ts';
import { factorAdministrationWords } from './people-words.ts';

/** What can be done with somebody on a page of its own. */
type PersonAction = 'password' | 'remove-factors' | StateChange;
type StateChange = 'deactivate' | 'activate';

/** What has been done with somebody. */
export type PersonOutcome =
  | 'created'
  | 'changed'
  | 'passwordSet'
  | 'deactivated'
  | 'activated'
  | 'factorsRemoved'
  | 'repeated';

/** Whose page it is. */
interface Known {
  id: number;
  username: string;
}

/** What these pages say, in one language. */
interface PeopleWords {
  /** Above the form of a new account; absent: as its button. */
  newAccount?: string;
  create: string;
  setPassword: string;
  setPasswordOf(username: string): string;
  deactivate: string;
  deactivateTitle(username: string): string;
  deactivateMeans(username: string): string;
  activate: string;
  activateTitle(username: string): string;
  activateMeans(username: string): string;
}

/** What somebody's page shows. */
export interface ShownPerson<Person, Typed> {
  person: Person;
  factors: Factors;
  typed: Typed;
  problems: ui.Problems;
}

/** What these pages work with. */
interface PeopleDeps extends VisitDeps<Account> {
  db: ChangeableDatabase<Queryable> & { pool: pg.Pool };
}

/** Whom a service administers, and what it says and shows of them. */
export interface PeoplePages<
  Tx extends Queryable,
  Details extends object,
  Typed extends object,
  Person extends Known & Typed,
  Deps extends PeopleDeps,
> {
  people: Pick<People<Tx, Details>, 'create' | 'change' | 'removeFactors'>;
  words: Record<ui.Language, PeopleWords>;
  addresses: {
    list: string;
    /** Of the form of a new account, and where it leads when it was sent again. */
    add: string;
    repeated: string;
    of(person: Known, action?: PersonAction): string;
    /** Of somebody's page, which says what has just been done. */
    after(person: Known, done: PersonOutcome): string;
  };
  /** Where a page about all people stands, or about one of them. */
  breadcrumbs(language: ui.Language, person?: Known): ui.Link[];
  /** Whom the address names. @throws when there is nobody */
  find(deps: Deps, request: Request): Promise<Person>;
  /** The details of a new account, before anything is typed. */
  nobody: Typed;
  typedIn(request: Request): Typed;
  detailsOf(typed: Typed): Partial<Details>;
  /** The fields of a new account, but that of its password. */
  newFields(
    typed: Typed & { username: string },
    shown: { problems: ui.Problems; language: ui.Language; deps: Deps },
  ): Html | Promise<Html>;
  /** What is wrong with what was typed, before anything is done; the user name is of a new account. */
  problemsOf(typed: Typed & { username?: string }, language: ui.Language): ui.Problems;
  /** What a refusal of `people` is about; undefined: it is none. */
  problemsIn(error: unknown, language: ui.Language): ui.Problems | undefined;
  /** Somebody's page: who it is, the form that changes it, and what else there is to do. */
  page(visit: Deps & Visit<Account>, shown: ShownPerson<Person, Typed>): ui.Page | Promise<ui.Page>;
  /** The form that gives a password, with what it means. */
  passwordForm(form: (content: Html) => Html, content: Html, language: ui.Language): Html;
  /** Around a password that was generated, and is shown once. */
  generated(
    person: Known,
    done: 'created' | 'passwordSet',
    language: ui.Language,
  ): { title: string; breadcrumbs: ui.Link[]; done: string; account: string };
  /** Of the forms; whether each is obeyed once, however often it is sent. */
  form: { className: string; isObeyedOnce: boolean };
}

/** Their pages, whatever the service. */
interface PeopleVisit extends PeopleDeps, Visit<Account> {
  pages: PeoplePages<Queryable, object, object, Known, PeopleDeps>;
}

/**
 * The pages on which people are administered: of a new account, of `one`, and of each action on one. A service mounts
 * them where its addresses are, and has the list of its people beside them.
 */
export function peopleRoutes<
  Tx extends Queryable,
  Details extends object,
  Typed extends object,
  Person extends Known & Typed,
  Deps extends PeopleDeps,
>(
  deps: Deps,
  pages: PeoplePages<Tx, Details, Typed, Person, Deps>,
): { add: FormHandlers; one: FormHandlers } & Record<PersonAction, FormHandlers> {
  const { readForm } = deps.sessions;
  const run = visitsWith({ ...deps, pages: pages as PeopleVisit['pages'] });
  const handlers = (show: Handle, obey: Handle) => ({ get: run(show), post: [...readForm, run(obey)] });
  return {
    add: handlers((visit) => showNew(visit), create),
    one: handlers(show, change),
    password: handlers(askPassword, givePassword),
    'remove-factors': handlers(askToRemoveFactors, removeFactors),
    deactivate: handlers(askTo('deactivate'), changeState('deactivate')),
    activate: handlers(askTo('activate'), changeState('activate')),
  };
}

type Handle = (visit: PeopleVisit) => void | Promise<void>;

/** Where the password of a new account may come from, and a new one of an account that is there. */
const waysOfNew: readonly PasswordWay[] = ['generated', 'typed', 'none'];
const waysOfChange: readonly PasswordWay[] = ['generated', 'typed'];

function formOf({ sessions, pages, request, csrf }: PeopleVisit, action: string, content: Html): Html {
  const { className, isObeyedOnce } = pages.form;
  return html`<form class="${className}" method="post" action="${action}">${csrf()}${isObeyedOnce && sessions.onceField(request)}
${content}
</form>`;
}

function wrongIn({ pages, reader }: PeopleVisit, error: unknown): ui.Problems {
  if (error instanceof AccountRuleError) return { [error.subject]: [error.sentence(reader.language)] };
  const problems = pages.problemsIn(error, reader.language);
  if (problems === undefined) throw error;
  return problems;
}

function statusFor(problems: ui.Problems): number {
  return ui.hasProblems(problems) ? 400 : 200;
}

async function showNew(
  visit: PeopleVisit,
  shown: { typed: object; username: string; way?: string; problems: ui.Problems } = {
    typed: visit.pages.nobody,
    username: '',
    problems: {},
  },
): Promise<void> {
  const { pages, reader, answer } = visit;
  const { typed, username, way, problems } = shown;
  const { language } = reader;
  const say = pages.words[language];
  const content = html`${await pages.newFields({ ...typed, username }, { problems, language, deps: visit })}
${newPasswordFields({ way, ways: waysOfNew, problems, language })}
<p class="row">${ui.submitButton(say.create)}${ui.backLink(pages.addresses.list, language)}</p>`;
  const main = formOf(visit, pages.addresses.add, content);
  answer(
    { title: say.newAccount ?? say.create, breadcrumbs: pages.breadcrumbs(language), main },
    statusFor(problems),
  );
}

async function create(visit: PeopleVisit): Promise<void> {
  const { db, sessions, pages, request, response, reader } = visit;
  const { language } = reader;
  const username = formText(request, 'username').trim();
  const typed = pages.typedIn(request);
  const given = newPasswordIn(request, { ways: waysOfNew, username, language });
  const { way, password } = given;
  const again = (problems: ui.Problems) => showNew(visit, { typed, username, way, problems });
  const problems = { ...pages.problemsOf({ ...typed, username }, language), ...given.problems };
  if (ui.hasProblems(problems)) return again(problems);
  if (!(await sessions.isFirst(request))) return response.redirect(303, pages.addresses.repeated);
  let id: number;
  try {
    const by = actorOf(visit);
    id = await pages.people.create(db, { ...pages.detailsOf(typed), username, password, by });
  } catch (error) {
    return again(wrongIn(visit, error));
  }
  handOver(visit, { id, username }, { ...given, done: 'created' });
}

async function show(visit: PeopleVisit): Promise<void> {
  const person = await visit.pages.find(visit, visit.request);
  await sendPerson(visit, { person, typed: person, problems: {} });
}

async function sendPerson(
  visit: PeopleVisit,
  shown: { person: Known; typed: object; problems: ui.Problems },
): Promise<void> {
  const factors = await factorsOf(visit.db.pool, shown.person.id);
  visit.answer(await visit.pages.page(visit, { ...shown, factors }), statusFor(shown.problems));
}

async function change(visit: PeopleVisit): Promise<void> {
  const { db, pages, request, response, reader } = visit;
  const person = await pages.find(visit, request);
  const typed = pages.typedIn(request);
  const problems = pages.problemsOf(typed, reader.language);
  if (ui.hasProblems(problems)) return sendPerson(visit, { person, typed, problems });
  try {
    const by = actorOf(visit);
    await pages.people.change(db, { ...pages.detailsOf(typed), username: person.username, by });
  } catch (error) {
    return sendPerson(visit, { person, typed, problems: wrongIn(visit, error) });
  }
  response.redirect(303, pages.addresses.after(person, 'changed'));
}

async function askPassword(visit: PeopleVisit): Promise<void> {
  sendPassword(visit, await visit.pages.find(visit, visit.request), { problems: {} });
}

function sendPassword(
  visit: PeopleVisit,
  person: Known,
  { way, problems }: { way?: string; problems: ui.Problems },
): void {
  const { pages, reader, answer } = visit;
  const { language } = reader;
  const say = pages.words[language];
  const content = html`${newPasswordFields({ way, ways: waysOfChange, problems, language })}
<p class="row">${ui.submitButton(say.setPassword)}${ui.backLink(pages.addresses.of(person), language)}</p>`;
  const form = (inside: Html) => formOf(visit, pages.addresses.of(person, 'password'), inside);
  const page = {
    title: say.setPasswordOf(person.username),
    breadcrumbs: pages.breadcrumbs(language, person),
    main: pages.passwordForm(form, content, language),
  };
  answer(page, statusFor(problems));
}

async function givePassword(visit: PeopleVisit): Promise<void> {
  const { db, sessions, pages, request, response, reader } = visit;
  const person = await pages.find(visit, request);
  const { username } = person;
  const given = newPasswordIn(request, {
    ways: waysOfChange,
    username,
    language: reader.language,
  });
  const { way, password, problems } = given;
  if (password === undefined || ui.hasProblems(problems))
    return sendPassword(visit, person, { way, problems });
  if (!(await sessions.isFirst(request)))
    return response.redirect(303, pages.addresses.after(person, 'repeated'));
  await pages.people.change(db, { username, password, by: actorOf(visit) });
  handOver(visit, person, { ...given, done: 'passwordSet' });
}

/** Leads to somebody's page, or shows first the password that nobody will see again. */
function handOver(
  { pages, response, reader: { language }, answer }: PeopleVisit,
  person: Known,
  given: { password: string | undefined; isGenerated: boolean; done: 'created' | 'passwordSet' },
): void {
  const { password, isGenerated, done } = given;
  if (password === undefined || !isGenerated) {
    response.redirect(303, pages.addresses.after(person, done));
    return;
  }
  const { account: text, ...around } = pages.generated(person, done, language);
  const account = { text, href: pages.addresses.of(person) };
  answer(generatedPasswordPage({ ...around, password, account, language }));
}

/** Before somebody is locked out, or let in again. */
function askTo(to: StateChange): Handle {
  return async (visit) => sendStateChange(visit, await visit.pages.find(visit, visit.request), to);
}

function changeState(to: StateChange): Handle {
  return async (visit) => {
    const { db, pages, request, response } = visit;
    const person = await pages.find(visit, request);
    const { username } = person;
    try {
      await pages.people.change(db, { username, isActive: to === 'activate', by: actorOf(visit) });
    } catch (error) {
      const [problem] = Object.values(wrongIn(visit, error)).flat();
      return sendStateChange(visit, person, to, problem);
    }
    response.redirect(303, pages.addresses.after(person, `${to}d`));
  };
}

function sendStateChange(visit: PeopleVisit, person: Known, to: StateChange, problem?: string): void {
  const say = visit.pages.words[visit.reader.language];
  const title = say[`${to}Title`](person.username);
  const means = say[`${to}Means`](person.username);
  ask(visit, person, { to, title, means, button: say[to], isDangerous: to === 'deactivate', problem });
}

async function askToRemoveFactors(visit: PeopleVisit): Promise<void> {
  const person = await visit.pages.find(visit, visit.request);
  const say = factorAdministrationWords[visit.reader.language];
  const title = say.removeTitle(person.username);
  const means = say.removeMeans(person.username);
  ask(visit, person, { to: 'remove-factors', title, means, button: say.remove, isDangerous: true });
}

/** Asks before something is done with somebody. */
function ask(
  { pages, reader: { language }, csrf, answer }: PeopleVisit,
  person: Known,
  asked: {
    to: PersonAction;
    title: string;
    means: string;
    button: string;
    isDangerous: boolean;
    problem?: string | undefined;
  },
): void {
  const { to, means, problem, ...question } = asked;
  const page = ui.confirmPage({
    ...question,
    breadcrumbs: pages.breadcrumbs(language, person),
    problem,
    content: html`<p>${means}</p>`,
    csrf: csrf(),
    action: pages.addresses.of(person, to),
    back: pages.addresses.of(person),
    language,
  });
  answer(page, problem === undefined ? 200 : 409);
}

async function removeFactors(visit: PeopleVisit): Promise<void> {
  const { db, pages, request, response } = visit;
  const person = await pages.find(visit, request);
  await pages.people.removeFactors(db, { username: person.username, by: actorOf(visit) });
  response.redirect(303, pages.addresses.after(person, 'factorsRemoved'));
}
