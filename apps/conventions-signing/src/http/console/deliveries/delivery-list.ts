import * as ui from '@campus/pages';
import { attributes, type Html, type HtmlPart, html } from '@campus/pages/html';
import type { Request } from 'express';
import { countAttempts } from '../../../data/count-attempts.ts';
import { type ListedDelivery, listDeliveries } from '../../../data/deliveries.ts';
import {
  type CallCounts,
  type CauseCount,
  countCalls,
  countCauses,
  maxFailingCounted,
} from '../../../data/failing-calls.ts';
import type { Page as PageOfDeliveries } from '../../../data/page.ts';
import { mayDo } from '../../../domain/roles.ts';
import { isRedeliverable } from '../../../domain/signable.ts';
import type { CallDeps } from '../../../signing/enter-signing.ts';
import { lastFailureOf } from '../../../signing/stage.ts';
import { addresses, deliveryAddress } from '../../addresses.ts';
import { filterIn, formQuery } from '../../asked/query-in.ts';
import { listWords } from '../../said/list-words.ts';
import { nameOf } from '../../said/record-name.ts';
import { kindWords } from '../../said/record-words.ts';
import { askedField } from '../forms/hidden-fields.ts';
import type { LivePage, LivePageDeps } from '../frame/live-page.ts';
import { olderPages } from '../frame/older-pages.ts';
import { saveLink } from '../save/save-table.ts';
import type { Reader, Visit } from '../session/reader.ts';
import { attemptBounds, attemptsChart } from './attempts-chart.ts';
import { callFilterIn, callStateOf, callStates, callsQuery } from './calls-query.ts';
import { callText, causeText, deliveryBadge, nextAttempt } from './delivery-parts.ts';
import { deliveryWords } from './delivery-words.ts';

/** What the list of the calls works with. */
export type DeliveryListDeps = LivePageDeps & Pick<CallDeps, 'hasWebhook'>;

type Found = PageOfDeliveries<ListedDelivery>;

/** What was ticked is sent by a form outside of the part that is sent anew. */
const formId = 'calls';

/** The calls to the signing application over all records, and the part of the list that follows pending ones. */
export const deliveryList: LivePage<DeliveryListDeps, Found> = {
  look: ({ lookups, request, reader }) =>
    listDeliveries(lookups, { ...callFilterIn(request, reader.timeZone), scope: reader.account.scope }),
  async page(visit, found) {
    const { lookups, request, reader, answer } = visit;
    const { scope } = reader.account;
    const bounds = attemptBounds(request, reader);
    const [counts, causes, attempts] = await Promise.all([
      countCalls(lookups, scope),
      countCauses(lookups, { scope }),
      countAttempts(lookups, bounds, scope),
    ]);
    const chart = attemptsChart(attempts, { request, bounds, reader });
    answer(listPage(visit, { ...found, counts, causes, chart }));
  },
  part: ({ request, hasWebhook }) => ({
    key: `deliveries ${JSON.stringify(formQuery(request, callsQuery))}`,
    show: ({ results }, reader) => ({
      content: rows(results, mayCall({ hasWebhook }, reader), reader),
      isOver: !isInFlight(results),
    }),
  }),
};

function isInFlight(results: ListedDelivery[]): boolean {
  return results.some(({ state }) => state === 'pending');
}

function mayCall({ hasWebhook }: Pick<DeliveryListDeps, 'hasWebhook'>, { account }: Reader): boolean {
  return hasWebhook && mayDo(account.role, 'send');
}

type Shown = Found & { counts: CallCounts; causes: CauseCount[]; chart: Html };

function listPage(visit: DeliveryListDeps & Visit, shown: Shown): ui.Page {
  const { results, before, counts, causes, chart } = shown;
  const { request, reader } = visit;
  const csrf = visit.csrf();
  const say = deliveryWords[reader.language];
  const isAllowed = mayCall(visit, reader);
  const content = rows(results, isAllowed, reader);
  const source = ui.withQuery(addresses.deliveriesLive, filterIn(request, callsQuery));
  const main = html`${calledAgain(request, reader)}<div class="list-head">${stateTabs(request, { counts, reader })}${
    isAllowed &&
    causes.length > 0 &&
    ui.buttonLink({ text: say.againTitle, href: addresses.callAgain }, { kind: 'plain' })
  }</div>
${filterForm(request, { causes, reader })}
${chart}
${isInFlight(results) ? ui.live({ source, label: say.list, language: reader.language }, content) : content}
${olderPages(request, { schema: callsQuery, path: addresses.deliveries, before, reader })}
${
  isAllowed &&
  results.length > 0 &&
  ui.actionBar(
    {
      id: formId,
      name: 'delivery',
      label: say.withSelection,
      selected: say.selected,
      action: addresses.callAgain,
      csrf,
    },
    html`${askedField(reader)}${ui.submitButton(listWords[reader.language].callAgain)}`,
  )
}
<p>${saveLink(addresses.deliveriesExport, { filter: savedFilter(request), language: reader.language })}</p>
<p class="help">${say.explanation}</p>`;
  return {
    title: say.title,
    main,
    styles: ['lists.css', 'charts.css', 'calls.css'],
    scripts: ['live.js', 'select-all.js', 'tabs.js'],
  };
}

/** What a saved list is restricted to: a page of it is no restriction. */
function savedFilter(request: Request): ReturnType<typeof filterIn> {
  const { before: _, page_size: __, chart: ___, ...filter } = filterIn(request, callsQuery);
  return filter;
}

/** What became of calls that were asked for again, as the address that this led to says. */
function calledAgain({ query }: Request, { language }: Reader): Html | false {
  const say = deliveryWords[language];
  const number = (name: string) => Number(/^\d{1,4}$/.exec(String(query[name]))?.[0] ?? 0);
  if (query.done !== 'called-again') return false;
  const [called, left] = [number('called'), number('left')];
  return ui.notice(
    called > 0 && left === 0 ? 'good' : 'warning',
    html`<p>${say.againResult(called)}${left > 0 && ` ${say.againLeft(left)}`}${query.more === '1' && ` ${say.againMore}`}</p>`,
  );
}

function stateTabs(request: Request, { counts, reader }: { counts: CallCounts; reader: Reader }): Html {
  const say = deliveryWords[reader.language];
  const { before: _, state: open, ...filter } = filterIn(request, callsQuery);
  const countOf = (state: (typeof callStates)[number]) =>
    state === 'delivered' || state === 'cancelled' ? undefined : counts[state];
  return ui.tabs(
    [undefined, ...callStates].map((state) => {
      const count = state && countOf(state);
      return {
        text: state === undefined ? say.all : say.states[state],
        href: ui.withQuery(addresses.deliveries, { ...filter, state }),
        count:
          count === undefined
            ? undefined
            : { count: Math.min(count, maxFailingCounted), isEstimate: count > maxFailingCounted },
        isOpen: state === open,
      };
    }),
    { label: listWords[reader.language].state, language: reader.language },
  );
}

function filterForm(request: Request, { causes, reader }: { causes: CauseCount[]; reader: Reader }): Html {
  const say = deliveryWords[reader.language];
  const given = (name: string) => String(request.query[name] ?? '');
  const isSet = ['cause', 'from', 'until'].some((name) => given(name) !== '');
  const known = causes.map(({ cause }) => cause);
  const choices =
    given('cause') === '' || known.includes(given('cause')) ? known : [...known, given('cause')];
  return ui.foldedFilter(
    { label: say.filter, isSet },
    html`<form class="row" method="get" role="search" aria-label="${say.filter}">
${['state', 'chart'].map((name) => given(name) !== '' && ui.hiddenField(name, given(name)))}
${ui.selectField({
  name: 'cause',
  label: say.cause,
  choices: choices.map((value) => ({ value, label: causeText(value, reader.language) })),
  value: given('cause'),
  blank: say.anyCause,
})}
${ui.textField({ name: 'from', label: say.from, type: 'date', value: given('from') })}
${ui.textField({ name: 'until', label: say.until, type: 'date', value: given('until') })}
${ui.submitButton(say.apply)}${isSet && html` <a href="${ui.withQuery(addresses.deliveries, { state: given('state') })}">${say.reset}</a>`}
</form>`,
  );
}

function rows(results: ListedDelivery[], isAllowed: boolean, reader: Reader): Html {
  const say = deliveryWords[reader.language];
  if (results.length === 0) return ui.emptyState(say.none, { because: 'search' });
  const ticks = results.map((delivery) => isAllowed && tick(delivery, reader));
  const canTick = ticks.some(Boolean);
  return ui.table({
    caption: say.title,
    headings: [
      ...(canTick
        ? [
            ui.selectAll('delivery', {
              heading: say.selection,
              text: say.selectAllShort,
              label: say.selectAll,
            }),
          ]
        : []),
      kindWords[reader.language].either,
      listWords[reader.language].state,
      say.promised,
      say.attempts,
    ],
    rows: results.map((delivery, row): HtmlPart[] => {
      const { id, signable, round, reference, attempts, createdAt } = delivery;
      const failure = lastFailureOf(delivery);
      return [
        ...(canTick ? [ticks[row]] : []),
        html`<a href="${deliveryAddress(id)}">${nameOf(signable, reader.language)}</a><p class="help parts"><span>${say.round(round)}</span>${reference !== null && html`<span class="reference">${say.reference}${ui.colon(reader.language)}${reference}</span>`}</p>`,
        html`${deliveryBadge(callStateOf(delivery), reader.language)}${failure !== null && html`<p class="help">${callText(failure, reader.language)}</p>`}${nextAttempt(delivery, reader)}`,
        ui.time(createdAt, reader, { seconds: true }),
        attempts.length,
      ];
    }),
  });
}

/** What was delivered can be called again too, from the page of its call. */
function tick(delivery: ListedDelivery, reader: Reader): Html | false {
  const { id, signable, state } = delivery;
  const isDue = state !== 'delivered' && signable.state === 'signing' && isRedeliverable(delivery, signable);
  if (!isDue) return false;
  const label = deliveryWords[reader.language].select(nameOf(signable, reader.language));
  return html`<input${attributes({ type: 'checkbox', id: `delivery-${id}`, name: 'delivery', value: id, form: formId, 'aria-label': label })}>`;
}
