import {
  buttonLink,
  type Html,
  hiddenField,
  html,
  notice,
  outcomeNotice,
  type Page,
  searchButtonName,
  submitButton,
} from '@campus/pages';
import { showContext } from '../exchange.ts';
import type { Outcome } from '../outcome.ts';
import { pagingOf, parametersOf } from '../query.ts';
import type { Body } from '../read-body.ts';
import type { ObjectLink } from '../resource.ts';
import { isWritable } from './control-value.ts';
import { exampleOf, writableValues } from './example-of.ts';
import { type AnswerHeaders, curlSheet, exchangeSheet, readAddress } from './exchange-sheet.ts';
import { filterForm } from './filter-form.ts';
import { listPager } from './list-pager.ts';
import { type FormState, objectForm } from './object-form.ts';
import { formNames } from './page-form.ts';
import { pageWords, type Words } from './page-words.ts';
import { headingOf, listAddress, openActions, type Place, rowAt } from './place.ts';
import { rawControlId, rawForm } from './raw-form.ts';
import { addressWith, csrfOf, type Sight } from './sight.ts';

/** What is shown of a request at a place of the API. */
export interface Shown<Services> {
  place: Place<Services>;
  outcome: Outcome;
  headers: AnswerHeaders;
  /** The body of the request, when a page of ours has sent it. */
  sent: Body['members'] | undefined;
}

/** The page of an answer, with everything that the caller may do next. */
export async function answerPage<Services>(shown: Shown<Services>, sight: Sight<Services>): Promise<Page> {
  const { place, outcome } = shown;
  const { request, method } = sight;
  const row = await rowAt(place, sight);
  const open = openActions(place, row, sight);
  const csrf = csrfOf(sight);
  const { title, breadcrumbs, description } = headingOf(place, row, sight);
  const resource = place.kind === 'view' ? undefined : place.resource;
  const hasFilters = place.kind === 'list' && isRead(method);
  const hasForm = csrf !== undefined && outcome.status !== 201 && (open.create || open.update);
  const attached = new Set([
    ...(hasFilters ? ['search', 'ordering', 'page_size', ...place.resource.filters.keys()] : []),
    ...(hasForm && !isRead(method)
      ? (resource?.fields ?? []).filter(isWritable).map(({ name }) => name)
      : []),
  ]);
  const curl = isRead(method) ? curlSheet({ id: 'get', method: 'GET' }, sight) : undefined;
  const problems = outcome.problems ?? {};
  const subject = row ?? outcome.made;
  // They lead to what works with a session alone.
  const links = csrf === undefined || subject === undefined ? [] : (resource?.links?.(subject) ?? []);
  const doable = { ...open, create: hasForm && open.create };
  const main = html`${repeatedNotice(sight)}${saying(shown, { sight, attached, links })}
${description !== undefined && html`<p>${description}</p>`}
${place.kind === 'view' && linksOf(place, sight)}
${toolbar({ canRead: isRead(method) || resource !== undefined, canAsk: csrf !== undefined, open: doable, links: row === null ? [] : links }, sight)}
${hasFilters && (await filterForm({ resource: place.resource, given: parametersOf(request), problems }, sight))}
${exchangeSheet({ ...shown, pages: pagesOf(shown, sight) }, { ...sight, curl })}
${
  hasForm &&
  resource !== undefined &&
  (await formsOf({ resource, row: open.update ? row : null, csrf, ...sentAgain(shown, sight) }, sight))
}
${csrf !== undefined && open.destroy && curlSheet({ id: 'delete', method: 'DELETE' }, sight)}`;
  return { title, breadcrumbs, main, scripts: ['copy.js', 'search-select.js', 'send-form.js'] };
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** The requests that need no form, the way to the form, and the pages about the object. */
function toolbar<Services>(
  {
    canRead,
    canAsk,
    open,
    links,
  }: {
    canRead: boolean;
    canAsk: boolean;
    open: { create: boolean; destroy: boolean };
    links: readonly ObjectLink[];
  },
  { request, language }: Sight<Services>,
): Html {
  const say = pageWords[language];
  const link = (text: string, href: string) => buttonLink({ text, href }, { kind: 'plain' });
  const ask = (method: string, text: string, kind: 'plain' | 'danger') =>
    html`<form method="get" action="${addressWith(request, {})}">
${request.query.format === 'api' && hiddenField('format', 'api')}${submitButton(text, { kind, name: formNames.method, value: method })}</form>`;
  return html`<div class="row">
${open.create && buttonLink({ text: say.createIt, href: '#forms' })}
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
  { place, outcome, sent }: Shown<Services>,
  {
    sight: { language, method },
    attached,
    links,
  }: { sight: Sight<Services>; attached: ReadonlySet<string>; links: readonly ObjectLink[] },
): Html | undefined {
  const say = pageWords[language];
  const { status, headers, problems, detail } = outcome;
  const isRaw = sent?.has(formNames.content) ?? false;
  const form = isRaw ? `#${rawControlId}` : '#forms';
  const toForm = sent !== undefined && html` <a href="${form}">${say.toForm}</a>`;
  if (problems !== undefined) {
    const count = Object.keys(problems).length;
    const others = Object.entries(problems).filter(([name]) => !isRaw && !attached.has(name));
    return notice('bad', html`<p>${say.invalid(count)}${toForm}</p>${listed(others, say)}`);
  }
  if (detail !== undefined)
    return notice('bad', html`<p>${isRead(method) ? detail : say.refused(detail)}${isRaw && toForm}</p>`);
  if (status === 201) {
    const open = headers.Location !== undefined && html` <a href="${headers.Location}">${say.openIt}</a>`;
    const others = links.map(
      ({ text, href, because }) =>
        html`<li>${because && `${because[language]}${say.colon}`}<a href="${href}">${text[language]}</a></li>`,
    );
    return notice('good', html`<p>${say.created}${open}</p>${links.length > 0 && html`<ul>${others}</ul>`}`);
  }
  if (status === 204 && place.kind === 'object') {
    const back = html`<a href="${listAddress(place.resource)}">${say.backToList}</a>`;
    return notice('good', html`<p>${say.removed} ${back}</p>`);
  }
  return method === 'PUT' || method === 'PATCH' ? notice('good', html`<p>${say.saved}</p>`) : undefined;
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
  { links = [] }: Extract<Place<Services>, { kind: 'view' }>,
  { language }: Sight<Services>,
): Html | undefined {
  if (links.length === 0) return undefined;
  const items = links.map(({ text, href }) => html`<li><a href="${href}">${text}</a></li>`);
  return html`<nav aria-label="${pageWords[language].otherAddresses}"><ul>${items}</ul></nav>`;
}

function pagesOf<Services>({ place, outcome }: Shown<Services>, sight: Sight<Services>): Html | undefined {
  const { status, body } = outcome;
  if (place.kind !== 'list' || status !== 200 || typeof body !== 'object' || body === null) return undefined;
  if (!('count' in body && typeof body.count === 'number')) return undefined;
  const next = 'next' in body && typeof body.next === 'string' ? body.next : null;
  return listPager({ paging: pagingOf(parametersOf(sight.request)), count: body.count, next }, sight);
}

/**
 * A form is filled in as it was sent when something was wrong with it, or choices were searched for it. What is wrong
 * with a read is no business of a form.
 */
function sentAgain<Services>(
  { outcome, sent }: Shown<Services>,
  { request, method }: Sight<Services>,
): Pick<FormState<Services>, 'sent' | 'problems'> {
  const { status, problems = {}, detail } = outcome;
  const isSearch = sent?.has(searchButtonName) ?? false;
  const isAgain = request.method === 'POST' && (isSearch || status >= 400);
  const isBroken = status === 400 && detail !== undefined;
  const own = isBroken ? { non_field_errors: [detail] } : problems;
  return { sent: isAgain ? sent : undefined, problems: isRead(method) ? {} : own };
}

/** For whoever comes from a form that was sent again. */
function repeatedNotice<Services>({ request, language }: Sight<Services>): Html | undefined {
  const text = pageWords[language].repeated;
  return outcomeNotice(request.query[formNames.done], { repeated: { mood: 'info', text } });
}

/** The two ways to create or change an object; the one that was used is open. */
async function formsOf<Services>(state: FormState<Services>, sight: Sight<Services>): Promise<Html> {
  const { language } = sight;
  const { resource, row } = state;
  const say = pageWords[language];
  const context = showContext(sight);
  const { form, pickers } = await objectForm(state, sight);
  const first = [...pickers].map(([name, { choices }]) => [name, choices[0]?.value ?? ''] as const);
  const chosen = new Map(first.filter(([, address]) => address !== ''));
  const example =
    row === null ? exampleOf(resource, { context, chosen }) : writableValues(resource, { row, context });
  const isRaw = state.sent?.has(formNames.content) ?? false;
  const file = resource.fields.find(({ isFile, required }) => isFile && (row !== null || required));
  // A file travels in a form alone.
  const body =
    row === null && file !== undefined ? { fields: textsOf(example), file: file.name } : { json: example };
  const methods = row === null ? ['POST'] : ['PUT', 'PATCH'];
  return html`<section aria-labelledby="forms">
<h2 id="forms">${row === null ? say.create(resource.name[language]) : say.change}</h2>
<details class="sheet"${!isRaw && html` open`}><summary>${say.form}</summary>${form}</details>
<details class="sheet"${isRaw && html` open`}><summary>${say.rawData}</summary>${rawForm({ ...state, example }, sight)}
${methods.map((method) => curlSheet({ id: method.toLowerCase(), method, body }, sight))}</details>
</section>`;
}

function textsOf(example: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, value === null ? '' : String(value)]),
  );
}
