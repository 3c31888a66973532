import * as ui from '@campus/pages';
import { type Html, type HtmlPart, html } from '@campus/pages/html';
import type { Request, Response } from 'express';
import { type KnownRequest, requesterOf, showContext } from '../engine.ts';
import type { Field, LinkTarget } from '../field.ts';
import { objectUrl, root } from '../hyperlink.ts';
import { capitalised } from '../messages.ts';
import type { Outcome } from '../outcome.ts';
import { lastPage, pagingOf, parametersOf } from '../query.ts';
import type { Resource } from '../resource.ts';
import type { Route } from '../route.ts';
import { maxShownBytes, nameOf } from '../show-rows.ts';
import type { Row } from '../store.ts';
import { sameAddressWith } from './addresses.ts';
import { type AnswerHeaders, exchangeSheet } from './exchange-sheet.ts';
import { choicesFor } from './field-control.ts';
import { formNames } from './page-form.ts';
import { pageWords } from './page-words.ts';

/** What was asked and answered. */
interface Exchange<Services> {
  route: Route<Services>;
  outcome: Outcome;
  headers: AnswerHeaders;
}

/**
 * Request and answer with the names of what the answer refers to, that of a list as a table first where somebody wants
 * one.
 *
 * @param of.row       the object that the address names; null: none
 * @param of.hasViews  whether it is a list, which may be shown in both ways
 */
export async function shownExchange<Services>(
  exchange: Exchange<Services>,
  of: { row: Row | null; curl: Html | undefined; hasViews: boolean },
  known: KnownRequest<Services> & { method: string },
): Promise<Html> {
  const { route, outcome } = exchange;
  const { row, curl, hasViews } = of;
  const sides = { ...known, curl };
  const pages = {
    above: pagesOf(exchange, known),
    below: pagesOf(exchange, known, { isSecond: true }),
  };
  if (route.kind === 'view') return exchangeSheet(exchange, sides);
  const { rows, made, body } = outcome;
  const one = row ?? made;
  const names = await relatedNames(route.resource, rows ?? (one === undefined ? [] : [one]), known);
  const view = hasViews ? listViewOf(known.request, known.response) : undefined;
  const links = view !== undefined && viewSwitch(view, known);
  if (view !== 'table' || rows === undefined)
    return html`${links}${exchangeSheet({ ...exchange, pages, names }, sides)}`;
  const { results } = body as { results: readonly Record<string, unknown>[] };
  return html`${links}${pages.above}
${listTable(route.resource, { rows, shown: results, names }, known)}
${pages.below}${exchangeSheet({ ...exchange, outcome: { ...outcome, body: undefined } }, sides)}`;
}

/**
 * The way through the pages of a list; undefined where there is one alone, or rows were asked for by their place. An
 * answer that ended early goes on by the place of a row.
 */
function pagesOf<Services>(
  { route, outcome }: Pick<Exchange<Services>, 'route' | 'outcome'>,
  { request, language }: KnownRequest<Services>,
  { isSecond = false } = {},
): Html | undefined {
  const { status, body } = outcome;
  if (route.kind === 'object' || route.kind === 'view') return undefined;
  if (status !== 200 || typeof body !== 'object' || body === null) return undefined;
  if (!('count' in body && typeof body.count === 'number')) return undefined;
  const next = 'next' in body && typeof body.next === 'string' ? body.next : null;
  const say = pageWords[language];
  if (next !== null && new URL(next).searchParams.has('offset'))
    return ui.notice('info', html`<p>${say.endsHere} <a href="${next}" rel="next">${say.goOnHere}</a></p>`);
  const paging = pagingOf(parametersOf(request));
  if (!('page' in paging)) return undefined;
  const last = lastPage(body.count, paging.limit);
  return ui.pager({
    page: paging.page === 'last' ? last : paging.page,
    lastPage: last,
    isEstimate: 'count_is_estimate' in body,
    addressOf: (page) => sameAddressWith(request, 'page', String(page)),
    language,
    isSecond,
  });
}

const views = ['json', 'table'] as const;

/** How the rows of a list are shown on a page. */
type ListView = (typeof views)[number];

/** Remembers the last choice. It tells no more than that. */
const cookie = 'list_view';
const keptMs = 365 * 24 * 60 * 60 * 1000;

/** What the address asks for, which is remembered, else what was asked for last. */
function listViewOf(request: Request, response: Response): ListView {
  const asked = views.find((view) => view === request.query[formNames.view]);
  if (asked !== undefined)
    response.cookie(cookie, asked, {
      httpOnly: true,
      maxAge: keptMs,
      path: root,
      sameSite: 'lax',
      secure: request.secure,
    });
  const isTable = new RegExp(`(?:^|;\\s*)${cookie}=table(?:;|$)`).test(request.headers.cookie ?? '');
  return asked ?? (isTable ? 'table' : 'json');
}

/** Links that show the same list in the other way. */
function viewSwitch<Services>(view: ListView, { request, language }: KnownRequest<Services>): Html {
  const say = pageWords[language];
  const links = views.map((each) => {
    const href = sameAddressWith(request, formNames.view, each);
    return html`<a href="${href}"${each === view && html` aria-current="true"`}>${say.views[each]}</a>`;
  });
  return html`<nav class="views" aria-label="${say.shownAs}">${links}</nav>`;
}

/** The objects of one resource that are named on a page. */
const maxNamed = 300;

/**
 * What people call the objects that rows refer to, by their addresses: one statement for each resource that they are of,
 * however many rows there are. Those that the caller may not see have no name.
 */
async function relatedNames<Services>(
  { fields }: Resource<Services>,
  rows: readonly Row[],
  known: KnownRequest<Services>,
): Promise<ReadonlyMap<string, string>> {
  const { engine, caller, language } = known;
  const context = showContext(known);
  const targets = new Map<string, { target: LinkTarget; addresses: Map<number, string> }>();
  for (const { target: targetOf, columns, writeOnly, show } of fields) {
    const target = targetOf?.();
    if (target === undefined || writeOnly || !target.rights.may(caller, 'retrieve')) continue;
    const { addresses } = targets.get(target.table) ?? { addresses: new Map<number, string>() };
    targets.set(target.table, { target, addresses });
    for (const row of rows) {
      const ids = [row[columns[0] ?? '']].flat();
      const shown = [show(row, context)].flat();
      for (const [place, id] of ids.entries()) {
        const address = shown[place];
        if (typeof id === 'number' && typeof address === 'string') addresses.set(id, address);
      }
    }
  }
  const names = new Map<string, string>();
  for (const { target, addresses } of targets.values()) {
    const ids = [...addresses.keys()].slice(0, maxNamed);
    if (ids.length === 0) continue;
    const naming = [target.nameField, ...target.nameDetails].flatMap((field) => field?.columns ?? []);
    const columns = [...new Set(['id', target.lookup.column, ...naming])];
    const conditions = target.rights.sees(caller);
    const { rows: found } = await engine
      .storeOf(target.table)
      .pick({ columns, ids, conditions, maxBytes: maxShownBytes }, requesterOf(known));
    for (const row of found) names.set(addresses.get(Number(row.id)) ?? '', nameOf(target, row, language));
  }
  return names;
}

/** Beside the name; the rest is at the object. */
const maxColumns = 9;

/** Longer texts are no table's business. */
const maxCellCharacters = 80;

/** Texts that may be longer have no column. */
const oneLineCharacters = 255;

/**
 * A page of a list as a table: each object by name, with its short fields.
 *
 * @param page.shown  the rows as they go out
 * @param page.names  what people call the objects that they refer to, by address
 */
function listTable<Services>(
  resource: Resource<Services>,
  page: {
    rows: readonly Row[];
    shown: readonly Readonly<Record<string, unknown>>[];
    names: ReadonlyMap<string, string>;
  },
  { language, engine }: Pick<KnownRequest<Services>, 'language' | 'engine'>,
): Html {
  const { rows, shown, names } = page;
  const fields = resource.fields.filter((field) => hasColumn(field, resource)).slice(0, maxColumns);
  const context = { names, language, timeZone: engine.timeZone };
  const caption = capitalised(resource.plural[language]);
  return ui.table({
    caption,
    headings: [
      capitalised(resource.nameField?.label[language] ?? resource.name[language]),
      ...fields.map(({ label }) => capitalised(label[language])),
    ],
    rows: rows.map((row, place) => [
      html`<a href="${objectUrl('', resource.path, row[resource.lookup.column])}">${nameOf(resource, row, language)}</a>`,
      ...fields.map((field) => cell(field, shown[place]?.[field.name], context)),
    ]),
  });
}

function hasColumn(field: Field<never>, { nameField }: { nameField: Field<never> | undefined }): boolean {
  const { name, type, isList, isFile, isAddress, writeOnly, aliasOf, target, limits } = field;
  if (name === nameField?.name || isList || isFile || isAddress || writeOnly || aliasOf !== undefined)
    return false;
  if (type === 'field' || type === 'list') return target !== undefined;
  const { maxLength = type === 'string' ? Number.POSITIVE_INFINITY : 0 } = limits;
  return maxLength <= oneLineCharacters;
}

function cell(
  field: Field<never>,
  value: unknown,
  context: { names: ReadonlyMap<string, string>; language: ui.Language; timeZone: string },
): HtmlPart {
  const { names, language } = context;
  const say = pageWords[language];
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? say.yes : say.no;
  const text = String(value);
  if (field.target !== undefined) return html`<a href="${text}">${names.get(text) ?? endOf(text)}</a>`;
  if (field.type === 'datetime') return ui.time(new Date(text), context);
  if (field.type === 'choice')
    return choicesFor(field, language).find((choice) => choice.value === text)?.label ?? text;
  return text.length > maxCellCharacters ? `${text.slice(0, maxCellCharacters)}…` : text;
}

/** The last part of an address, which tells an object without a name. */
function endOf(address: string): string {
  return address.replace(/\/$/, '').split('/').at(-1) ?? address;
}
