import { pipeline } from 'node:stream/promises';
import * as accounts from '@campus/accounts';
import type { Queryable } from '@campus/database';
import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import { createTurns, type TurnLimits, untilClosed } from '@campus/service';
import type { RequestHandler } from 'express';
import type pg from 'pg';
import { erasureText, type Person } from './declaration.ts';
import { exportPerson } from './export-person.ts';
import {
  erasePerson,
  type FoundData,
  findData,
  findPerson,
  type PersonalData,
  PersonError,
} from './person.ts';
import { leftOutText, personWords } from './privacy-words.ts';

/** Archives of a process: each holds a connection to the database. */
export const personExportLimits: TurnLimits = { atATime: 1, waiting: 4, waitingPerCaller: 1 };

/** A reader who takes nothing of an archive for so long is let go. */
const patienceMs = 60_000;

interface PersonDeps extends accounts.VisitDeps<accounts.Account> {
  db: accounts.ChangeableDatabase<Queryable> & { pool: pg.Pool };
}

/** Where these pages are in a service, and what it keeps. */
export interface PersonPages {
  data: PersonalData;
  /** Of the first of them; `export/` and `erase/` are below it. */
  address: string;
  breadcrumbs(language: ui.Language): ui.Link[];
  /** Where what there is about a person is looked at, by the names of its tables. */
  places(person: Person, language: ui.Language): Readonly<Record<string, readonly ui.Link[]>>;
  /** What `keepOne` refuses by. */
  refusals: accounts.Refusals;
}

interface PersonVisit extends PersonDeps, accounts.Visit<accounts.Account> {
  pages: PersonPages;
}

/** The pages on which administrators look at what is kept about a person, take it out and erase it. */
export function personRoutes(
  deps: PersonDeps,
  pages: PersonPages,
): { show: RequestHandler; export: RequestHandler; erase: accounts.FormHandlers } {
  const run = accounts.visitsWith({ ...deps, pages });
  const turns = createTurns(personExportLimits);
  return {
    show: run(show),
    export: run((visit) =>
      turns.run(String(visit.reader.account.id), () => sendArchive(visit), {
        signal: untilClosed(visit.response),
      }),
    ),
    erase: { get: run((visit) => askToErase(visit)), post: [...deps.sessions.readForm, run(erase)] },
  };
}

/** What a person is called on a page. */
const nameOf = ({ account, address = '' }: Person): string => account?.username ?? address;

function asked({ request }: PersonVisit): string {
  const { who } = request.query;
  return (typeof who === 'string' ? who : accounts.formText(request, 'who')).trim();
}

/** Whom the page is about, with what there is; undefined: the page says instead why nobody is. */
async function found(visit: PersonVisit): Promise<{ person: Person; data: FoundData[] } | undefined> {
  const { db, pages, reader } = visit;
  try {
    const person = await findPerson(db.pool, pages.data, asked(visit));
    return { person, data: await findData(db.pool, pages.data, person) };
  } catch (error) {
    if (!(error instanceof PersonError)) throw error;
    sendForm(visit, { problem: error.sentence(reader.language) });
    return undefined;
  }
}

async function show(visit: PersonVisit): Promise<void> {
  const { request, reader, pages } = visit;
  const say = personWords[reader.language];
  if (asked(visit) === '')
    return sendForm(visit, { below: request.query.done === 'erased' && ui.notice('good', say.erased) });
  const one = await found(visit);
  if (one === undefined) return;
  const name = nameOf(one.person);
  const at = (action: string) => ui.withQuery(`${pages.address}${action}/`, { who: asked(visit) });
  const below = html`<h2>${say.dataOf(name)}</h2>
${leftOutOf(visit, one.person)}
${
  one.data.length === 0
    ? html`<p>${say.nothing(name)}</p>`
    : html`${foundTable(visit, one)}
<p class="row">${ui.buttonLink({ text: say.export, href: at('export') }, { kind: 'plain' })}
${ui.buttonLink({ text: say.erase, href: at('erase') }, { kind: 'danger' })}</p>`
}`;
  sendForm(visit, { below });
}

function sendForm(visit: PersonVisit, { problem, below }: { problem?: string; below?: Html | false }): void {
  const { pages, reader, answer } = visit;
  const say = personWords[reader.language];
  const errors = problem === undefined ? undefined : [problem];
  const main = html`<p>${say.meaning}</p>
<form class="sheet row" method="get" action="${pages.address}">
${ui.textField({ name: 'who', label: say.who, value: asked(visit), errors, required: true, autocomplete: 'off' })}
${ui.submitButton(say.search, { kind: 'plain' })}
</form>
${below}`;
  answer({ title: say.title, breadcrumbs: pages.breadcrumbs(reader.language), main }, problem ? 400 : 200);
}

function foundTable(
  { pages, reader: { language } }: PersonVisit,
  { person, data }: { person: Person; data: readonly FoundData[] },
): Html {
  const say = personWords[language];
  const places = pages.places(person, language);
  const place = language === 'fr' ? 1 : 0;
  return ui.table({
    caption: say.title,
    headings: [say.what, say.rows, say.erasure],
    rows: data.map(({ name, table, rows }) => [
      html`${table.what[place]}${places[name]?.map(({ text, href }) => html`<br><a href="${href}">${text}</a>`)}`,
      rows,
      erasureText(table.erase)[place],
    ]),
  });
}

/** What may be somebody else's, each with the way to it. */
function leftOutOf({ pages, reader }: PersonVisit, { leftOut }: Person): Html[] {
  const place = reader.language === 'fr' ? 1 : 0;
  return leftOut.map(
    (what) =>
      html`<p>${leftOutText(what)[place]} <a href="${ui.withQuery(pages.address, { who: what })}">${what}</a></p>`,
  );
}

async function sendArchive(visit: PersonVisit): Promise<void> {
  const { db, pages, request, response, reader } = visit;
  const one = await found(visit);
  if (one === undefined) return;
  const name = `personal-data-${ui.dayIn(reader.now, reader.timeZone)}.zip`;
  response.set({ 'Content-Type': 'application/zip', 'Cache-Control': 'no-store' }).attachment(name);
  if (request.method === 'HEAD') return void response.end();
  response.setTimeout(patienceMs);
  try {
    await pipeline(
      exportPerson(db, pages.data, { person: one.person, by: accounts.actorOf(visit) }),
      response,
    );
  } catch (error) {
    // Whoever has left is answered no more.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

async function askToErase(visit: PersonVisit, problem?: string): Promise<void> {
  const { pages, reader, csrf, answer } = visit;
  const { language } = reader;
  const one = await found(visit);
  if (one === undefined) return;
  const say = personWords[language];
  const who = asked(visit);
  const page = ui.confirmPage({
    title: say.eraseTitle(nameOf(one.person)),
    breadcrumbs: [...pages.breadcrumbs(language), { text: say.title, href: pages.address }],
    problem,
    content: html`<p>${say.eraseMeans(one.person.account !== undefined)}</p>${leftOutOf(visit, one.person)}${foundTable(visit, one)}`,
    csrf: csrf(),
    fields: ui.hiddenField('who', who),
    action: `${pages.address}erase/`,
    button: say.erase,
    isDangerous: true,
    back: ui.withQuery(pages.address, { who }),
    language,
  });
  answer(page, problem === undefined ? 200 : 409);
}

async function erase(visit: PersonVisit): Promise<void> {
  const { db, pages, response, reader } = visit;
  const one = await found(visit);
  if (one === undefined) return;
  const { person } = one;
  try {
    if (person.account?.id === reader.account.id) throw new PersonError('own_account');
    await erasePerson(db, pages.data, { person, by: accounts.actorOf(visit) });
  } catch (error) {
    if (!(error instanceof PersonError || error instanceof pages.refusals)) throw error;
    return askToErase(visit, error.sentence(reader.language));
  }
  response.redirect(303, `${pages.address}?done=erased`);
}
