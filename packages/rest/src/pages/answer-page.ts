import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import { type KnownRequest, showContext } from '../engine.ts';
import { exampleOf, writableValues } from '../example-of.ts';
import type { Outcome } from '../outcome.ts';
import type { Body } from '../read-body.ts';
import { conditionsAt, listAddress, type ObjectLink, type Resource } from '../resource.ts';
import type { ActionRoute, Route } from '../route.ts';
import { gatherRows } from '../show-rows.ts';
import type { Row } from '../store.ts';
import { addressWith, csrfOf } from './addresses.ts';
import { type AnswerHeaders, curlSheet, readAddress } from './exchange-sheet.ts';
import { isWritable } from './field-control.ts';
import { filterForm } from './filter-form.ts';
import { headingOf } from './heading.ts';
import { type NextSteps, nextSteps } from './next-steps.ts';
import { type FormState, objectForm, rawControlId, rawForm } from './object-form.ts';
import { formNames } from './page-form.ts';
import { pageWords, type Words } from './page-words.ts';
import { shownExchange } from './shown-exchange.ts';

/** What is shown of a request at a route. */
interface Shown<Services> {
  route: Route<Services>;
  /** What the address names an object by. */
  key: string;
  outcome: Outcome;
  headers: AnswerHeaders;
  /** The body of the request, when a page of ours has sent it. */
  sent: Body['members'] | undefined;
}

type Looked<Services> = KnownRequest<Services> & { method: string };

/** The page of an answer, with everything that the caller may do next. */
export async function answerPage<Services>(
  shown: Shown<Services>,
  known: Looked<Services>,
): Promise<ui.Page> {
  const { route, outcome } = shown;
  const { method } = known;
  const row = await rowAt(shown, known);
  const open = nextSteps(route, row, known);
  const csrf = csrfOf(known);
  const { title, breadcrumbs, description } = headingOf(route, row, known);
  const resource = route.kind === 'view' ? undefined : route.resource;
  const hasFilters = route.kind === 'list' && isRead(method);
  const hasForm = csrf !== undefined && outcome.status !== 201 && (open.create || open.update);
  const attached = new Set([
    ...(hasFilters ? ['search', 'ordering', 'page_size', ...route.resource.filters.keys()] : []),
    ...(hasForm && !isRead(method)
      ? (resource?.fields ?? []).filter(isWritable).map(({ name }) => name)
      : []),
    ...open.operations.flatMap(([, { takes = [] }]) => takes.map(({ name }) => name)),
  ]);
  const curl = isRead(method) ? curlSheet({ id: 'get', method: 'GET' }, known) : undefined;
  const problems = outcome.problems ?? {};
  const subject = row ?? outcome.made;
  // They lead to what works with a session alone.
  const links =
    csrf === undefined || subject === undefined ? [] : (resource?.links?.(subject, known.caller) ?? []);
  const actions = open.actions.map(({ route: { title }, href }) => ({ text: title, href }));
  const further = csrf === undefined ? [] : [...(row === null ? [] : links), ...actions];
  const doable = { ...open, create: hasForm && open.create };
  const exchange = await shownExchange(shown, { row, curl, hasViews: hasFilters }, known);
  const sent = sentAgain(shown, known);
  const forms = html`${
    hasForm &&
    resource !== undefined &&
    (await formsOf(resource, { row: open.update ? row : null, csrf, ...sent }, known))
  }${
    csrf !== undefined &&
    route.kind === 'action' &&
    (await actionForms(route, { open, csrf, ...sent }, known))
  }`;
  const main = html`${repeatedNotice(known)}${saying(shown, { attached, links }, known)}
${description !== undefined && html`<p>${description}</p>`}
${route.kind === 'view' && linksOf(route, known)}
${toolbar({ canRead: canRead(route, method), canAsk: csrf !== undefined, open: doable, links: further }, known)}
${hasFilters && (await filterForm(route.resource, problems, known))}
${
  // Whoever has to mend a form looks for it first.
  sent.sent === undefined ? html`${exchange}${forms}` : html`${forms}${exchange}`
}
${csrf !== undefined && open.destroy && curlSheet({ id: 'delete', method: 'DELETE' }, known)}`;
  return {
    title,
    breadcrumbs,
    main,
    styles: ['api.css'],
    scripts: ['copy.js', 'search-select.js', 'send-form.js'],
  };
}

/** The object at the address as it is now; null when there is none, or none for the caller. */
async function rowAt<Services>(
  { route, key }: Shown<Services>,
  known: KnownRequest<Services>,
): Promise<Row | null> {
  const { caller, engine } = known;
  if (route.kind === 'view' || route.kind === 'list' || (route.kind === 'action' && route.on === 'list'))
    return null;
  const conditions = conditionsAt(route.resource, { key, caller });
  if (conditions === null) return null;
  const row = await engine.storeOf(route.resource.table).find(route.resource.columns, conditions);
  if (row === null) return null;
  const [gathered] = await gatherRows(route.resource, [row], { ...known, format: 'page' });
  return gathered ?? null;
}

/** An action without a GET has nothing to read. */
function canRead<Services>(route: Route<Services>, method: string): boolean {
  return route.kind === 'view' ? isRead(method) : route.looksBy === 'GET';
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** The requests that need no form, the way to the form, and the pages about the object. */
function toolbar<Services>(
  offered: {
    canRead: boolean;
    canAsk: boolean;
    open: { create: boolean; destroy: boolean };
    links: readonly ObjectLink[];
  },
  { request, language }: KnownRequest<Services>,
): Html {
  const { canRead, canAsk, open, links } = offered;
  const say = pageWords[language];
  const link = (text: string, href: string) => ui.buttonLink({ text, href }, { kind: 'plain' });
  const ask = (method: string, text: string, kind: 'plain' | 'danger') =>
    html`<form method="get" action="${addressWith(request, {})}">
${request.query.format === 'api' && ui.hiddenField('format', 'api')}${ui.submitButton(text, { kind, name: formNames.method, value: method })}</form>`;
  return html`<div class="row">
${open.create && ui.buttonLink({ text: say.createIt, href: '#forms' })}
${canRead && link('GET', readAddress(request))}
${canRead && link(say.asJson, readAddress(request, { format: 'json' }))}
${canAsk && ask('OPTIONS', say.options, 'plain')}
${canAsk && open.destroy && ask('DELETE', say.delete, 'danger')}
${links.map(({ text, href }) => link(text[language], href))}
</div>`;
}

/**
 * What became of a request, before anything else.
 *
 * @param options.attached  the fields beside which their own problems stand
 * @param options.links     where an object that was made leads besides
 */
function saying<Services>(
  { route, outcome, sent }: Shown<Services>,
  { attached, links }: { attached: ReadonlySet<string>; links: readonly ObjectLink[] },
  { language, method }: Looked<Services>,
): Html | undefined {
  const say = pageWords[language];
  const { status, headers, problems, detail } = outcome;
  const isRaw = sent?.has(formNames.content) ?? false;
  const form = isRaw ? `#${rawControlId}` : '#forms';
  const toForm = sent !== undefined && html` <a href="${form}">${say.toForm}</a>`;
  if (problems !== undefined) {
    const count = Object.keys(problems).length;
    const others = Object.entries(problems).filter(([name]) => !isRaw && !attached.has(name));
    const summary = ui.notice('bad', html`<p>${say.invalid(count)}${toForm}</p>${listed(others, say)}`);
    return others.length < count || sent === undefined ? summary : focused(summary);
  }
  if (detail !== undefined) {
    const summary = ui.notice(
      'bad',
      html`<p>${isRead(method) ? detail : say.refused(detail)}${isRaw && toForm}</p>`,
    );
    return sent === undefined || isRaw ? summary : focused(summary);
  }
  if (status === 201) {
    const open = headers.Location !== undefined && html` <a href="${headers.Location}">${say.openIt}</a>`;
    const others = links.map(
      ({ text, href, because }) =>
        html`<li>${because && `${because[language]}${say.colon}`}<a href="${href}">${text[language]}</a></li>`,
    );
    return ui.notice(
      'good',
      html`<p>${say.created}${open}</p>${links.length > 0 && html`<ul>${others}</ul>`}`,
    );
  }
  if (status === 204 && route.kind === 'object') {
    const back = html`<a href="${listAddress(route.resource)}">${say.backToList}</a>`;
    return ui.notice('good', html`<p>${say.removed} ${back}</p>`);
  }
  return method === 'PUT' || method === 'PATCH' ? ui.notice('good', html`<p>${say.saved}</p>`) : undefined;
}

/** Where the reader begins when no field of the form is to blame. */
function focused(summary: Html): Html {
  return html`<div tabindex="-1" autofocus>${summary}</div>`;
}

function listed(
  problems: readonly (readonly [name: string, messages: readonly string[]])[],
  { colon }: Words,
): Html | undefined {
  if (problems.length === 0) return undefined;
  return html`<ul>${problems.map(([name, messages]) =>
    messages.map((text) => html`<li>${name !== 'non_field_errors' && `${name}${colon}`}${text}</li>`),
  )}</ul>`;
}

function linksOf<Services>(
  { links = [] }: Extract<Route<Services>, { kind: 'view' }>,
  { language }: KnownRequest<Services>,
): Html | undefined {
  if (links.length === 0) return undefined;
  const items = links.map(({ text, href }) => html`<li><a href="${href}">${text[language]}</a></li>`);
  return html`<nav aria-label="${pageWords[language].otherAddresses}"><ul>${items}</ul></nav>`;
}

/**
 * A form is filled in as it was sent when something was wrong with it, or choices were searched for it. What is wrong
 * with a read is no business of a form.
 */
function sentAgain<Services>(
  { outcome, sent }: Shown<Services>,
  { request, method }: Looked<Services>,
): Sent<Services> {
  const { status, problems = {}, detail } = outcome;
  const isSearch = sent?.has(ui.searchButtonName) ?? false;
  const isAgain = request.method === 'POST' && (isSearch || status >= 400);
  const isBroken = status === 400 && detail !== undefined;
  const own = isBroken ? { non_field_errors: [detail] } : problems;
  return { sent: isAgain ? sent : undefined, problems: isRead(method) ? {} : own };
}

/** For whoever comes from a form that was sent again. */
function repeatedNotice<Services>({ request, language }: KnownRequest<Services>): Html | undefined {
  const text = pageWords[language].repeated;
  return ui.outcomeNotice(request.query[formNames.done], { repeated: { mood: 'info', text } });
}

type Sent<Services> = Pick<FormState<Services>, 'sent' | 'problems'>;

/** The two ways to create or change an object; the one that was used is open. */
async function formsOf<Services>(
  resource: Resource<Services>,
  { row, csrf, ...sent }: Sent<Services> & Pick<FormState<Services>, 'row' | 'csrf'>,
  known: KnownRequest<Services>,
): Promise<Html> {
  const { language } = known;
  const { fields } = resource;
  const say = pageWords[language];
  const context = showContext(known);
  const kind =
    row === null
      ? { method: 'POST', button: say.createIt, idPrefix: 'create' }
      : { method: 'PUT', button: say.save, idPrefix: 'change' };
  const { form, pickers } = await objectForm({ fields, row, csrf, ...kind, ...sent }, known);
  const first = [...pickers].map(([name, { choices }]) => [name, choices[0]?.value ?? ''] as const);
  const chosen = new Map(first.filter(([, address]) => address !== ''));
  const example =
    row === null ? exampleOf(resource, { context, chosen }) : writableValues(resource, { row, context });
  const isRaw = sent.sent?.has(formNames.content) ?? false;
  const file = fields.find(({ isFile, required }) => isFile && (row !== null || required));
  // A file travels in a form alone.
  const body =
    row === null && file !== undefined ? { fields: textsOf(example), file: file.name } : { json: example };
  const methods = row === null ? ['POST'] : ['PUT', 'PATCH'];
  return html`<section aria-labelledby="forms">
<h2 id="forms">${row === null ? say.create(resource.name[language]) : say.change}</h2>
<details class="sheet"${!isRaw && html` open`}><summary>${say.form}</summary>${form}</details>
<details class="sheet"${isRaw && html` open`}><summary>${say.rawData}</summary>${rawForm({ row, csrf, ...sent, example }, known)}
${methods.map((method) => curlSheet({ id: method.toLowerCase(), method, body }, known))}</details>
</section>`;
}

/** A form for each method of an action that the caller may use. */
async function actionForms<Services>(
  { title }: ActionRoute<Services>,
  { open, csrf, ...sent }: Sent<Services> & { open: NextSteps<Services>; csrf: Html },
  known: KnownRequest<Services>,
): Promise<Html> {
  const { language } = known;
  const forms: Html[] = [];
  for (const [method, { takes = [] }] of open.operations) {
    if (method === 'GET' && takes.length === 0) continue;
    const state = { fields: takes, row: null, csrf, method, button: title[language], ...sent };
    const { form } = await objectForm({ ...state, idPrefix: method.toLowerCase() }, known);
    const body = { json: exampleOf({ fields: takes }, { context: showContext(known) }) };
    forms.push(html`<div class="sheet">${form}</div>
${method !== 'GET' && curlSheet({ id: method.toLowerCase(), method, body }, known)}`);
  }
  return html`<section aria-label="${title[language]}" id="forms">${forms}</section>`;
}

function textsOf(example: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, value === null ? '' : String(value)]),
  );
}
