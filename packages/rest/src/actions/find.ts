import { Refusal } from '../errors.ts';
import { conditionsAt, type Exchange } from '../exchange.ts';
import type { Row } from '../store.ts';

/**
 * The row at an address.
 *
 * @throws Refusal  404, also for a row that does not exist for the caller
 */
export async function find<Services>(exchange: Exchange<Services>, key: string): Promise<Row> {
  const { resource, store } = exchange;
  const conditions = conditionsAt(exchange, key);
  if (conditions === null) throw new Refusal('not_found');
  const row = await store.find(resource.columns, conditions);
  if (row === null) throw new Refusal('no_such_object', { values: { model: resource.name.en } });
  return row;
}

/**
 * The same, for a caller who is to change it.
 *
 * @throws Refusal  404; 403 when the caller may not
 */
export async function findOwn<Services>(exchange: Exchange<Services>, key: string): Promise<Row> {
  const row = await find(exchange, key);
  if (exchange.resource.rights.mayChange?.(exchange.caller, row) === false)
    throw new Refusal('permission_denied');
  return row;
}
