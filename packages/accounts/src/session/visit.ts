/**
 * The one argument of all handlers of pages: who asks, what they have sent, and how they are answered, beside what the
 * pages of a room work with. The pages of one noun and their routes stand together:
 *
 *     type BoxVisit = BoxDeps & Visit<Person>;
 *
 *     export function boxRoutes(deps: BoxDeps): Router {
 *       const { readForm } = deps.sessions;
 *       const run = visitsWith(deps);
 *       const router = express.Router();
 *       router.get('/', run(list));
 *       router.get('/new', run((visit) => showNew(visit)));
 *       router.post('/new', ...readForm, run(add));
 *       return router;
 *     }
 *
 *     async function list({ lookups, request, reader, answer }: BoxVisit): Promise<void> {
 *       answer(boxListPage(await listBoxes(lookups), { reader, done: request.query.done }));
 *     }
 *
 *     function showNew({ reader, csrf, answer }: BoxVisit, name = '', problems: Problems = {}): void {
 *       answer(newBoxPage({ name, problems, reader, csrf: csrf() }), hasProblems(problems) ? 400 : 200);
 *     }
 *
 *     async function add(visit: BoxVisit): Promise<void> {
 *       const { db, request, response } = visit;
 *       const name = formText(request, 'name');
 *       const problems = problemsOf(name);
 *       if (hasProblems(problems)) return showNew(visit, name, problems);
 *       await addBox(db, { name, by: actorOf(visit) });
 *       response.redirect(303, `${addresses.boxes}?done=added`);
 *     }
 */
import type { Queryable } from '@campus/database';
import type * as ui from '@campus/pages';
import type { Html } from '@campus/pages/html';
import { untilClosed } from '@campus/service';
import type { Request, RequestHandler, Response } from 'express';
import type { Account } from '../account.ts';
import { type Actor, personAt } from '../history/change-as.ts';
import type { BrowserSessions } from './browser-sessions.ts';

/** Who looks at a page, and what it needs to know to speak to them; `time` of the pages takes it as it is. */
export interface Reader<Person extends Account | undefined> {
  /** Undefined, where that is possible: a stranger. */
  account: Person;
  language: ui.Language;
  timeZone: string;
  now: Date;
}

/** A request for a page, and its answer. */
export interface Visit<Person extends Account | undefined> {
  request: Request;
  response: Response;
  reader: Reader<Person>;
  /** For lists and searches, until the reader leaves; strangers take turns by their addresses. */
  lookups: Queryable;
  /** The hidden field that every form has; made before the answer begins. */
  csrf(): Html;
  answer(page: ui.Page, status?: number): void;
}

/** What every page works with. */
export interface VisitDeps<Person extends Account> {
  sessions: BrowserSessions<Person>;
}

/** What answers the address of a form. */
export interface FormHandlers {
  get: RequestHandler;
  post: RequestHandler[];
}

type Handle<Given> = (visit: Given) => void | Promise<void>;

/** Answers who has signed in, with what the pages work with; strangers go to the sign-in page, and back afterwards. */
export function visitsWith<Deps, Person extends Account>(deps: Deps & VisitDeps<Person>) {
  return (handle: Handle<Deps & Visit<Person>>): RequestHandler =>
    (request, response) => {
      const account = deps.sessions.accountOf(request);
      if (account === undefined) return deps.sessions.sendToSignIn(request, response);
      return handle({ ...deps, ...visitOf(deps.sessions, { request, response, account }) });
    };
}

/** The same for pages that are for everybody. */
export function openVisitsWith<Deps, Person extends Account>(deps: Deps & VisitDeps<Person>) {
  return (handle: Handle<Deps & Visit<Person | undefined>>): RequestHandler =>
    (request, response) => {
      const account = deps.sessions.accountOf(request);
      return handle({ ...deps, ...visitOf(deps.sessions, { request, response, account }) });
    };
}

/** Who sends a form, for the administration history. */
export function actorOf({ request, reader }: Pick<Visit<Account>, 'request' | 'reader'>): Actor {
  return personAt(reader.account, request.ip);
}

/**
 * The reader of an answer that is no page, behind `requireAccount`.
 *
 * @throws Error  nobody has signed in
 */
export function readerOf<Person extends Account>(
  sessions: BrowserSessions<Person>,
  request: Request,
): Reader<Person> {
  const account = sessions.accountOf(request);
  if (account === undefined) throw new Error('this is open to nobody who has not signed in');
  return readerBy(sessions, request, account);
}

function visitOf<Person extends Account | undefined>(
  sessions: BrowserSessions<Account>,
  { request, response, account }: { request: Request; response: Response; account: Person },
): Visit<Person> {
  return {
    request,
    response,
    reader: readerBy(sessions, request, account),
    lookups: sessions.lookups.of({
      caller: account?.username ?? request.ip ?? '',
      signal: untilClosed(response),
    }),
    csrf: () => sessions.csrfField(request, response),
    answer: (page, status = 200) => sessions.sendPage(request, response, page, { status }),
  };
}

function readerBy<Person extends Account | undefined>(
  { languageOf, site, now }: BrowserSessions<Account>,
  request: Request,
  account: Person,
): Reader<Person> {
  return { account, language: languageOf(request), timeZone: site.timeZone, now: now() };
}
