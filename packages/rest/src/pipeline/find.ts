import { Refusal } from '../errors.ts';
import { conditionsAt } from '../resource.ts';
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
  const { route, operation, engine, caller, key } = permitted;
  if (operation.finds === undefined || route.kind === 'view') return { ...permitted, row: null };
  const { resource } = route;
  const conditions = conditionsAt(resource, { key, caller });
  if (conditions === null) throw new Refusal('not_found');
  const row = await engine.storeOf(resource.table).find(resource.columns, conditions);
  if (row === null) throw new Refusal('no_such_object', { values: { model: resource.name.en } });
  if (operation.finds === 'own' && resource.rights.mayChange?.(caller, row) === false)
    throw new Refusal('permission_denied');
  return { ...permitted, row };
}
