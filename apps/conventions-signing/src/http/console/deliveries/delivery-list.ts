import {
  colon,
  type Html,
  html,
  live,
  type Page,
  selectField,
  submitButton,
  table,
  time,
  withQuery,
} from '@campus/pages';
import { mayDo } from '../../../accounts/roles.ts';
import { type ListedDelivery, listDeliveries } from '../../../data/deliveries.ts';
import type { Page as PageOfDeliveries } from '../../../data/page.ts';
import type { CallDeps } from '../../../signing/enter-signing.ts';
import { deliveryStates, isRedeliverable } from '../../../signing/signable.ts';
import { lastFailureOf } from '../../../signing/stage.ts';
import { addresses } from '../../addresses.ts';
import { deliveriesQuery } from '../../wire/queries.ts';
import { filterIn, formQuery } from '../forms/form-query.ts';
import { kindWords } from '../records/kind-words.ts';
import { listWords } from '../records/list-words.ts';
import { olderPages } from '../records/older-pages.ts';
import { nameOf, recordLink } from '../records/record-name.ts';
import { type LivePageDeps, livePage } from '../session/live-page.ts';
import type { Reader, Visit } from '../session/reader.ts';
import {
  attemptsOf,
  callText,
  deliveryBadge,
  nextAttempt,
  redeliveryButton,
  redeliveryForm,
} from './delivery-parts.ts';
import { deliveryWords } from './delivery-words.ts';

/** What the list of the calls works with. */
type DeliveryListDeps = LivePageDeps & Pick<CallDeps, 'hasWebhook'>;

/** The calls to the signing application over all records, and the part of the list that follows pending ones. */
export function deliveryList(deps: DeliveryListDeps) {
  return livePage(deps, {
    look(request, requester) {
      const { state, before, page_size: size } = formQuery(request, deliveriesQuery);
      return deps.db.lookups.withPrisma(requester, (tx) => listDeliveries(tx, { state, before, size }));
    },
    page: (visit, found) => visit.answer(listPage(visit, found)),
    part: (request) => ({
      key: `deliveries ${JSON.stringify(formQuery(request, deliveriesQuery))}`,
      show: ({ results }, reader) => ({
        content: rows(results, { deps, reader }),
        isOver: !isInFlight(results),
      }),
    }),
  });
}

function isInFlight(results: ListedDelivery[]): boolean {
  return results.some(({ state }) => state === 'pending');
}

function listPage(
  visit: DeliveryListDeps & Visit,
  { results, before }: PageOfDeliveries<ListedDelivery>,
): Page {
  const { request, reader } = visit;
  const csrf = visit.csrf();
  const say = deliveryWords[reader.language];
  const common = listWords[reader.language];
  const content = rows(results, { deps: visit, reader });
  const source = withQuery(addresses.deliveriesLive, filterIn(request, deliveriesQuery));
  const main = html`<p>${say.explanation}</p>
<form class="sheet row" method="get" aria-label="${common.filter.label}">
${selectField({
  name: 'state',
  label: common.state,
  choices: deliveryStates.map((value) => ({ value, label: say.states[value] })),
  value: String(request.query.state ?? ''),
  blank: common.filter.anyState,
})}
${submitButton(common.filter.apply)}
</form>
${isInFlight(results) ? live({ source, label: say.list, language: reader.language }, content) : content}
${olderPages(request, { schema: deliveriesQuery, path: addresses.deliveries, before, reader })}
${redeliveryForm(csrf)}`;
  return { title: say.title, main, scripts: ['live.js'] };
}

function rows(
  results: ListedDelivery[],
  { deps, reader }: { deps: Pick<DeliveryListDeps, 'hasWebhook'>; reader: Reader },
): Html {
  const say = deliveryWords[reader.language];
  if (results.length === 0) return html`<p>${say.none}</p>`;
  // What was delivered can be called again too, from the page of its record.
  const mayCall = deps.hasWebhook && mayDo(reader.account.role, 'send');
  return table({
    caption: say.title,
    headings: [
      kindWords[reader.language].either,
      say.promised,
      listWords[reader.language].state,
      say.attempts,
    ],
    rows: results.map((delivery) => {
      const { id, signable, round, reference, state, attempts, createdAt } = delivery;
      const failure = lastFailureOf(delivery);
      const about = `${nameOf(signable, reader.language)}, ${say.round(round)}`;
      return [
        html`${recordLink(signable, reader.language)}<br>
<span class="quiet">${say.round(round)}${reference !== null && html` · ${say.reference}${colon(reader.language)}${reference}`}</span>`,
        time(createdAt, reader),
        html`${deliveryBadge(state, reader.language)}${failure !== null && html`<p class="help">${callText(failure, reader.language)}</p>`}${nextAttempt(delivery, reader)}${mayCall && state !== 'delivered' && signable.state === 'signing' && isRedeliverable(delivery, signable) && html`<p>${redeliveryButton(delivery, reader.language)}</p>`}`,
        html`<details id="attempts-${id}"><summary>${attempts.length}</summary>${attemptsOf(delivery, { about, reader })}</details>`,
      ];
    }),
  });
}
