import { nextDay, startOfDay } from '@campus/pages';
import type { z } from 'zod';
import type { DeliveryFilter } from '../data/deliveries.ts';
import type { wholeDeliveriesQuery } from './queries.ts';

type Asked = Omit<z.output<typeof wholeDeliveriesQuery>, 'state'>;

/** What a list of calls is restricted to beside their state; days are those of a calendar, both of them included. */
export function deliveryFilterOf(
  { cause, from, until }: Asked,
  timeZone: string,
): Pick<DeliveryFilter, 'cause' | 'from' | 'until'> {
  return {
    cause,
    from: from === undefined ? undefined : startOfDay(from, timeZone),
    until: until === undefined ? undefined : startOfDay(nextDay(until), timeZone),
  };
}
