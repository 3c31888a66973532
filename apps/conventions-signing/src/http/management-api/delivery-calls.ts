import { callerOf } from '@campus/auth';
import { csvOf } from '@campus/pages';
import { findCall, listDeliveries, newestAttempts, pagesOfDeliveries } from '../../data/deliveries.ts';
import { SigningError } from '../../signing/errors.ts';
import { redeliver } from '../../signing/redeliver.ts';
import { deliveryOutput, deliveryPageOutput, wholeDeliveryOutput } from '../../wire/outputs.ts';
import { deliveriesQuery, deliveryFilterOf, wholeDeliveriesQuery } from '../../wire/queries.ts';
import { z } from '../../wire/schema.ts';
import { showDelivery, showListedDelivery, showWholeDelivery } from '../../wire/show.ts';
import { withNext } from '../answer/page.ts';
import { uuidIn } from '../asked/uuid-in.ts';
import { json, type Named, ofLookups } from '../calls/parts.ts';
import { scopeOf } from '../scope/scope.ts';
import * as management from './management-call.ts';
import { deliveryColumns } from './table-columns.ts';

const delivery: Named = {
  params: z.object({ id: z.uuid().openapi({ description: 'Of the delivery' }) }),
  absent: ['delivery_not_found', 'not_found'],
};

/** The calls to the signing application, over all records. */
export const deliveryCalls = [
  management.call('GET /deliveries', {
    summary: 'Calls to the signing application, newest first',
    query: deliveriesQuery,
    answer: json('A page', deliveryPageOutput),
    problems: ofLookups,
    run: async (deps, { lookups, request, query }) => {
      const { state, before, page_size: size, ...asked } = query();
      const filter = { state, before, size, ...deliveryFilterOf(asked, deps.timeZone) };
      const page = await listDeliveries(lookups, { ...filter, scope: scopeOf(request) });
      const { results, next } = withNext(page, { deps, request });
      return { results: results.map(showListedDelivery), next };
    },
  }),
  management.call('GET /deliveries.csv', {
    summary: 'All calls, as a table',
    ...management.table,
    query: wholeDeliveriesQuery,
    problems: [...management.ofFiles, ...ofLookups],
    run: async (deps, { lookups, request, response, query }) => {
      const { state, ...asked } = query();
      const filter = { state, ...deliveryFilterOf(asked, deps.timeZone), scope: scopeOf(request) };
      const pages = pagesOfDeliveries(lookups, filter);
      const lines = csvOf(pages, { columns: deliveryColumns, language: 'en' });
      await deps.exports.table(management.recipientOf(deps, request, response), {
        name: 'deliveries.csv',
        lines,
      });
    },
  }),
  management.call('GET /deliveries/{id}', {
    summary: 'One of them, with what its newest attempts have sent and what came back',
    of: delivery,
    answer: json('The delivery', wholeDeliveryOutput),
    problems: ofLookups,
    run: async (_deps, { lookups, request }) => {
      const id = uuidIn(request, 'delivery');
      const found = await findCall(lookups, id, { size: newestAttempts });
      if (found === null)
        throw new SigningError('delivery_not_found', `there is no delivery with the id ${id}`);
      return showWholeDelivery(found);
    },
  }),
  management.call('POST /deliveries/{id}/redeliver', {
    summary: 'Call again at once, as the same delivery',
    description:
      'For the delivery of the newest round: given up, waiting for its next attempt, or delivered.',
    of: delivery,
    headers: management.idempotencyHeader,
    answer: json('The delivery is pending', deliveryOutput, { status: 202 }),
    problems: ['delivery_not_current', 'too_many_redeliveries', ...management.ofKey],
    run: async (deps, { request }) => {
      const deliveryId = uuidIn(request, 'delivery');
      const key = management.idempotencyKeyOf(request);
      const actor = callerOf(request).fingerprint;
      return redeliver(deps, { deliveryId, actor, key, show: showDelivery });
    },
  }),
];
