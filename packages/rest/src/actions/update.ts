import { Refusal } from '../errors.ts';
import { type Exchange, showContext } from '../exchange.ts';
import { type Outcome, ok } from '../outcome.ts';
import { showRow } from '../show.ts';
import { findOwn } from './find.ts';
import { reread, write } from './write.ts';

/** PUT (`replace`) and PATCH (`patch`): changes an object and answers it whole. */
export async function update<Services>(
  exchange: Exchange<Services>,
  key: string,
  mode: 'replace' | 'patch',
): Promise<Outcome> {
  const { resource, store } = exchange;
  const row = await findOwn(exchange, key);
  const id = Number(row.id);
  const stillThere = await write(exchange, { mode, row }, async (given) => {
    if (resource.hooks?.update !== undefined) return resource.hooks.update(row, given);
    return Object.keys(given.values).length === 0 || store.update(id, given.values);
  });
  if (!stillThere) throw new Refusal('no_such_object', { values: { model: resource.name.en } });
  return ok(showRow(resource, await reread(exchange, id), showContext(exchange)));
}
