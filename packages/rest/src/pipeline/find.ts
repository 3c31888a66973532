import type { KnownRequest } from '../engine.ts';
import { noSuchObject, Refusal } from '../errors.ts';
import { conditionsAt, type Resource } from '../resource.ts';
import type { Row } from '../store.ts';
import type { Permitted } from './permit.ts';

export interface Found<Services> extends Permitted<Services> {
  /** The object that the operation is about; null: none in particular. */
  row: Row | null;
}

/**
 * Is there such an object, and is it the caller's to change where that is what they are about to do?
 *
 * @throws Refusal  404, also for a row that does not exist for the caller; 403
 */
export async function find<Services>(permitted: Permitted<Services>): Promise<Found<Services>> {
  const { route, operation, key } = permitted;
  if (operation.finds === undefined || route.kind === 'view') return { ...permitted, row: null };
  const row = await findObject(route.resource, permitted, { key, toChange: operation.finds === 'own' });
  return { ...permitted, row };
}

/**
 * The object at an address.
 *
 * @param asked.key  the last part of the address
 * @throws Refusal  404, also for a row that does not exist for the caller; 403, for one that they may not change
 */
export async function findObject<Services>(
  resource: Resource<Services>,
  { engine, caller }: Pick<KnownRequest<Services>, 'engine' | 'caller'>,
  { key, toChange }: { key: string; toChange: boolean },
): Promise<Row> {
  const conditions = conditionsAt(resource, { key, caller });
  if (conditions === null) throw new Refusal('not_found');
  const row = await engine.storeOf(resource.table).find(resource.columns, conditions);
  if (row === null) throw noSuchObject(resource);
  if (toChange && resource.rights.mayChange?.(caller, row) === false) throw new Refusal('permission_denied');
  return row;
}
