import type { Request } from 'express';
import type { DeliveryFilter } from '../../../data/deliveries.ts';
import { deliveryStates } from '../../../domain/signable.ts';
import { deliveriesQuery, deliveryFilterOf } from '../../../wire/queries.ts';
import { z } from '../../../wire/schema.ts';
import { formQuery } from '../../asked/query-in.ts';

/** A call that was tried and waits again is another thing for people than one that waits for its first attempt. */
export const callStates = ['pending', 'retrying', 'failed', 'delivered', 'cancelled'] as const;
export type CallState = (typeof callStates)[number];

/** The query of the list of calls: that of the API, and what people look for beside. */
export const callsQuery = deliveriesQuery.extend({
  state: z.enum([...deliveryStates, 'retrying']).optional(),
  chart: z.enum(['days', 'hours']).optional(),
});

/** What the list is restricted to; days are those of the readers' calendar. */
export function callFilterIn(
  request: Request,
  timeZone: string,
): Omit<DeliveryFilter, 'scope'> & { before: string | undefined; size: number } {
  const { state, before, page_size: size, ...asked } = formQuery(request, callsQuery);
  return {
    state: state === 'retrying' ? 'pending' : state,
    isTried: state === 'retrying' ? true : state === 'pending' ? false : undefined,
    ...deliveryFilterOf(asked, timeZone),
    before,
    size,
  };
}

/** How far a delivery is, for people. */
export function callStateOf(call: { state: CallState; attempts: readonly unknown[] }): CallState {
  const { state, attempts } = call;
  return state === 'pending' && attempts.length > 0 ? 'retrying' : state;
}
