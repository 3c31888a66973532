import { idOf } from '@campus/rest';
import type { Request } from 'express';
import { type ManagedQuery, managedOrders, managedStates } from '../../../data/managed-videos.ts';
import { visibilities } from '../edit/visibility.ts';
import { pageAsked, queryText, rowsOf } from '../lists/list-query.ts';

/** What the list of videos is asked for: the parameters of its address, which lead to it again. */
export type ManagedParameters = Readonly<
  Partial<Record<'q' | 'state' | 'visibility' | 'type' | 'owner' | 'order', string>>
>;

/** What of an address restricts the list and puts it in order; what says nothing is left out. */
export function parametersOf(request: Request): ManagedParameters {
  const names = ['q', 'state', 'visibility', 'type', 'owner', 'order'] as const;
  const given = names.map((name) => [name, queryText(request, name)] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

/** The column and its direction in an address: `title`, `-added`. */
export function orderIn({
  order: given = '-added',
}: ManagedParameters): Pick<ManagedQuery, 'order' | 'descending'> {
  const names = Object.keys(managedOrders) as (keyof typeof managedOrders)[];
  const order = names.find((name) => name === given.replace(/^-/, ''));
  return order === undefined
    ? { order: 'added', descending: true }
    : { order, descending: given.startsWith('-') };
}

/** @param ownerId  whose videos the list is of; undefined: those of everybody, which one more parameter restricts */
export function managedQuery(
  request: Request,
  parameters: ManagedParameters,
  ownerId: number | undefined,
): ManagedQuery {
  const { q = '', state, visibility, type = '', owner = '' } = parameters;
  return {
    ...{ ownerId, words: q, owner: ownerId === undefined ? owner : '', typeId: idOf(type) },
    state: managedStates.find((one) => one === state),
    visibility: visibilities.find((one) => one === visibility),
    ...orderIn(parameters),
    ...rowsOf(pageAsked(request)),
  };
}
