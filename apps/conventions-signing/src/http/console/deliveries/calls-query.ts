import { nextDay, startOfDay } from '@campus/pages';
import type { Request } from 'express';
import type { DeliveryFilter } from '../../../data/deliveries.ts';
import { deliveryStates } from '../../../signing/signable.ts';
import { deliveriesQuery } from '../../wire/queries.ts';
import { z } from '../../wire/schema.ts';
import { formQuery } from '../forms/form-query.ts';

/** A call that was tried and waits again is another thing for people than one that waits for its first attempt. */
export const callStates = ['pending', 'retrying', 'failed', 'delivered', 'cancelled'] as const;
export type CallState = (typeof callStates)[number];

export const cause = z
  .string()
  .regex(/^(?:\d{3}|no_answer|other|[A-Z][A-Z0-9_]{0,60})$/, 'must be a cause of failing calls, such as 503');

/** The query of the list of calls: that of the API, and what people look for beside. */
export const callsQuery = deliveriesQuery.extend({
  state: z.enum([...deliveryStates, 'retrying']).optional(),
  cause: cause.optional(),
  from: z.iso.date('must be a day, YYYY-MM-DD').optional(),
  until: z.iso.date('must be a day, YYYY-MM-DD').optional(),
  chart: z.enum(['days', 'hours']).optional(),
});

/** What the list is restricted to; days are those of the readers' calendar, both of them included. */
export function callFilterIn(
  request: Request,
  timeZone: string,
): Omit<DeliveryFilter, 'scope'> & { before: string | undefined; size: number } {
  const { state, cause, from, until, before, page_size: size } = formQuery(request, callsQuery);
  return {
    state: state === 'retrying' ? 'pending' : state,
    isTried: state === 'retrying' ? true : state === 'pending' ? false : undefined,
    cause,
    from: from === undefined ? undefined : startOfDay(from, timeZone),
    until: until === undefined ? undefined : startOfDay(nextDay(until), timeZone),
    before,
    size,
  };
}

/** How far a delivery is, for people. */
export function callStateOf({
  state,
  attempts,
}: {
  state: CallState;
  attempts: readonly unknown[];
}): CallState {
  return state === 'pending' && attempts.length > 0 ? 'retrying' : state;
}
