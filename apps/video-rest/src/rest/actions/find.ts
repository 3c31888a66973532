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
