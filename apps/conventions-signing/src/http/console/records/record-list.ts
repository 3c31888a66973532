import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import type { Request } from 'express';
import { countStates, type StateCounts } from '../../../data/count-states.ts';
import { countOverdue, maxWaitingCounted } from '../../../data/first-page.ts';
import { listSignables } from '../../../data/list-signables.ts';
import { isNewestFirst } from '../../../data/signable-order.ts';
import type { SignableSummary } from '../../../data/signable-summaries.ts';
import { mayDo } from '../../../domain/roles.ts';
import { type SignableKind, type SignableState, signableStates } from '../../../domain/signable.ts';
import { foldedWords } from '../../../signing/fold-text.ts';
import { judgementStatuses } from '../../../trust/indications.ts';
import { segments } from '../../../wire/api-addresses.ts';
import { listQuery, orderOf } from '../../../wire/queries.ts';
import { registrationFields } from '../../../wire/registration-fields.ts';
import {
  addresses,
  listAddress,
  listArchiveAddress,
  listExportAddress,
  listLiveAddress,
  wholeListAddress,
} from '../../addresses.ts';
import { filterIn, formQuery } from '../../asked/query-in.ts';
import { findingsWords } from '../../said/findings-words.ts';
import { listWords } from '../../said/list-words.ts';
import { kindWords } from '../../said/record-words.ts';
import { actionWords } from '../actions/action-words.ts';
import { askedField, onceField } from '../forms/hidden-fields.ts';
import type { LivePage, LivePageDeps } from '../frame/live-page.ts';
import { olderPages } from '../frame/older-pages.ts';
import { knownPlacesOf } from '../scopes/known-places.ts';
import type { MailDeps, Reader, Visit } from '../session/reader.ts';
import { orderIn, restrictionsIn, sortHeading } from './list-query.ts';
import { recordTable } from './record-table.ts';

/** What was ticked is sent by a form outside of the part that is sent anew. */
const formId = 'selection';

type Listed = Awaited<ReturnType<typeof listSignables>>;

/** The list of a kind with filter and pages, and the part of it that follows what is in flight. */
export const recordList: LivePage<LivePageDeps & MailDeps & { kind: SignableKind }, Listed> = {
  look({ kind, lookups, request, reader }) {
    const { state, before, page_size: size } = formQuery(request, listQuery);
    const { scope } = reader.account;
    const order = orderIn(request);
    return listSignables(lookups, kind, {
      ...restrictionsIn(request, reader),
      scope,
      order,
      state,
      before,
      size,
    });
  },
  async page(visit, found) {
    const { kind, lookups, request, reader, answer } = visit;
    const { scope } = reader.account;
    // The tab of what is overdue stands beside those of the states, and they lead away from it.
    const restrictions = { ...restrictionsIn(request, reader), overdue: undefined };
    const counts = await countStates(lookups, kind, { ...restrictions, scope });
    const overdue = await countOverdue(lookups, ui.dayIn(reader.now, reader.timeZone), scope);
    const { language } = reader;
    const departments = await knownPlacesOf('department', { lookups, scope, language });
    answer(listPage(visit, { ...found, kind, counts, overdue: overdue[kind], departments, reader }));
  },
  part: ({ kind, request }) => ({
    key: `list ${kind} ${JSON.stringify(formQuery(request, listQuery))}`,
    show: ({ results, order }, reader) => ({
      content: rows(request, { kind, results, order, reader }),
      isOver: !isInFlight(results),
    }),
  }),
};

function isInFlight(results: SignableSummary[]): boolean {
  return results.some(({ state }) => state === 'signing');
}

/** What the page shows, and whose list it is of. */
interface Shown extends Listed {
  kind: SignableKind;
  counts: StateCounts | undefined;
  overdue: number;
  departments: ui.Known;
  reader: Reader;
}

function listPage(visit: MailDeps & Visit, shown: Shown): ui.Page {
  const { kind, results, before, order, reader } = shown;
  const { request } = visit;
  const csrf = visit.csrf();
  const say = listWords[reader.language];
  const content = rows(request, shown);
  const source = ui.withQuery(listLiveAddress(kind), filterIn(request, listQuery));
  const main = html`${ui.outcomeNotice(request.query.done, actionWords[reader.language].outcomes)}<div class="list-head">${stateTabs(request, shown)}${
    kind === 'agreement' &&
    maySend(reader) &&
    ui.buttonLink({ text: say.register, href: addresses.newAgreement }, { kind: 'plain' })
  }</div>
${filterForm(request, shown)}
${isInFlight(results) ? ui.live({ source, label: say.list, language: reader.language }, content) : content}
${before !== null && results.length < formQuery(request, listQuery).page_size && html`<p class="help">${say.onlyNewest}</p>`}
${olderPages(request, {
  schema: listQuery,
  path: listAddress(kind),
  before,
  reader,
  isNewestFirst: isNewestFirst(order),
})}
${maySend(reader) && results.length > 0 && wholeListLink(request, shown)}
${
  maySend(reader) &&
  results.length > 0 &&
  ui.actionBar(
    {
      id: formId,
      name: segments[kind],
      label: say.withSelection,
      selected: say.selected,
      action: addresses.sendMany,
      csrf: html`${csrf}${onceField()}${askedField(reader)}`,
    },
    ui.submitButton(say.send),
    {
      label: say.moreActions,
      buttons: [
        visit.hasMail && ui.submitButton(say.remind, { kind: 'plain', formAction: addresses.remindMany }),
        ui.submitButton(say.callAgain, { kind: 'plain', formAction: addresses.callSelected }),
        ui.submitButton(say.export, { kind: 'plain', formAction: listExportAddress(kind) }),
        ui.submitButton(say.archive, { kind: 'plain', formAction: listArchiveAddress(kind) }),
        ui.submitButton(say.erase, { kind: 'danger', formAction: addresses.eraseMany }),
      ],
    },
  )
}`;
  return {
    title: kindWords[reader.language].many[kind],
    main,
    styles: ['lists.css'],
    scripts: ['live.js', 'select-all.js', 'tabs.js', 'known-values.js'],
  };
}

/** How many the list has in a state, or without one, where those that were erased are not shown. */
function countOf(of: StateCounts['of'], state: SignableState | undefined): number {
  return state === undefined ? of.draft + of.signing + of.refused + of.signed : of[state];
}

/** The way to what can be done with all that the filter finds, where that is more than this page. */
function wholeListLink(request: Request, { kind, before, counts, reader }: Shown): Html | false {
  const { before: from, page_size: _, sort: __, ...filter } = filterIn(request, listQuery);
  if (before === null && from === undefined) return false;
  const { state } = formQuery(request, listQuery);
  const count = counts && countOf(counts.of, state);
  const say = listWords[reader.language];
  const text =
    count === undefined
      ? say.wholeList
      : say.wholeListOf(ui.countText({ count, isEstimate: counts?.isEstimate }, reader.language));
  return html`<p>${ui.buttonLink({ text, href: ui.withQuery(wholeListAddress(kind), filter) }, { kind: 'plain' })}</p>`;
}

function rows(
  request: Request,
  { kind, results, order, reader }: Pick<Shown, 'kind' | 'results' | 'order' | 'reader'>,
): Html {
  const say = listWords[reader.language];
  const { sort: _, ...filter } = filterIn(request, listQuery);
  const isAll = Object.keys(filter).length === 0;
  if (results.length === 0 && isAll) return ui.emptyState(say.none, { because: 'new' });
  if (results.length === 0)
    return ui.emptyState(say.noneFound, {
      because: 'search',
      next: ui.buttonLink({ text: say.filter.reset, href: listAddress(kind) }, { kind: 'plain' }),
    });
  return recordTable(results, {
    kind,
    reader,
    form: maySend(reader) ? { id: formId, name: segments[kind] } : undefined,
    sortBy: (by, text) => sortHeading(request, { kind, by, text, order }),
  });
}

function maySend({ account }: Reader): boolean {
  return mayDo(account.role, 'send');
}

/** The list in each state, under the same filter; what was refused or erased is a tab where there is any. */
function stateTabs(request: Request, { kind, counts, overdue, reader }: Shown): Html {
  const say = listWords[reader.language];
  const { before: _, state: open, overdue: isOverdue, ...filter } = filterIn(request, listQuery);
  // Of all, whatever else the filter asks: it leads there.
  const late: ui.Tab = {
    text: say.filter.overdue,
    href: ui.withQuery(listAddress(kind), { overdue: 'true', sort: 'due' }),
    count: { count: Math.min(overdue, maxWaitingCounted), isEstimate: overdue > maxWaitingCounted },
    isOpen: isOverdue === 'true',
  };
  const tab = (state: SignableState | undefined, count: number | undefined): ui.Tab => ({
    text: state === undefined ? say.filter.all : say.filter.states[state],
    href: ui.withQuery(listAddress(kind), { ...filter, state }),
    count: count === undefined ? undefined : { count, isEstimate: count > 0 && counts?.isEstimate },
    isOpen: state === open && isOverdue !== 'true',
  });
  const of = counts?.of;
  const shown = signableStates.filter((state) => !isRare(state) || state === open || (of?.[state] ?? 0) > 0);
  return ui.tabs(
    [
      ...(overdue > 0 || late.isOpen ? [late] : []),
      tab(undefined, of && countOf(of, undefined)),
      ...shown.map((state) => tab(state, of?.[state])),
    ],
    { label: say.state, language: reader.language },
  );
}

function isRare(state: SignableState): boolean {
  return state === 'refused' || state === 'erased';
}

/** Whether an order is offered: not to a search that finds more than are sorted. */
function maySort(request: Request, { order, counts }: Shown): boolean {
  const { q, sort } = formQuery(request, listQuery);
  if (foldedWords(q).length === 0 || !isNewestFirst(order)) return true;
  return counts?.isEstimate !== true && isNewestFirst(orderOf(sort));
}

function filterForm(request: Request, shown: Shown): Html {
  const { kind, departments, reader } = shown;
  const say = listWords[reader.language].filter;
  const given = (name: string) => String(request.query[name] ?? '');
  const { before: _, page_size: __, ...filter } = filterIn(request, listQuery);
  const isSet = ['q', 'waiting_for', 'waiting_days', 'failed', 'findings', 'department'].some(
    (name) => given(name) !== '',
  );
  return ui.foldedFilter(
    { label: say.label, isSet },
    html`<form class="row" method="get" role="search" aria-label="${say.label}">
${['state', 'overdue', 'updated_since', 'signed_since'].map((name) => given(name) !== '' && ui.hiddenField(name, given(name)))}
${ui.textField({ name: 'q', label: say.words, type: 'search', value: given('q') })}
${ui.textField({ name: 'waiting_for', label: say.waitingForWhom, type: 'search', value: given('waiting_for') })}
${ui.textField({ name: 'waiting_days', label: say.waitingDays, type: 'number', value: given('waiting_days') })}
${ui.knownField({ name: 'department', label: registrationFields.department.label[reader.language], type: 'search', value: given('department'), known: departments })}${ui.knownValues(departments)}
${ui.selectField({
  name: 'findings',
  label: say.findings,
  choices: judgementStatuses.map((value) => ({ value, label: findingsWords[reader.language].judged[value] })),
  value: given('findings'),
  blank: '',
})}
${
  maySort(request, shown)
    ? ui.selectField({
        name: 'sort',
        label: say.sort,
        choices: ordersOf(say.orders, given('sort')),
        value: given('sort'),
        blank: say.newestFirst,
      })
    : html`<p class="help">${say.tooManyToSort}</p>`
}
<div class="row">${ui.checkbox({ name: 'failed', label: say.failed, checked: given('failed') === 'true' })}${ui.submitButton(say.apply)} <a href="${ui.withQuery(listExportAddress(kind), filter)}">${say.exportAll}</a> <a href="${ui.withQuery(listArchiveAddress(kind), filter)}">${say.archiveAll}</a>${isSet && html` <a href="${ui.withQuery(listAddress(kind), { state: given('state'), sort: given('sort') })}">${say.reset}</a>`}</div>
</form>`,
  );
}

/** The orders that people choose by name; that of a heading stands beside them while it holds. */
function ordersOf(names: Record<string, string>, given: string): { value: string; label: string }[] {
  const { other = '', ...known } = names;
  const isOther = given !== '' && !Object.hasOwn(known, given);
  return [...Object.entries(known), ...(isOther ? [[given, other] as const] : [])].map(([value, label]) => ({
    value,
    label,
  }));
}
